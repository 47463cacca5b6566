# zsh -f completion.zsh SCRIPT OUT LINE...: starts an interactive zsh that has read the script, types each line and TAB, and writes the
# offered words to OUT, one per line, with `== LINE` before them.
zmodload zsh/zpty zsh/zselect
script=$1 out=$2
shift 2

# That shell writes all offered words to $out, and drops the listing itself.
cat >$out.rc <<'END'
PS1= PROMPT= ; setopt no_prompt_cr no_prompt_sp no_beep
autoload -Uz compinit && compinit -u -D
zstyle ':completion:*' menu no
compadd() {
    if [[ ${@[1,(i)(-|--)]} != *-(O|A|D)\ * ]]; then
        local -a offered
        builtin compadd -A offered "$@"
        print -rl -- $offered >>$OUT
    fi
    builtin compadd "$@"
}
done-widget() { print done >>$OUT.done; BUFFER= }
zle -N done-widget
bindkey '^X' done-widget
END
: >$out
: >$out.done
zpty shell zsh -f -i
zpty -w shell "stty -echo rows 100 cols 300; OUT=$out; source $out.rc; source $script; print ready >>$out.done"

await() { # await LINES WHAT: waits until $out.done has this many lines; meanwhile reads the shell's output
    local seen last began=$SECONDS
    local -a answers
    while (( SECONDS - began < wait_limit )); do
        while zpty -rt shell seen; do last=$seen; done
        answers=(${(f)"$(<$out.done)"})
        (( $#answers >= $1 )) && return
        zselect -t 5
    done
    print -ru2 "waited $wait_limit s for zsh to answer: $2; it printed last: $last"
    exit 1
}
lines=1
await $lines 'ready'
for line; do
    print -r -- "== $line" >>$out
    zpty -wn shell "$line"$'\t\x18'
    await $(( ++lines )) "$line"
done
zpty -d shell
