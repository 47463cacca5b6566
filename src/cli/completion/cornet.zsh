#compdef cornet
_cornet() {
    local line
    local -a offered settings
    for line in ${(f)"$($words[1] completion words ${(F)words[1,CURRENT]}$'\n' 2>/dev/null)"}; do
        case $line in
        :files) _files ;;
        :folders) _files -/ ;;
        *=$'\t'*) settings+=(${line%%$'\t'*}) ;;
        *) offered+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}") ;;
        esac
    done
    (( $#settings )) && compadd -S '' -- $settings
    (( $#offered )) && _describe -t words word offered
}
if [[ $funcstack[1] = _cornet ]]; then _cornet "$@"; else compdef _cornet cornet; fi
