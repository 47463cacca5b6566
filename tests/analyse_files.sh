#!/bin/sh
# cornet analyse on the command line: every game, every output format, both languages, incomplete and invalid records. Also hints in the
# terminal.
set -u
. tests/lib.sh
export XDG_CACHE_HOME="$work/cache"

run() { # run EXIT-CODE ARGUMENTS...: standard output in out, errors in err
    code=$1
    shift
    timeout $patience "$cornet" "$@" >"$work/out" 2>"$work/err" </dev/null
    [ $? -eq "$code" ]
}
wide() { grep -v "$work" "$work/out" >"$work/lines" || true; too_wide && [ ! -s "$work/out" ]; } # ignores lines with paths
game() { timeout $patience "$cornet" play "$@" --seed 5 --fast >/dev/null 2>&1 </dev/null; }
refused() { # refused LINE REASON: standard error is one line, standard output is empty
    [ ! -s "$work/out" ] && [ "$(wc -l <"$work/err")" -eq 1 ] &&
        grep -qF -- "$work/bad:$1: $2" "$work/err"
}

cat >"$work/check.py" <<'PYTHON'
import json, re, sys
from html.parser import HTMLParser

def numbers(path):
    a = json.load(open(path))
    last = a["moves"][-1]["chances"] if a["moves"] else a["start"]
    for i, s in enumerate(a["seats"]):
        whole = a["start"][i] + s["luck"] - s["cost"] + s["others"] + s["unexplained"]
        whole += s.get("hidden", 0) + s.get("speed", 0)
        assert abs(whole - last[i]) < 1e-6, (i, whole, last)
        assert s["verdict"] and 0 <= s["mistakes"] <= s["decisions"], s
    for m in a["moves"]:
        assert abs(sum(m["chances"]) - 1) < 1e-6 and m["error"] >= 0, m
        assert ("luck" in m) == (m["move"][0] == "*" and "missed" not in m), m
        assert "cost" not in m or (m["cost"] >= 0 and ("best" in m) == (m["cost"] > 0)), m
    if a["costliest"]:
        assert a["moves"][a["costliest"] - 1]["cost"] == max(m.get("cost", 0) for m in a["moves"])
    if a["luckiest"]:
        luck = [max(m.get("luck", [0])) for m in a["moves"]]
        assert luck[a["luckiest"] - 1] == max(luck)

ATTRIBUTES = set("""aria-hidden aria-label aria-labelledby charset class content cx cy fill height href id lang name points r role
    scope stroke stroke-dasharray stroke-width style tabindex text-anchor viewbox width x x1 x2 y y1 y2""".split())

class Page(HTMLParser):
    """Tags are closed in order, every link leads somewhere, nothing is fetched, and no player's name adds an attribute."""
    open = ()
    def __init__(self):
        super().__init__()
        self.stack, self.ids, self.links, self.polylines = [], set(), [], 0
    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if tag not in ("meta", "line", "circle", "polyline", "br") or tag == "circle":
            self.stack.append(tag)
        self.polylines += tag == "polyline"
        assert set(attrs) <= ATTRIBUTES, attrs
        self.ids |= {attrs["id"]} if "id" in attrs else set()
        if "href" in attrs:
            self.links.append(attrs["href"])
    def handle_startendtag(self, tag, attrs):
        self.polylines += tag == "polyline"
        assert set(dict(attrs)) <= ATTRIBUTES, attrs
    def handle_endtag(self, tag):
        assert self.stack and self.stack.pop() == tag, (tag, self.stack)
    def handle_data(self, data):
        """A sentence ends with one mark, and no board is broken into lines of one word."""
        assert not re.search(r"[^.]\.\.(?!\.)", data), data
        words = [len(line.split()) for line in data.splitlines()] if self.stack[-1:] == ["pre"] else []
        assert not any(words[i : i + 3] == [1, 1, 1] for i in range(len(words))), data

