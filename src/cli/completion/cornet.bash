_cornet()
{
    local IFS=$'\n' cur=${COMP_WORDS[COMP_CWORD]} word
    COMPREPLY=()
    if [[ $cur == = ]]; then cur=; fi
    for word in $("${COMP_WORDS[0]}" completion words "${COMP_WORDS[*]:0:COMP_CWORD+1}"$'\n' 2>/dev/null); do
        case $word in
        :files) compopt -o filenames 2>/dev/null; COMPREPLY+=($(compgen -f -- "$cur")) ;;
        :folders) compopt -o filenames 2>/dev/null; COMPREPLY+=($(compgen -d -- "$cur")) ;;
        *) COMPREPLY+=("${word%%$'\t'*}") ;;
        esac
    done
    if [[ ${COMPREPLY[0]} == *= ]]; then compopt -o nospace 2>/dev/null; fi
}
complete -F _cornet cornet
