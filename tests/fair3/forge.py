"""Forges records and transcripts of fair dice, version 3. Each case has the grade that the specification gives it.

A case is a name, the record, the transcript of seat 1 or None, and a grade."""

import random
import re

import simulate
from simulate import H, Key, NoKey, Table

fair = simulate.fair


class Case:
    def __init__(self, name, record, transcript, grade, base=None):
        self.name, self.record, self.transcript, self.grade, self.base = name, record, transcript, grade, base


def text(lines):
    return "".join(f"{line}\n" for line in lines).encode()


# Short honest games. In each, seat 2 has a key and gives up at the end, so that all is proved for seat 1.

BASES = {
    "three": {"game": "easycome", "players": 3, "options": ("first=1",), "kinds": ["person", "person", "bot"], "keyed": (2,), "clock": "move 30"},
    "keys": {"game": "easycome", "players": 2, "options": ("first=1",), "keyed": (1, 2), "server_key": True},
    "cards": {"game": "wazabi", "players": 2, "options": ("dice=2",), "keyed": (2,), "clock": "bank 60 5"},
    "duel": {"game": "debacle", "players": 2, "options": ("setup=random",), "keyed": (2,)},
    "words": {"game": "themots", "players": 2, "keyed": (2,)},
    "toy": {"game": "toy", "players": 3, "kinds": ["person", "person", "plain"], "keyed": (2,), "clock": "move 30"},
}
TURNS = {"three": 8, "keys": 6, "cards": 6, "duel": 6, "words": 4, "toy": 9}


def start(rules, base, seed=1, **changes):
    settings = {**BASES[base], **changes}
    return Table(rules(settings["game"]), f"secret {base} {seed}", f"luck {base} {seed}", **settings)


def end(table, seat=2):
    """Seat 2 gives up, which its key vouches for."""
    if table.rules.mover != "over":
        table.clients[seat].here = True
        table.clients[seat].receive()
        table.give_up(seat)
    return table.finish()


def honest(rules, base, seed=1, **changes):
    """A game of some turns. In `three` and `toy` it has a time-out of seat 2 and undone lines."""
    table = start(rules, base, seed, **changes)
    for turn in range(TURNS[base]):
        if table.rules.mover == "over":
            break
        table.once()
        if base in ("three", "toy") and table.rules.mover == 1 and not table.undone:
            turn_before, line = table.rules.turn(), table.choose(1)
            i = table.act(1, line)
            if table.rules.turn() == turn_before:
                table.undo(i, "own", [table.clients[1].say("by", f"#3 undo {i} own")])
        if table.rules.mover == 2 and table.full_time(2) and not any(e.startswith("#3 late") for e in table.entries):
            table.tell_clock(2)
            table.time_out(2, table.choose(2))
    return end(table)


# Edits of the lines of honest files. Each function takes the lines of the record and of the transcript, changes them,
# and returns the grade, or None if there is nothing to forge in this game.

EDITS = {}


def edit(function):
    EDITS[function.__name__.replace("_", "-")] = function
    return function


def find(lines, pattern, which=0):
    found = [i for i, line in enumerate(lines) if re.match(pattern, line)]
    return found[which] if -len(found) <= which < len(found) else None


def replace(lines, pattern, change, which=0, grade="contradicted"):
    """Changes the line that matches. `change` is a function of its text, or None to delete the line."""
    i = find(lines, pattern, which)
    if i is None:
        return None
    if change is None:
        del lines[i]
    elif change(lines[i]) == lines[i]:
        return None
    else:
        lines[i] = change(lines[i])
    return grade


def flip(line, where=-1):
    """Changes one hex digit."""
    places = [m.start() for m in re.finditer("[0-9a-f](?=[0-9a-f]{40})", line)]
    if not places:
        return line
    i = places[where]
    return line[:i] + ("0" if line[i] != "0" else "1") + line[i + 1:]


def word(line, number, value):
    words = line.split(" ")
    words[number] = value
    return " ".join(words)


def body(record):
    return record.index("---") + 1


@edit
def unchanged(r, t):
    return "proved"


@edit
def comment(r, t):
    r.insert(body(r) + 3, "# a comment")
    r.insert(3, "date 2026-11-18T00:00:00Z")
    return "proved"


@edit
def transcript_torn(r, t):
    t[-1:] = [t[-1], "saw 12 100"]
    return "torn"  # the last line has no LF