def page(path, players):
    p = Page()
    p.feed(open(path).read())
    assert not p.stack, p.stack
    assert p.polylines == int(players), p.polylines
    assert all(link[0] == "#" and link[1:] in p.ids for link in p.links), p.links

numbers(sys.argv[2]) if sys.argv[1] == "json" else page(sys.argv[2], sys.argv[3])
PYTHON

# One game of each kind. Débâcle's record is cut off, to have an unfinished game.
game easycome --option first=1 --seat bot:easy --seat bot:random --save "$work/easycome"
game wazabi --option dice=2 --seat bot:easy --seat bot:easy --seat bot:random --save "$work/wazabi"
game debacle --seat bot:random --seat bot:novice --save "$work/whole"
head -40 "$work/whole" >"$work/debacle"
game themots --option tokens=4 --seat bot:easy --seat bot:novice --save "$work/themots"
for id in easycome wazabi debacle themots; do
    players=$(grep -c '^seat' "$work/$id")
    for lang in en fr; do
        export LANG=fr_FR.UTF-8
        if [ $lang = fr ]; then sign=, other=.; else sign=. other=,; fi
        expect "$id in $lang" run 0 analyse "$work/$id" --lang $lang
        expect "$id: nothing on standard error" test ! -s "$work/err"
        [ $lang = en ] && expect "$id: where the numbers come from" has 'The numbers are'
        [ $lang = fr ] && expect "$id: in French" has 'verdict' && expect "$id: all of it" lacks 'The '
        expect "$id in $lang: no line over 80 columns" wide
        expect "$id in $lang: a page" run 0 analyse "$work/$id" --html --lang $lang
        expect "$id in $lang: that holds together" python3 "$work/check.py" html "$work/out" "$players"
        expect "$id in $lang: in its language" has "<html lang='$lang'>"
        expect "$id in $lang: with its decimal sign" grep -qE "<td>[0-9]+[$sign][0-9]+</td>" "$work/out"
        grep -E "[0-9][$other][0-9].*</td>" "$work/out" >"$work/numbers" || true
        expect "$id in $lang: and no other" test ! -s "$work/numbers"
        expect "$id in $lang: that needs nothing else" lacks 'http'
    done
    unset LANG
    expect "$id: JSON" run 0 analyse "$work/$id" --json
    expect "$id: that adds up" python3 "$work/check.py" json "$work/out"
    expect "$id: and says its depth" has '"depth":'
    expect "$id: a depth that there is not" run 2 analyse "$work/$id" --depth 9
    expect "$id: that says so" grep -q 'judged at depths 1 to' "$work/err"
    expect "$id: and nothing else" test ! -s "$work/out"
done
expect 'a depth of its own' run 0 analyse "$work/debacle" --depth 2 --json
expect 'which is said' has '"depth":2,'
expect 'and adds up' python3 "$work/check.py" json "$work/out"
expect 'on the page too' run 0 analyse "$work/wazabi" --depth 1 --html
expect 'in words' has 'The depth is 1 of 3.'
run 0 analyse "$work/debacle"
expect 'an unfinished game says so' has 'The game is not over.'

# A record without moves.
head -20 "$work/easycome" | sed '/^---/q' >"$work/none"
for form in '' --json --html; do
    # shellcheck disable=SC2086 # an empty form must be no argument
    expect "a game that has not begun $form" run 0 analyse "$work/none" $form
done
run 0 analyse "$work/none"
expect 'says so' has 'The game is not over.'

