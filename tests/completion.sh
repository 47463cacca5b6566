#!/bin/sh
# Runs bash, zsh and fish to see what they complete: every command, exactly the options that the command's --help names, and values by their
# kind.
set -eu
. tests/lib.sh
cornet=$(realpath "$cornet")
export PATH="${cornet%/*}:$PATH" # the completion scripts run the program
for shell in bash zsh fish; do
    "$cornet" completion $shell --lang en >"$work/cornet.$shell"
done
commands=$("$cornet" help commands --lang en | sed -n 's/^  cornet \([a-z]*\).*/\1/p' | sort -u)
: >"$work/out"
expect 'there are commands' test "$(echo "$commands" | wc -l)" -gt 10

# Each case is LINE, a tab, WORDS: the words that the shells must offer for that command line.
mkdir "$work/folder"
: >"$work/folder/one.cornet"
mkdir "$work/folder/other"
cd "$work/folder"
words() { LC_ALL=C sort -u | tr '\n' ' ' | sed 's/^ *//; s/ *$//'; }
{
    printf 'cornet s\t%s\n' "$(echo "$commands" | grep '^s' | words)"
    for command in $commands; do
        printf 'cornet %s --\t%s\n' "$command" \
            "$({ "$cornet" "$command" --help --lang en | sed -n 's/^  \(--[a-z-]*\).*/\1/p'; printf '%s\n' --help --lang; } | words)"
    done
    printf 'cornet play --level \teasy hard max normal novice\n'
    printf 'cornet --lang fr play --level n\tnormal novice\n'
    printf 'cornet arena ea\teasycome\n'
    printf 'cornet sim easycome --option ho\thold=\n'
    printf 'cornet replay o\tone.cornet other/\n'
    printf 'cornet export --to o\tother/\n'
    printf 'cornet export --store o\tone.cornet other/\n'
    printf 'cornet play --seed \t\n'
    printf 'cornet solve \teasycome\n'
    printf 'cornet help verif\tverify\n'
    [ ! -e games/wazabi ] || printf 'cornet help wa\twazabi\n'
    printf 'cornet help co\tcommands completion\n'
} >"$work/wanted"
cut -f 1 "$work/wanted" >"$work/lines"

cat >"$work/ask.bash" <<'END'
source "$1"
while IFS= read -r line; do
    echo "== $line"
    read -ra COMP_WORDS <<<"$line"
    [[ $line != *' ' ]] || COMP_WORDS+=('')
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    _cornet
    printf '%s\n' "${COMPREPLY[@]}"
done
END
cat >"$work/ask.fish" <<'END'
source $argv[1]
while read -l line
    echo "== $line"
    complete -C "$line"
end
END
bash "$work/ask.bash" "$work/cornet.bash" <"$work/lines" >"$work/bash"
if command -v fish >/dev/null; then
    HOME="$work" fish --no-config "$work/ask.fish" "$work/cornet.fish" <"$work/lines" | cut -f 1 >"$work/fish"
fi
if command -v zsh >/dev/null; then
    set --
    while IFS= read -r line; do set -- "$@" "$line"; done <"$work/lines"
    HOME="$work" wait_limit=$wait_limit timeout $patience zsh -f "$OLDPWD/tests/completion.zsh" "$work/cornet.zsh" "$work/zsh" "$@"
fi

# Without the slash after folders: some shells add it only when they insert the word.
tab=$(printf '\t')
for shell in bash zsh fish; do
    [ -s "$work/$shell" ] || { echo "$shell is not here"; continue; }
    while IFS="$tab" read -r line wanted; do
        awk -v line="== $line" 'on && /^== / { exit } on { print } $0 == line { on = 1 }' "$work/$shell" | sed 's|/$||' | words >"$work/out"
        expect "$shell: $line" test "$(cat "$work/out")" = "$(echo "$wanted" | tr ' ' '\n' | sed 's|/$||' | words)"
    done <"$work/wanted"
done
"$cornet" completion tcsh --lang en >"$work/out" 2>&1 && code=0 || code=$?
expect 'another shell is refused' test "$code" -eq 2
expect 'with a sentence' has 'completion takes bash, zsh or fish'
finish