@edit
def transcript_torn_in_the_middle(r, t):
    t[:] = t[:len(t) // 2] + [t[len(t) // 2][:9]]
    return "contradicted-torn"


@edit
def crlf(r, t):
    r[:] = [line + "\r" for line in r]
    return "refused"


@edit
def crlf_in_notes(r, t):
    return replace(r, "#3 ask", lambda line: line + "\r")


@edit
def transcript_crlf(r, t):
    t[:] = [line + "\r" for line in t]
    return "refused"


@edit
def empty_line(r, t):
    r.insert(body(r) + 2, "")
    return "contradicted"


@edit
def two_headers(r, t):
    r.insert(find(r, "fair-version"), "fair-version 3")
    return "refused"


@edit
def two_servers(r, t):
    i = find(r, "fair-server")
    r.insert(i, flip(r[i]))
    return "refused"


@edit
def header_order(r, t):
    i = find(r, "fair-table")
    r[i], r[i + 1] = r[i + 1], r[i]
    return "refused"


@edit
def old_header(r, t):
    r.insert(find(r, "fair-server"), "fair-seed " + "0" * 64)
    return "refused"


@edit
def dice_own(r, t):
    r.insert(3, "dice own")
    return "refused"


@edit
def version_4(r, t):
    return replace(r, "fair-version", lambda line: "fair-version 4", grade="refused")


@edit
def head_missing_clock(r, t):
    return replace(r, "fair-clock", None, grade="refused")


@edit
def other_table(r, t):
    return replace(r, "fair-table", lambda line: line[:-1] + ("2" if line[-1] != "2" else "3"))


@edit
def other_clock(r, t):
    return replace(r, "fair-clock", lambda line: "fair-clock move 31")


@edit
def other_server_promise(r, t):
    return replace(r, "fair-server", lambda line: flip(line, 0))


@edit
def other_hidden_promise(r, t):
    return replace(r, "fair-server", lambda line: word(line, 2, flip(line.split(" ")[2])))


@edit
def other_server_key(r, t):
    return replace(r, "fair-server", lambda line: word(line, 3, Key(b"x" * 32).hex))


@edit
def other_v(r, t):
    return replace(r, "fair-hidden", flip)


@edit
def no_v(r, t):
    return replace(r, "fair-hidden", None, grade="proved in part")


@edit
def other_option(r, t):
    return replace(r, "option first=", lambda line: "option first=2") or replace(r, "option dice=", lambda line: "option dice=3")


@edit
def default_option(r, t):
    if "game easycome" not in r:
        return None
    r.insert(find(r, "players"), "option hold=2")
    return "proved"


@edit
def person_named_bot(r, t):
    return replace(r, "seat 2 ", lambda line: "seat 2 bot:random")


@edit
def bot_named_person(r, t):
    return replace(r, r"seat \d bot:", lambda line: line[:7] + "Zoe")


@edit
def names_are_free(r, t):
    return replace(r, "seat 2 P", lambda line: "seat 2 Zoe", grade="proved")


@edit
def note_leading_zero(r, t):
    return replace(r, "#3 ask", lambda line: word(line, 2, "0" + line.split(" ")[2]))


@edit
def note_two_spaces(r, t):
    return replace(r, "#3 ask", lambda line: line.replace("ask ", "ask  "))


@edit
def note_trailing_space(r, t):
    return replace(r, "#3 step", lambda line: line + " ")


@edit
def note_upper_case(r, t):
    return replace(r, "#3 step", lambda line: word(line, 3, line.split(" ")[3].upper()))


@edit
def note_unknown(r, t):
    r.insert(body(r) + 2, "#3 hello")
    return "contradicted"


@edit
def note_empty(r, t):
    r.insert(body(r) + 2, "#3")
    return "contradicted"


@edit
def note_glued(r, t):
    r.insert(body(r) + 2, "#31 January")
    return "contradicted"


@edit
def note_too_long(r, t):
    r.insert(body(r) + 2, "#3 ask 1 " + " ".join(map(str, range(1, 600))))
    return "contradicted"


@edit
def note_tab(r, t):
    return replace(r, "#3 ask", lambda line: line.replace("ask ", "ask\t"))


@edit
def note_as_undone(r, t):
    return replace(r, "#3 seat", lambda line: "# undone: " + line)


@edit
def draw_first(r, t):
    return replace(r, r"\* ", other_draw)


@edit
def draw_last(r, t):
    return replace(r, r"\* (roll|draw|setup|theme)", other_draw, -1)


def other_draw(line):
    for old, new in (("retire1", "saute"), ("saute", "retire1"), ("ace", "ten"), ("ten", "ace"), ("theme 1", "theme 2")):
        if old in line:
            return line.replace(old, new)
    for new in ("* roll 0000", "* roll 0", "* setup 123456", "* roll WW", "* draw saute", "* theme 1", "* roll 3"):
        if len(new) == len(line) and new != line and new[:5] == line[:5]:
            return new
    return line[:-1] + ("5" if line[-1] != "5" else "4")


@edit
def move_other(r, t):
    return replace(r, "1 (keep|stop|take|go|pass|[a-f])", lambda line: {"1 stop": "1 keep 0"}.get(line, "1 stop"))


@edit
def move_of_seat_2(r, t):
    return replace(r, "2 (keep|stop|take|go|pass|[a-f])", lambda line: {"2 stop": "2 keep 0"}.get(line, "2 stop"))


@edit
def move_with_matching_words(r, t):
    """The server replaces a move of seat 1, and D and SIG with it."""
    for i, line in enumerate(r):
        if line.startswith("#3 by 1 ") and line.endswith(" -") and re.match("1 (keep|stop|take)", r[i + 1]):
            r[i + 1] = "1 stop" if r[i + 1] != "1 stop" else "1 keep 0"
            r[i] = word(line, 5, H("cornet fair 3 act", "-", r[i + 1]))
            return "contradicted"
    return None


@edit
def word_missing(r, t):
    return replace(r, "#3 by 1 ", None)


@edit
def word_of_another_seat(r, t):
    return replace(r, "#3 by 1 ", lambda line: word(line, 2, "2"))


@edit
def word_other_m(r, t):
    return replace(r, "#3 by 1 ", lambda line: word(line, 3, str(int(line.split(" ")[3]) + 1000)), -1)


@edit
def word_m_zero(r, t):
    return replace(r, "#3 by 1 ", lambda line: word(line, 3, "0"))


@edit
def word_m_reused(r, t):
    i, j = find(r, "#3 by 1 "), find(r, "#3 by 1 ", 1)
    if j is None:
        return None
    r[j] = word(r[j], 3, r[i].split(" ")[3])
    return "contradicted"


@edit
def word_seen_less(r, t):
    return replace(r, "#3 by 1 ", lambda line: word(line, 4, str(int(line.split(" ")[4]) - 1)))


@edit
def word_seen_future(r, t):
    return replace(r, "#3 by 1 ", lambda line: word(line, 4, "9999"))


@edit
def word_other_d(r, t):
    return replace(r, "#3 by 1 ", lambda line: word(line, 5, flip(line.split(" ")[5])))


@edit
def word_twice(r, t):
    i = find(r, "#3 by 1 ")
    r.insert(i, r[i]) if i else None
    return "contradicted" if i else None


@edit
def word_agreed_needlessly(r, t):
    i = find(r, "#3 by 1 ")
    r.insert(i + 1, r[i].replace("#3 by 1", "#3 yes 2")) if i else None
    return "contradicted" if i else None


@edit
def signature_wrong(r, t):
    return replace(r, "#3 by 2 ", lambda line: flip(line, -1))


@edit
def signature_missing(r, t):
    return replace(r, "#3 by 2 ", lambda line: word(line, 6, "-"))


@edit
def signature_of_nobody(r, t):
    return replace(r, "#3 by 1 .* -$", lambda line: word(line, 6, "0" * 128))


@edit
def signature_too_large(r, t):
    """S plus the order of the group: a second spelling of the same signature."""
    def change(line):
        sig = bytes.fromhex(line.split(" ")[6])
        s = int.from_bytes(sig[32:], "little") + fair.ORDER
        return word(line, 6, (sig[:32] + s.to_bytes(32, "little")).hex())
    return replace(r, "#3 by 2 ", change)


@edit
def signature_of_link_wrong(r, t):
    return replace(r, "#3 step .* 2:", lambda line: flip(line, -1))


@edit
def signature_of_link_missing(r, t):
    return replace(r, "#3 step .* 2:", lambda line: re.sub("(2:[0-9a-f]{64}):[0-9a-f]{128}", r"\1:-", line))


@edit
def link_of_server(r, t):
    return replace(r, "#3 step", lambda line: word(line, 3, flip(line.split(" ")[3])))


@edit
def link_of_seat_1(r, t):
    return replace(r, "#3 step", lambda line: re.sub(" 1:.", lambda m: " 1:" + ("0" if m[0][-1] != "0" else "1"), line))


@edit
def links_swapped(r, t):
    def change(line):
        words = line.split(" ")
        a, b = words[4].split(":"), words[5].split(":")
        a[1], b[1] = b[1], a[1]
        return " ".join(words[:4] + [":".join(a), ":".join(b)] + words[6:])
    return replace(r, "#3 step .* 2:", change)


@edit
def links_in_another_order(r, t):
    return replace(r, "#3 step .* 2:", lambda line: " ".join(line.split(" ")[:4] + line.split(" ")[:3:-1]))


@edit
def link_of_an_earlier_step(r, t):
    i, j = find(r, "#3 step"), find(r, "#3 step", 1)
    if j is None:
        return None
    r[j] = word(r[j], 3, r[i].split(" ")[3])
    return "contradicted"


@edit
def link_left_out(r, t):
    return replace(r, "#3 step .* 2:", lambda line: line.rsplit(" ", 1)[0])


@edit
def step_with_r(r, t):
    return replace(r, "#3 step", lambda line: " ".join(line.split(" ")[:4]) + " 0:" + "0" * 64 + ":-")


@edit
def step_missing(r, t):
    return replace(r, "#3 step", None)


@edit
def ask_missing(r, t):
    return replace(r, "#3 ask", None)


@edit
def ask_skips(r, t):
    return replace(r, "#3 ask", lambda line: word(line, 2, "2"))


@edit
def ask_fewer(r, t):
    return replace(r, "#3 ask . 1 2", lambda line: line.replace(" 1 2", " 2"))


@edit
def ask_descending(r, t):
    return replace(r, "#3 ask . 1 2", lambda line: line.replace(" 1 2", " 2 1"))


@edit
def ask_twice_the_same(r, t):
    return replace(r, "#3 ask . 1 2", lambda line: line.replace(" 1 2", " 1 1 2"))


@edit
def ask_unknown_seat(r, t):
    return replace(r, "#3 ask", lambda line: line + " 7")


@edit
def ask_seat_0(r, t):
    return replace(r, "#3 ask . 1", lambda line: line.replace(" 1", " 0 1", 1) if line[7] != "1" else line.replace("ask 1 1", "ask 1 0 1"))


@edit
def ask_nobody(r, t):
    return replace(r, "#3 ask", lambda line: " ".join(line.split(" ")[:3]) + " -")


@edit
def ask_at_the_end(r, t):
    r.append(f"#3 ask {sum(line.startswith('#3 ask') for line in r) + 1} 1")
    return "contradicted"


@edit
def miss_put_in(r, t):
    i = find(r, "#3 step")
    r.insert(i, f"#3 miss {r[i].split(' ')[2]} 2")
    return "contradicted"


@edit
def chain_other_end(r, t):
    return replace(r, "#3 chain 1", lambda line: word(line, 4, flip(line.split(" ")[4])))


@edit
def chain_other_key(r, t):
    return replace(r, "#3 chain 2", lambda line: word(line, 5, Key(b"x" * 32).hex))


@edit
def chain_key_removed(r, t):
    return replace(r, "#3 chain 2", lambda line: word(line, 5, "-"))


@edit
def chain_key_of_small_order(r, t):
    return replace(r, "#3 chain 2", lambda line: word(line, 5, "01" + "0" * 62))


@edit
def chain_other_base(r, t):
    return replace(r, "#3 chain 1", lambda line: word(line, 3, "1"))


@edit
def chain_missing(r, t):
    return replace(r, "#3 chain 1", None)


@edit
def chain_of_nobody(r, t):
    return replace(r, "#3 chain 1", lambda line: word(line, 2, "9"))


@edit
def chain_in_a_step(r, t):
    r.insert(find(r, "#3 step"), f"#3 chain 2 1 {'1' * 64} -")
    return "contradicted"


@edit
def seat_missing(r, t):
    return replace(r, "#3 seat 2", None)


@edit
def seat_as_bot(r, t):
    return replace(r, "#3 seat 2", lambda line: "#3 seat 2 bot")


@edit
def seat_as_plain(r, t):
    return replace(r, "#3 seat 2", lambda line: "#3 seat 2 plain")


@edit
def seat_of_nobody(r, t):
    r.insert(body(r), "#3 seat 9 person")
    return "contradicted"


@edit
def seat_0(r, t):
    r.insert(body(r), "#3 seat 0 person")
    return "contradicted"


@edit
def seat_unknown_kind(r, t):
    return replace(r, "#3 seat 2", lambda line: "#3 seat 2 robot")


@edit
def notes_reordered(r, t):
    i = body(r)
    r[i], r[i + 1] = r[i + 1], r[i]
    return "contradicted"


@edit
def chains_reordered(r, t):
    i = find(r, "#3 chain 2")
    r[i], r[i - 1] = r[i - 1], r[i]
    return "contradicted"


@edit
def late_shorter(r, t):
    return replace(r, "#3 late", lambda line: word(line, 3, "1"))


@edit
def late_longer(r, t):
    return replace(r, "#3 late", lambda line: word(line, 3, "999999"))


@edit
def late_instead_of_a_word(r, t):
    return replace(r, "#3 by 1 ", lambda line: "#3 late 1 30000")


@edit
def late_missing(r, t):
    return replace(r, "#3 late", None)


@edit
def late_of_another(r, t):
    return replace(r, "#3 late 2", lambda line: line.replace("late 2", "late 1"))


@edit
def undone_stands_again(r, t):
    return replace(r, "# undone: ", lambda line: line[10:])


@edit
def undone_dropped(r, t):
    return replace(r, "# undone: ", None)


@edit
def undone_instead_of_played(r, t):
    return replace(r, "1 (keep|stop|take|go|pass)", lambda line: "# undone: " + line)


@edit
def undo_dropped(r, t):
    return replace(r, "#3 undo", None)


@edit
def undo_of_an_entry_that_is_no_line(r, t):
    return replace(r, "#3 undo", lambda line: word(line, 2, "1"))


@edit
def undo_all_instead_of_own(r, t):
    return replace(r, "#3 undo", lambda line: line.replace("own", "all"))


@edit
def salt_other(r, t):
    return replace(r, "fair-salt", flip)


@edit
def salts_swapped(r, t):
    i, j = find(r, "fair-salt"), find(r, "fair-salt", 1)
    if j is None:
        return None
    a, b = r[i].split(" "), r[j].split(" ")
    r[i], r[j] = f"fair-salt {a[1]} {b[2]}", f"fair-salt {b[1]} {a[2]}"
    return "contradicted"


@edit
def salt_missing(r, t):
    return replace(r, "fair-salt", None, grade="proved in part")


@edit
def salt_of_an_open_line(r, t):
    i = find(r, "fair-hidden")
    if find(r, "fair-salt") is not None:
        return None
    r.insert(i + 1, "fair-salt 3 " + "0" * 64)
    return "contradicted"


@edit
def salt_twice(r, t):
    i = find(r, "fair-salt")
    r.insert(i, r[i]) if i else None
    return "refused" if i else None


@edit
def hide_other_d(r, t):
    return replace(r, "#3 hide [0-9a-f]", flip)


@edit
def hide_missing(r, t):
    return replace(r, "#3 hide", None)


@edit
def hide_missing_of_a_move(r, t):
    return replace(r, "#3 hide [0-9a-f]", None)


@edit
def hide_an_open_draw(r, t):
    i = find(r, r"\* (roll|setup|theme)")
    r.insert(i, "#3 hide -")
    return "contradicted"


@edit
def hidden_line_as_shown(r, t):
    return replace(r, r"\* draw", lambda line: "* draw ?")


@edit
def cut(r, t):
    """The record ends before what seat 1 saw."""
    del r[body(r) + 8:]
    r[0] = "cornet 1"
    return "contradicted"


@edit
def cut_as_if_saved_during_the_game(r, t):
    """The record ends before what seat 1 saw, and shows no V: an honest one looks like that, too."""
    steps = [i for i, line in enumerate(r) if line.startswith("#3 step ") and " 1:" in line]
    if not steps or any("undone" in line for line in r):
        return None
    del r[next(i for i in range(steps[0], len(r)) if r[i].startswith("* ")) + 1:]
    r[:] = [line for line in r if not line.startswith(("fair-hidden", "fair-salt"))]
    r[0] = "cornet 1"
    return "proved in part"


@edit
def cut_before_the_last_line(r, t):
    del r[-1]
    r[0] = "cornet 1"
    return "contradicted"


@edit
def cut_and_forfeit_of_seat_1(r, t):
    del r[find(r, "#3 by 1"):]
    r.append("1 forfeits")
    r[0] = "cornet 2"
    return "contradicted"


@edit
def cut_and_forfeit_with_a_word(r, t):
    """The server gives up in the name of seat 1, which has no key."""
    i = find(r, "#3 by 1 .* -$")
    if i is None:
        return None
    r[i:] = [word(r[i], 5, H("cornet fair 3 act", "-", "1 forfeits")), "1 forfeits"]
    r[0] = "cornet 2"
    return "contradicted"


@edit
def forfeit_of_another_seat(r, t):
    r[-1] = "1 forfeits"
    return "contradicted"


@edit
def forfeit_without_a_word(r, t):
    i = len(r) - 1
    if not r[i - 1].startswith("#3 by"):
        return None
    del r[i - 1]
    return "contradicted"


@edit
def line_after_the_end(r, t):
    r.append("1 stop")
    return "contradicted"


@edit
def note_after_the_end(r, t):
    r.append("#3 seat 1 left")
    return "contradicted"


@edit
def line_of_the_rules_broken(r, t):
    i = find(r, "#3 by 1 ")
    if i is None:
        return None
    r.insert(i, "1 fly")
    return "contradicted"


# Transcripts.


@edit
def transcript_of_a_spectator(r, t):
    t[:] = [line if line != "seat 1" else "seat 0" for line in t if not line.startswith(("chain", "open", "got", "sent", "refused"))]
    t[:] = [re.sub(r"^(saw \d+ \d+ (?:\*|\d) (?:draw|steal|keep) )(?!\d|$).*", r"\1?", line) for line in t]
    return "not proved"


@edit
def transcript_of_another_seat(r, t):
    return replace(t, "seat 1", lambda line: "seat 2")


@edit
def transcript_of_no_seat(r, t):
    return replace(t, "seat 1", lambda line: "seat 4")


@edit
def transcript_of_another_table(r, t):
    return replace(t, "table", lambda line: "table abc")


@edit
def transcript_head(r, t):
    return replace(t, "head", flip)


@edit
def transcript_head_only(r, t):
    del t[4:]
    return "not proved"


@edit
def transcript_after_chain(r, t):
    del t[5:]
    return "contradicted"


@edit
def transcript_no_chain(r, t):
    return replace(t, "chain", None, grade="refused")


@edit
def transcript_other_chain(r, t):
    return replace(t, "chain", flip)


@edit
def transcript_chain_late(r, t):
    t.append(t[find(t, "chain")])
    return "refused"


@edit
def transcript_top_order(r, t):
    t[1], t[2] = t[2], t[1]
    return "refused"


@edit
def transcript_version(r, t):
    t[0] = "cornet-transcript 4"
    return "refused"


@edit
def transcript_unknown_line(r, t):
    t.append("hello")
    return "refused"


@edit
def transcript_empty_line(r, t):
    t.insert(6, "")
    return "refused"


@edit
def transcript_leading_zero(r, t):
    return replace(t, "saw 1 ", lambda line: "saw 01" + line[5:], grade="refused")


@edit
def open_missing(r, t):
    i = find(t, "open")
    t[:] = [line for line in t if not line.startswith(("open 1 ", "got 1 "))]
    return "contradicted" if i else None


@edit
def open_other_hash(r, t):
    return replace(t, "open", lambda line: word(line, 3, flip(line.split(" ")[3])))


@edit
def open_other_link(r, t):
    return replace(t, "open", lambda line: word(line, 4, flip(line.split(" ")[4])))


@edit
def open_too_much(r, t):
    last = t[find(t, "open", -1)]
    t.append(word(last, 1, str(int(last.split(" ")[1]) + 1)))
    return "contradicted"


@edit
def open_twice(r, t):
    t.append(t[find(t, "open")])
    return "refused"


@edit
def got_missing(r, t):
    return replace(t, "got", None, grade="proved")


@edit
def sent_missing(r, t):
    return replace(t, "sent", None)


@edit
def sent_other_text(r, t):
    def change(line):
        words = line.split(" ", 6)
        words[6] = "1 stop" if words[6] != "1 stop" else "1 keep 0"
        words[4] = H("cornet fair 3 act", words[5], words[6])
        return " ".join(words)
    return replace(t, "sent", change)


@edit
def sent_text_without_its_d(r, t):
    return replace(t, "sent", lambda line: line + "0", grade="refused")


@edit
def sent_seen_other(r, t):
    return replace(t, "sent", lambda line: word(line, 2, "0"))


@edit
def sent_refused(r, t):
    m = t[find(t, "sent")].split(" ")[1] if find(t, "sent") else None
    t.append(f"refused {m}") if m else None
    return "contradicted" if m else None


@edit
def sent_dropped(r, t):
    t.append(f"sent 1000 3 5 {H('cornet fair 3 act', '-', '1 stop')} - 1 stop")
    return "proved in part"


@edit
def sent_and_refused(r, t):
    t.append(f"sent 1000 3 5 {H('cornet fair 3 act', '-', '1 stop')} - 1 stop")
    t.append("refused 1000")
    return "proved"


@edit
def sent_and_lost(r, t):
    t.append(f"sent 1000 3 5 {H('cornet fair 3 act', '-', '1 stop')} - 1 stop")
    t.append("lost 1000")
    return "proved"


@edit
def sent_lost_and_carried_out(r, t):
    m = t[find(t, "sent")].split(" ")[1] if find(t, "sent") else None
    t.append(f"lost {m}") if m else None
    return "proved" if m else None


@edit
def sent_lost_and_refused(r, t):
    m = t[find(t, "sent")].split(" ")[1] if find(t, "sent") else None
    t.extend((f"lost {m}", f"refused {m}")) if m else None
    return "contradicted" if m else None


@edit
def lost_and_never_sent(r, t):
    t.append("lost 1000")
    return "refused"


@edit
def sent_m_falls(r, t):
    t.append(f"sent 1000 3 5 {H('cornet fair 3 act', '-', '1 stop')} - 1 stop")
    t.append(f"sent 999 3 5 {H('cornet fair 3 act', '-', '1 stop')} - 1 stop")
    return "refused"


@edit
def saw_missing(r, t):
    return replace(t, "saw 2 ", None, grade="proved in part")


@edit
def saw_missing_last(r, t):
    return replace(t, "saw", None, -1, grade="proved in part")


@edit
def saw_other(r, t):
    return replace(t, "saw 2 ", lambda line: re.sub("seat 2", "seat 3", line))


@edit
def saw_a_note_that_is_gone(r, t):
    i = find(t, "saw", -1)
    t.append(f"saw {int(t[i].split(' ')[1]) + 1} 999 #3 seat 2 left")
    return "contradicted"


@edit
def saw_entry_0(r, t):
    t.append("saw 0 999 #3 seat 2 left")
    return "refused"


@edit
def saw_twice(r, t):
    t.append(t[find(t, "saw")])
    return "refused"


@edit
def saw_twice_and_other(r, t):
    t.append(t[find(t, "saw")] + "x")
    return "refused"


@edit
def saw_a_draw_as_other(r, t):
    return replace(t, r"saw \d+ \d+ \* (roll|setup|theme)", lambda line: line + "0")


@edit
def saw_a_hidden_line_openly(r, t):
    return replace(t, r"saw \d+ \d+ \* draw \?", lambda line: line.replace("?", "saute"))


@edit
def contradiction_noted(r, t):
    t.append("contradiction the hash is another")
    return "contradicted"


@edit
def left_out_noted(r, t):
    t.append("left-out 1")
    return "proved"


@edit
def seal_other(r, t):
    i = find(t, "seal .* -$")
    if i is None:
        return None
    t[i] = flip(t[i])
    return "contradicted"


@edit
def seal_beyond_the_record(r, t):
    i = find(t, "seal .* -$")
    t.append(f"seal 9999 {'0' * 64} -") if i else None
    return "contradicted" if i else None


@edit
def seal_invalid(r, t):
    i = find(t, "seal .*[0-9a-f]$")
    if i is None:
        return None
    t[i] = word(t[i], 2, flip(t[i].split(" ")[2]))
    return "proved"


@edit
def clock_missing(r, t):
    if find(t, "clock . 2|clock .. 2") is None or find(r, "#3 late") is None:
        return None
    t[:] = [line for line in t if not line.startswith("clock")]
    return "proved in part"


def last_clock(r, t):
    """The index of the clock line of the first time-out, and its entry."""
    late = find(t, r"saw \d+ \d+ #3 late")
    clocks = [i for i, line in enumerate(t) if line.startswith("clock") and i < (late or 0)]
    return (clocks[-1], late) if clocks else (None, None)


@edit
def clock_told_more(r, t):
    i, _ = last_clock(r, t)
    if i is None:
        return None
    t[i] = word(t[i], 3, "90000")
    return "contradicted"


@edit
def clock_early(r, t):
    i, late = last_clock(r, t)
    if i is None:
        return None
    t[i] = word(t[i], 4, str(int(t[late].split(" ")[2]) - 27000))
    return "proved in part"


@edit
def clock_just_in_time(r, t):
    i, late = last_clock(r, t)
    if i is None or "fair-clock move 30" not in r:
        return None
    t[i] = word(t[i], 4, str(int(t[late].split(" ")[2]) - 28000))
    return "proved"


@edit
def clock_of_an_earlier_turn(r, t):
    i, _ = last_clock(r, t)
    if i is None:
        return None
    t[i] = word(t[i], 1, "4")
    return "proved in part"


@edit
def clock_of_another_seat(r, t):
    i, _ = last_clock(r, t)
    if i is None:
        return None
    t[i] = word(t[i], 2, "1")
    return "proved in part"


def edited(table, base, names=None):
    """All edits of an honest game, as cases."""
    for name, function in EDITS.items():
        if names and name not in names:
            continue
        record, transcript = table.record_lines(), list(table.all_clients[0].lines)
        grade = function(record, transcript)
        if not grade:
            continue
        data = text(transcript)
        if grade in ("torn", "contradicted-torn"):
            data, grade = data[:-1], {"torn": "proved"}.get(grade, "contradicted")
        yield Case(f"{base}-{name}", text(record), data, grade, base)


# Cheating servers. Each function plays a game in which all hashes, links and signatures are right, and returns the table
# and the grade for seat 1. `cheat` games are of the base named.

CHEATS = {}


def cheat(base):
    def register(function):
        CHEATS[function.__name__.replace("_", "-")] = (function, base)
        return function
    return register


def until(table, mover, limit=60):
    """Plays honestly until the mover is to act."""
    while table.rules.mover != mover and table.rules.mover != "over" and limit:
        table.once()
        limit -= 1
    assert table.rules.mover == mover, (table.rules.mover, mover)
    return table


def answers(table, ask, asked):
    return table.collect(asked, [], ask)


@cheat("cards")
def run_split_by_an_ask(table):
    """The server dislikes the second card and asks again."""
    ask = table.ask([1, 2])
    table.step([1, 2], answers(table, ask, [1, 2]), ask, draws=1)
    table.tell()
    return end(until(table, 1)), "contradicted"


@cheat("cards")
def run_split_by_a_note(table):
    ask = table.ask([1, 2])
    table.step([1, 2], answers(table, ask, [1, 2]), ask, draws=1)
    table.append("#3 seat 2 person")
    table.tell()
    return end(until(table, 1)), "contradicted"


@cheat("cards")
def run_split_by_giving_up(table):
    ask = table.ask([1, 2])
    table.step([1, 2], answers(table, ask, [1, 2]), ask, draws=2)
    table.tell()
    return end(table), "contradicted"


@cheat("three")
def step_without_a_draw(table):
    until(table, 1)
    table.act(1, table.choose(1))
    if table.rules.mover != "chance":
        until(table, "chance")
    ask = table.ask([1, 2])
    table.step([1, 2], answers(table, ask, [1, 2]), ask, draws=0)
    table.tell()
    return end(table), "contradicted"


@cheat("three")
def step_drawn_again(table):
    """The same number is asked twice, with an entry between that changes the hash."""
    ask = table.ask([1, 2])
    table.collect([1, 2], [], ask)
    table.entries.pop(), table.h.pop()
    table.append("#3 seat 2 person")
    table.asks -= 1
    until(table, 1)
    for client in table.clients.values():
        client.lines.remove([line for line in client.lines if line.startswith("open 1 ")][1])
    return end(table), "contradicted"


@cheat("three")
def ask_told_and_dropped(table):
    """Two asks follow one another; the first has no step."""
    table.ask([1, 2])
    return end(until(table, 1)), "contradicted"


@cheat("three")
def miss_without_got(table):
    """Seat 2, a friend of the server, voids the step when it sees the draw."""
    ask = table.ask([1, 2])
    table.collect([1, 2], [2], ask)
    table.miss([2])
    ask = table.ask([1])
    table.step([1], answers(table, ask, [1]), ask)
    table.tell()
    return end(until(table, 1)), "proved in part"


@cheat("three")
def miss_of_the_seat_itself(table):
    ask = table.ask([1, 2])
    client = table.clients[1]
    client.note(f"open 1 {client.now()} {table.h[ask]} {client.chain.links[1]}")
    table.miss([1])
    ask = table.ask([2])
    table.step([2], answers(table, ask, [2]), ask)
    table.tell()
    return end(until(table, 2)), "proved in part"


@cheat("keys")
def miss_after_got(table):
    ask = table.ask([1, 2])
    table.collect([1, 2], [], ask)
    table.miss([1])
    ask = table.ask([2])
    table.step([2], answers(table, ask, [2]), ask)
    table.tell()
    return end(until(table, 2)), "contradicted"


@cheat("keys")
def miss_after_a_got_that_is_not_signed(table):
    """The note of `got` is the client's own: without the server's signature it proves nothing."""
    ask = table.ask([1, 2])
    table.collect([1, 2], [], ask)
    client = table.clients[1]
    client.lines[:] = [flip(line) if line.startswith("got") else line for line in client.lines]
    table.miss([1])
    ask = table.ask([2])
    table.step([2], answers(table, ask, [2]), ask)
    table.tell()
    until(table, 2)
    until(table, "chance")
    table.once()
    return end(table), "proved in part"


@cheat("three")
def miss_of_all(table):
    """Seat 1 is asked alone and left out, and no one leaves."""
    ask = table.ask([1])
    table.collect([1], [1], ask)
    table.miss([1])
    ask = table.ask([2])
    table.step([2], answers(table, ask, [2]), ask)
    table.tell()
    return end(until(table, 1)), "contradicted"


@cheat("three")
def miss_of_all_who_then_leave(table):
    """Seat 2 is asked alone and leaves, as 4.4 allows; seat 1 was left out of one void step."""
    table.clients[1].here = False
    table.ask([2])
    table.miss([2])
    table.clients[1].here = True
    table.clients[1].receive()
    table.leave(2, table.clients[2])
    ask = table.ask([1])
    table.step([1], answers(table, ask, [1]), ask)
    table.tell()
    until(table, 1)
    return end(table, 1), "proved"


@cheat("three")
def miss_of_all_and_somebody_comes_before_the_next_ask(table):
    """Seat 2 is asked alone and leaves. Seat 1 was away, and returns before the next ask."""
    table.clients[1].here = False
    table.ask([2])
    table.miss([2])
    table.clients[1].here = True
    table.clients[1].receive()
    table.leave(2, table.clients[2])
    table.append("#3 seat 1 person")
    table.tell()
    ask = table.ask([1])
    table.step([1], answers(table, ask, [1]), ask)
    table.tell()
    until(table, 1)
    return end(table, 1), "proved"


@cheat("three")
def miss_of_all_and_others_come_before_they_leave(table):
    """Between the miss of all and their leaving, the server writes something else."""
    table.clients[1].here = False
    table.ask([2])
    table.miss([2])
    table.append("#3 seat 1 person")
    table.clients[1].here = True
    table.clients[1].receive()
    table.leave(2, table.clients[2])
    ask = table.ask([1])
    table.step([1], answers(table, ask, [1]), ask)
    table.tell()
    until(table, 1)
    return end(table, 1), "contradicted"


@cheat("three")
def miss_and_the_next_ask_is_larger(table):
    ask = table.ask([1])
    table.collect([1], [], ask)
    table.append("#3 miss 1 1")
    ask = table.ask([1, 2])
    table.step([1, 2], answers(table, ask, [1, 2]), ask)
    table.tell()
    return end(until(table, 1)), "contradicted"


@cheat("three")
def miss_of_a_seat_not_asked(table):
    ask = table.ask([1])
    table.append("#3 miss 1 2")
    ask = table.ask([1])
    table.step([1], answers(table, ask, [1]), ask)
    table.tell()
    return end(until(table, 1)), "contradicted"


@cheat("three")
def missed_twice_and_asked(table):
    for _ in range(2):
        table.ask([1, 2])
        table.miss([2])
        ask = table.ask([1])
        table.step([1], answers(table, ask, [1]), ask)
        table.tell()
        until(table, "chance") if table.rules.mover != "chance" else None
    ask = table.ask([1, 2])
    table.step([1, 2], answers(table, ask, [1, 2]), ask)
    table.tell()
    return end(table), "contradicted"


@cheat("three")
def missed_twice_and_left_out(table):
    for _ in range(2):
        table.ask([1, 2])
        table.miss([2])
        ask = table.ask([1])
        table.step([1], answers(table, ask, [1]), ask)
        table.tell()
        until(table, "chance") if table.rules.mover != "chance" else None
    table.once()
    return end(table), "proved"


@cheat("three")
def seat_1_is_not_asked(table):
    ask = table.ask([2])
    table.step([2], answers(table, ask, [2]), ask)
    table.tell()
    return end(until(table, 2)), "proved in part"


@cheat("three")
def seat_1_is_never_asked(table):
    ask = table.ask([2])
    table.step([2], answers(table, ask, [2]), ask)
    table.tell()
    return end(table), "not proved"


@cheat("three")
def nobody_is_asked(table):
    until(table, "chance")
    table.once()
    until(table, "chance") if table.rules.mover != "chance" else None
    ask = table.ask([])
    table.step([], [], ask)
    table.tell()
    return end(table), "proved in part"


@cheat("three")
def bot_is_asked(table):
    table.new_client(3, False) and table.tell()
    return end(until(table, 1)), "contradicted"


@cheat("three")
def person_becomes_a_bot(table):
    until(table, 1)
    table.append("#3 seat 2 bot")
    table.kinds[2] = "bot"
    table.line("2 forfeits")
    table.tell()
    return table.finish(), "contradicted"


@cheat("three")
def person_becomes_a_bot_at_the_start(table):
    table.append("#3 seat 2 bot")
    table.kinds[2] = "bot"
    table.lose_client(2)
    until(table, 1)
    table.line("2 forfeits")
    table.tell()
    return table.finish(), "contradicted"


@cheat("three")
def stand_in_without_words(table):
    until(table, 1)
    table.append("#3 seat 2 stand-in")
    table.line("2 forfeits")
    table.tell()
    return table.finish(), "contradicted"


@cheat("three")
def stand_in_that_gives_up(table):
    """Seat 2 has a vouched key, and is replaced; the stand-in's forfeit is the server's word."""
    until(table, 1)
    table.stand_in(2, [1])
    table.line("2 forfeits")
    table.tell()
    return table.finish(), "proved in part"


@cheat("three")
def stand_in_for_seat_1(table):
    """Seat 2 and the server take seat 1 from its person for a while."""
    until(table, 1)
    table.stand_in(1, [2])
    table.act(1, table.choose(1))
    table.append("#3 seat 1 person")
    table.kinds[1] = "person"
    table.tell()
    return end(table), "proved in part"


@cheat("three")
def stand_in_words_of_the_bot(table):
    until(table, 1)
    table.append(f"#3 by 3 1 {len(table.entries)} {H('cornet fair 3 act', '-', '#3 seat 2 stand-in')} -")
    table.append("#3 seat 2 stand-in")
    table.tell()
    return end(table), "contradicted"


@cheat("three")
def seat_left_without_its_word(table):
    """Seat 2 has a key, so the server cannot say that it left."""
    until(table, 1)
    table.append("#3 seat 2 left")
    table.line("2 forfeits")
    table.tell()
    return table.finish(), "contradicted"


@cheat("three")
def seat_left_and_gives_up(table):
    """Seat 2 left by its own word. That the seat then gives up is the server's word."""
    until(table, 1)
    table.leave(2, table.clients[2])
    table.line("2 forfeits")
    table.tell()
    return table.finish(), "proved in part"


@cheat("three")
def seat_changes_hands_and_gives_up(table):
    """The server puts a person of its own on seat 2, with a new key."""
    until(table, 1)
    table.new_client(2, True)
    table.clients[2].vouched = False
    table.tell()
    return end(table), "proved in part"


@cheat("three")
def seat_changes_device_and_gives_up(table):
    until(table, 1)
    table.new_client(2, True, table.clients[2])
    table.tell()
    return end(table), "proved"


@cheat("three")
def seat_1_gets_another_chain(table):
    until(table, 1)
    table.new_client(1, False)
    table.tell()
    return end(table), "proved in part"


@cheat("three")
def keyless_seat_gives_up(table):
    until(table, 1)
    table.new_client(2, False)
    table.clients[2].vouched = False
    table.tell()
    return end(table), "proved in part"


@cheat("three")
def bot_gives_up(table):
    until(table, 1)
    table.line("3 forfeits")
    table.tell()
    return table.finish(), "proved"


@cheat("three")
def bot_becomes_a_person(table):
    table.append("#3 seat 3 person")
    table.tell()
    return end(until(table, 1)), "contradicted"


@cheat("three")
def undo_of_a_draw(table):
    """A roll is taken back and drawn again."""
    until(table, 1)
    i = len(table.entries)
    while not table.entries[i - 1].startswith("* "):
        i -= 1
    table.undo(i, "all", [table.clients[1].say("by", f"#3 undo {i} all")] + [table.clients[2].say("yes", f"#3 undo {i} all")])
    return end(until(table, 1)), "contradicted"


@cheat("three")
def undo_behind_an_ask(table):
    until(table, 1)
    i = table.act(1, table.choose(1))
    until(table, "chance") if table.rules.mover != "chance" else None
    table.ask([1, 2])
    first = f"#3 undo {i} all"
    table.undo(i, "all", [table.clients[1].say("by", first), table.clients[2].say("yes", first)])
    return end(until(table, 1)), "contradicted"


@cheat("duel")
def undo_all_without_consent(table):
    """Seat 2 takes back its line and seat 1's answer; seat 1 did not agree."""
    until(table, 2)
    i = table.act(2, "2 end")
    table.act(1, table.choose(1))
    table.undo(i, "all", [table.clients[2].say("by", f"#3 undo {i} all")])
    return end(table), "contradicted"


@cheat("duel")
def undo_all_with_consent(table):
    until(table, 2)
    i = table.act(2, "2 end")
    table.act(1, table.choose(1))
    note = f"#3 undo {i} all"
    table.undo(i, "all", [table.clients[2].say("by", note), table.clients[1].say("yes", note)])
    return end(table), "proved"


@cheat("duel")
def undo_own_after_the_turn(table):
    until(table, 2)
    i = table.act(2, "2 end")
    table.undo(i, "own", [table.clients[2].say("by", f"#3 undo {i} own")])
    return end(table), "contradicted"


@cheat("duel")
def undo_own_of_another_seat(table):
    until(table, 2)
    i = table.act(2, "2 a6~")
    table.undo(i, "own", [table.clients[1].say("by", f"#3 undo {i} own")])
    return end(table), "contradicted"


@cheat("duel")
def draw_agreed_by_one(table):
    """Seat 2 and the server agree to a draw that seat 1 never offered."""
    until(table, 2)
    client = table.clients[2]
    table.append(client.say("by", "2 accepts draw"))
    table.line("2 accepts draw")
    table.tell()
    return table.finish(), "contradicted"


@cheat("duel")
def draw_agreed_by_both(table):
    until(table, 2)
    table.append(table.clients[2].say("by", "2 accepts draw"))
    table.append(table.clients[1].say("yes", "2 accepts draw"))
    table.line("2 accepts draw")
    table.tell()
    return table.finish(), "proved"


@cheat("duel")
def draw_after_a_time_out(table):
    until(table, 2)
    table.append("#3 late 2 30000")
    table.line("2 accepts draw")
    table.tell()
    return table.finish(), "contradicted"


@cheat("three")
def late_forfeit(table):
    until(table, 2)
    table.append("#3 late 2 30000")
    table.line("2 forfeits")
    table.tell()
    return table.finish(), "contradicted"


@cheat("three")
def late_early(table):
    until(table, 2)
    table.tell_clock(2)
    table.time -= 20000
    table.time_out(2, table.choose(2))
    return end(table), "proved in part"


@cheat("three")
def late_at_once_by_an_old_clock(table):
    """The clock of an earlier move of the same seat is no proof."""
    until(table, 2)
    table.tell_clock(2)
    table.time += 29000
    table.act(2, table.choose(2))
    until(table, 2)
    for client in table.clients.values():
        while client.lines[-1].startswith("clock"):
            client.lines.pop()
    table.time -= 29000
    table.time_out(2, table.choose(2))
    return end(table), "proved in part"


@cheat("three")
def late_by_a_clock_told_too_short(table):
    """The server tells less time than the move has, and ends it after that."""
    until(table, 2)
    for client in table.clients.values():
        client.note(f"clock {len(table.entries)} 2 3000 {client.now()}")
    table.time -= 26900
    table.time_out(2, table.choose(2))
    return end(table), "proved in part"


@cheat("duel")
def draw_agreed_by_a_keyless_seat(table):
    """Seat 1 accepts, but that seat 2 offered the draw is the server's word."""
    table.new_client(2, False)
    table.tell()
    until(table, 1)
    table.append(table.clients[1].say("by", "1 accepts draw"))
    table.append(table.clients[2].say("yes", "1 accepts draw"))
    table.line("1 accepts draw")
    table.tell()
    return table.finish(), "proved in part"


@cheat("three")
def seat_1_left_by_the_server(table):
    """Seat 1 has no key. The server says that it left, and gives up for it."""
    until(table, 1)
    table.append("#3 seat 1 left")
    table.line("1 forfeits")
    table.tell()
    return table.finish(), "proved in part"


@cheat("three")
def late_of_seat_1(table):
    until(table, 1)
    table.tell_clock(1)
    table.time_out(1, table.choose(1))
    return end(table), "proved in part"


@cheat("three")
def late_of_the_bot(table):
    until(table, 3)
    table.append("#3 late 3 30000")
    table.line(table.choose(3))
    table.tell()
    return end(table), "contradicted"


@cheat("keys")
def late_without_a_clock(table):
    until(table, 2)
    table.append("#3 late 2 30000")
    table.line(table.choose(2))
    table.tell()
    return end(table), "contradicted"


@cheat("cards")
def late_told_of_more(table):
    until(table, 2)
    table.tell_clock(2)
    table.time += 59000
    table.append("#3 late 2 30000")
    line = table.choose(2)
    if line.split(" ")[1] == "keep":
        table.append(f"#3 hide {H('cornet fair 3 act', '1' * 64, line)}")
    table.line(line)
    table.tell()
    return end(table), "contradicted"


@cheat("three")
def late_and_then_a_word(table):
    until(table, 2)
    table.append("#3 late 2 30000")
    table.act(2, table.choose(2))
    return end(table), "contradicted"


@cheat("keys")
def words_of_another_table(table):
    """The server replays a word that seat 1 signed at another table."""
    until(table, 1)
    client, name = table.clients[1], table.name
    table.name = "abc"
    line = table.choose(1)
    stolen = client.say("by", line)
    table.name = name
    table.append(stolen)
    table.line(line)
    table.tell()
    return end(table), "contradicted"


@cheat("keys")
def words_of_another_moment(table):
    """The server keeps a signed word, and uses it after another entry."""
    until(table, 1)
    client = table.clients[1]
    line = table.choose(1)
    kept = client.say("by", line)
    table.append("#3 seat 2 person")
    table.append(kept)
    table.line(line)
    table.tell()
    return end(table), "contradicted"


@cheat("keys")
def words_of_an_old_key(table):
    """After a new device, the server uses a word under the key before."""
    until(table, 1)
    old = table.clients[1]
    table.new_client(1, True, old)
    old.table.tell()
    line = table.choose(1)
    old.kept = len(table.entries)
    table.append(old.say("by", line))
    table.line(line)
    table.tell()
    return end(table), "contradicted"


@cheat("three")
def words_of_the_wrong_kind(table):
    """A `yes` stands where a `by` is needed."""
    until(table, 1)
    line = table.choose(1)
    table.append(table.clients[1].say("yes", line))
    table.line(line)
    table.tell()
    return end(table), "contradicted"


@cheat("words")
def word_held_back_over_a_roll(table):
    """A word of the round before is used in the next round."""
    until(table, "anyone")
    client = table.clients[1]
    kept = client.say("by", "1 pass")
    table.time_out(0, "* time") if table.tell_clock(0) else None
    until(table, "anyone")
    table.append(kept)
    table.line("1 pass")
    table.tell()
    return end(table), "contradicted"


@cheat("words")
def game_time_without_late(table):
    until(table, "anyone")
    table.line("* time")
    table.tell()
    return end(table), "contradicted"


@cheat("words")
def game_time_too_short(table):
    until(table, "anyone")
    table.append("#3 late 0 30000")
    table.line("* time")
    table.tell()
    return end(table), "contradicted"


@cheat("words")
def ruling_not_written(table):
    """The server leaves out a ruling."""
    until(table, "anyone")
    table.append(table.clients[1].say("by", "1 say Azerty"))
    table.line("1 say Azerty")
    table.tell()
    table.act(2, "2 pass")
    return end(table), "contradicted"


@cheat("words")
def ruling_with_nothing_said(table):
    until(table, "anyone")
    table.append("* no unknown")
    table.tell()
    return end(table), "contradicted"


@cheat("words")
def ruling_as_a_draw(table):
    """A ruling stands after a step of its own."""
    until(table, "anyone")
    table.append(table.clients[1].say("by", "1 say Azerty"))
    table.line("1 say Azerty")
    ask = table.ask([1, 2])
    table.step([1, 2], answers(table, ask, [1, 2]), ask, draws=0)
    table.line("* no unknown")
    table.tell()
    return end(table), "contradicted"


@cheat("cards")
def hidden_draw_left_open(table):
    """The server uses the key of open draws for a card."""
    ask = table.ask([1, 2])
    hidden, fair.HIDDEN["wazabi"] = fair.HIDDEN["wazabi"], set()
    try:
        table.step([1, 2], answers(table, ask, [1, 2]), ask)
    finally:
        fair.HIDDEN["wazabi"] = hidden
    table.tell()
    return end(until(table, 1)), "contradicted"


@cheat("three")
def open_draw_hidden(table):
    """The server uses the key of hidden draws for dice."""
    ask = table.ask([1, 2])
    fair.HIDDEN["easycome"] = {"roll"}
    table.seat_of_turn = lambda: 1
    try:
        table.step([1, 2], answers(table, ask, [1, 2]), ask)
    finally:
        del fair.HIDDEN["easycome"]
    table.tell()
    return end(until(table, 1)), "contradicted"


@cheat("three")
def stopped_at_an_ask(table):
    until(table, 1)
    until(table, "chance")
    ask = table.ask([1, 2])
    table.collect([1, 2], [], ask)
    return table.finish(), "proved in part"


@cheat("three")
def stopped_after_a_step(table):
    until(table, 1)
    until(table, "chance")
    ask = table.ask([1, 2])
    table.step([1, 2], answers(table, ask, [1, 2]), ask, draws=0)
    table.drawn -= 1
    table.tell()
    return table.finish(), "proved in part"


@cheat("three")
def stopped_before_an_act(table):
    until(table, 1)
    table.append(table.clients[1].say("by", table.choose(1)))
    table.tell()
    return table.finish(), "proved in part"


@cheat("three")
def stopped_after_a_miss(table):
    until(table, 1)
    until(table, "chance")
    table.ask([1, 2])
    table.miss([2])
    table.tell()
    return table.finish(), "proved in part"


@cheat("three")
def ask_where_none_is_due(table):
    until(table, 1)
    table.ask([1, 2])
    return table.finish(), "contradicted"


@cheat("three")
def another_link_of_the_server(table):
    """The server chooses its link when it has those of the others."""
    ask = table.ask([1, 2])
    table.link = table.secret.randbytes(32).hex()
    table.step([1, 2], answers(table, ask, [1, 2]), ask)
    table.tell()
    return end(until(table, 1)), "contradicted"


@cheat("three")
def fork_shown_to_seat_1(table):
    """Seat 1 is shown another line of seat 3 than the record has."""
    until(table, 3)
    table.act(3, table.choose(3))
    client = table.clients[1]
    i = find(client.lines, r"saw \d+ \d+ 3 ", -1)
    client.lines[i] = client.lines[i] + "0"
    return end(table), "contradicted"


@cheat("three")
def offline(table):
    return end(until(table, 1)), "not proved"


def cheats(rules, names=None):
    for name, (function, base) in CHEATS.items():
        if names and name not in names:
            continue
        table = start(rules, base)
        if name == "offline":
            table = offline_table(rules, base)
        table, grade = function(table)
        yield Case(name, table.record(), table.all_clients[0].transcript(), grade, base)


def offline_table(rules, base):
    """A table whose name begins with 0."""
    choice = random.Random.choice
    try:
        random.Random.choice = lambda self, options: "0" if len(options) == 30 else choice(self, options)
        return start(rules, base)
    finally:
        random.Random.choice = choice


def special(rules):
    """Cases that need two games, or no transcript."""
    table = honest(rules, "three")
    record, other = table.record(), honest(rules, "three", 2)
    transcript = table.all_clients[0].transcript()
    yield Case("no-transcript", record, None, "not proved", "three")
    yield Case("record-of-another-game", other.record(), transcript, "contradicted", "three")
    lines = [line for line in table.record_lines() if not line.startswith(("fair-", "#"))]
    yield Case("no-fair-dice", text(lines), None, "not proved", "three")
    yield Case("own-dice", text(lines[:2] + ["dice own"] + lines[2:]), None, "not proved", "three")
    forged = start(rules, "three", 1)  # the same secrets, other decisions
    forged.luck = random.Random("other luck")
    forged = end(until(forged, 1) and until(forged, "chance") and until(forged, 2))
    yield Case("other-decisions-with-the-same-secrets", forged.record(), transcript, "contradicted", "three")
    yield Case("forged-game-without-transcript", forged.record(), None, "not proved", "three")
    earlier = (["* roll 0225", "1 keep 22", "* roll 13"], "k3v9w2mnpq7rt4xy")
    table = honest(rules, "three", 3, earlier=earlier)
    lines, transcript = table.record_lines(), table.all_clients[0].transcript()
    yield Case("from", text(lines), transcript, "proved", None)
    i = lines.index("* roll 13")
    for name, change in (("other-line", {i: "* roll 14"}), ("line-missing", {i: None})):
        forged = [change.get(k, line) for k, line in enumerate(lines)]
        yield Case(f"from-{name}", text(line for line in forged if line), transcript, "contradicted", None)
    yield Case("from-other-number", text(line.replace("fair-from 3", "fair-from 2") for line in lines), transcript, "contradicted", None)
    yield Case("from-other-table", text(line.replace("fair-from 3 k", "fair-from 3 j") for line in lines), transcript, "contradicted", None)
    yield Case("from-too-many", text(line.replace("fair-from 3", "fair-from 999") for line in lines), transcript, "contradicted", None)
    yield Case("from-comment-between", text(lines[:i] + ["# undone: 1 keep 2", "# hello"] + lines[i:]), transcript, "proved", None)