# Invalid and damaged records.
: >"$work/bad"
expect 'an empty file' run 1 analyse "$work/bad"
expect 'in one sentence' refused 1 ''
printf '\211PNG\r\n\032\n\0\0\0\rIHDR' >"$work/bad"
expect 'a picture' run 1 analyse "$work/bad"
expect 'is not a record' refused 1 ''
sed 's/^cornet 1$/cornet 99/' "$work/easycome" >"$work/bad"
expect 'a later version' run 1 analyse "$work/bad" --json
expect 'is refused' refused 1 ''
sed 's/^game .*/game chess/' "$work/easycome" >"$work/bad"
expect 'another game' run 1 analyse "$work/bad" --html
expect 'is refused, too' refused 2 ''
sed 's/^\* roll .*/* roll 9999/' "$work/easycome" >"$work/bad"
expect 'a damaged line' run 1 analyse "$work/bad"
at=$(grep -n -m1 'roll 9999' "$work/bad" | cut -d: -f1)
expect 'is named' refused "$at" ''
expect 'a folder' run 1 analyse "$work"
expect 'no such file' run 1 analyse "$work/nothing"

# Names are escaped everywhere.
sed "s/^seat 1 .*/seat 1 x' onfocus='alert(1)/; s/^seat 2 .*/seat 2 \"><b>\&amp;/" "$work/easycome" >"$work/named"
expect 'names of every kind' run 0 analyse "$work/named" --html
expect 'make no tags and no attributes' python3 "$work/check.py" html "$work/out" 2
expect 'and stand there as they are' has 'x&#39; onfocus=&#39;alert(1)'
for command in stats analyse; do
    cp "$work/named" "$work/named2"
    expect "names in $command of many" run 0 $command "$work/named" "$work/named2" --html
    expect 'are text too' lacks "x' onfocus"
done

# A word that a table might have accepted is not counted as a mistake; the report mentions it.
cat >"$work/disputed" <<'RECORD'
cornet 1
game themots
players 2
seat 1 Anne
seat 2 bot:novice
---
* theme 1
* roll BORVA vert
1 say banane
* no theme
RECORD
"$cornet" analyse "$work/disputed" >"$work/out" 2>&1
expect 'a disputed word is reported' has 'people might accept it: Anne 1.'
"$cornet" analyse "$work/disputed" --html >"$work/out" 2>&1
expect 'on the page too' has 'people might accept it: Anne 1.'

# Hints where any player may speak: by command or after the dice are rolled, but never in games with other people.
cat >"$work/words" <<'RECORD'
cornet 1
game themots
players 2
seat 1 Anne
seat 2 bot:novice
---
* theme 1
* roll BORVA vert
RECORD
cp "$work/words" "$work/game"
printf 'hint\nquit\n' | timeout $patience "$cornet" play "$work/game" >"$work/out" 2>&1
expect 'words are advised' has 'say "B'
expect 'with what they bring' has ' tokens'
expect 'and their chance with its error' grep -qE '[0-9] % ± [0-9]' "$work/out"
expect 'hints: no line over 80 columns' wide
cp "$work/words" "$work/game"
printf 'quit\n' | timeout $patience "$cornet" play "$work/game" >"$work/out" 2>&1
expect 'only when asked for' lacks 'Your chance of winning'
sed 's/bot:novice/Bruno/' "$work/words" >"$work/game"
printf 'hint\nquit\n' | timeout $patience "$cornet" play "$work/game" >"$work/out" 2>&1
expect 'never with other people' has 'no hints in a game with other people'
expect 'not a word' lacks 'Your chance of winning'
for id in wazabi debacle; do
    printf 'hint\nquit\n' | timeout $patience "$cornet" play $id --seat Anne --seat bot:random --seed 2 --fast \
        --save "$work/$id.game" >"$work/out" 2>&1
    expect "$id has hints" has 'Your chance of winning after each choice'
    expect "$id: with their error" grep -qE '[0-9] % ± [0-9]' "$work/out"
    expect "$id: hints no line over 80 columns" wide
    printf 'hint\nquit\n' | timeout $patience "$cornet" play $id --seat Anne --seat Bruno --seed 2 --fast \
        --save "$work/$id.people" >"$work/out" 2>&1
    expect "$id: not with other people" lacks 'Your chance of winning'
done
finish
