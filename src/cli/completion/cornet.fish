function __cornet_complete
    set -l words (commandline -opc)
    for line in ($words[1] completion words (string join \n -- $words (commandline -ct) | string collect -N) 2>/dev/null)
        switch $line
            case :files
                __fish_complete_path (commandline -ct)
            case :folders
                __fish_complete_directories (commandline -ct)
            case '*'
                echo $line
        end
    end
end
complete -c cornet -f -a '(__cornet_complete)'
