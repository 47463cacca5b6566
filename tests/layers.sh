#!/bin/sh
# Checks the layers of docs/design/architecture.md:
# - A file includes only files of its own layer and of layers listed before it.
# - Includes between folders form no cycle. In src/server/ and src/net/, includes between modules (NAME.c with NAME.h) form none either.
# - Only games/NAME and tools/train/NAME know a game by name, and know its move lines, words and numbers.
# - Imports of the browser client form no cycle.
# - Only files of the same folder include a header *internal.h.
# - The classes of a game's style sheet have its prefix, and only that game's files name them.
set -eu
# Folders of src/, and parts of games/NAME by file name. A layer may not include one listed after it.
layers='base game games:rules games:solve agents games:bot games:judge match games:daily picture games:draw sim practise games:practise api table protocol people store net
    print games:print server/work server program botproc tui games:view cli games:command wasm games:wasm'
games=$(sed -n 's/^ *\.id = "\(.*\)",/\1/p' games/*/rules*.c games/*/text*.c)

status=0
git rev-parse --git-dir >/dev/null # the test reads git's list of files
# Reads all files once. Names in comments are allowed (lines that start with '*' or contain '/* ').
git ls-files -co --exclude-standard '*.c' '*.h' | grep -v '^tests/\|^tools/bench/\|^docs/' |
    xargs awk -v layers="$layers" -v games="$(echo $games)" '
function folder(path) { sub("/[^/]*$", "", path); return path }
function module(path) { sub(/\.[ch]$/, "", path); return path }
# The layer of a file, by its path or by the text of an include: "" if it has none, "?" if the layer is unknown.
function layer_of(path, part, stem) {
    if (path ~ /^src\//) {
        sub("^src/", "", path)
        if (!ranked(path)) return "?"
    }
    if (path ~ /^games\//) {
        if (path ~ /^games\/[a-z]+\/(tests|tools)\//) return "" # separate programs
        if (path ~ /^games\/[a-z]+\/solve\//) return "games:solve"
        stem = path
        sub("^.*/", "", stem)
        sub("[_.].*$", "", stem)
        if (stem == "text" || stem == "words") stem = "rules"
        if (stem == "net") stem = "bot"
        return ("games:" stem) in rank ? "games:" stem : "?"
    }
    return ranked(path)
}
function ranked(path, deep) { # src/FOLDER/ or src/FOLDER/FOLDER/
    deep = path
    if (match(deep, /^[a-z]+\/[a-z]+\//) && (substr(deep, 1, RLENGTH - 1) in rank)) return substr(deep, 1, RLENGTH - 1)
    sub("/.*", "", path)
    return path in rank ? path : ""
}
function visit(file, i, n, list, next_) { # prints cycles of modules, and cycles of headers in different folders
    mark[file] = 1
    way[++depth] = file
    n = split(includes[file], list, "\n")
    for (i = 1; i < n; i++) {
        next_ = list[i]
        if (mark[next_] == 1) cycle(next_)
        else if (!mark[next_]) visit(next_)
    }
    depth--
    mark[file] = 2
}
function cycle(from, i, start, text, apart) {
    for (i = depth; i > 0 && way[i] != from; i--) ;
    start = i
    apart = from !~ /\.h$/
    for (; i <= depth; i++) {
        text = text way[i] " -> "
        if (folder(way[i]) != folder(way[start])) apart = 1
    }
    if (apart) {
        print "a cycle of includes: " text from
        wrong = 1
    }
}
BEGIN {
    count = split(layers, layer, /[ \n]+/)
    for (i = 1; i <= count; i++) rank[layer[i]] = i
    names = split(games, game, " ")
}
FNR == 1 {
    own = layer_of(FILENAME)
    if (own == "?") {
        print FILENAME " is in no layer: tests/layers.sh ranks folders of src/ and parts of games/NAME"
        wrong = 1
    }
    for (i = 1; i <= names; i++) foreign[i] = FILENAME !~ ("^(games|tools/train)/" game[i] "/")
}
/^#include "/ {
    split($0, part, "\"")
    if (part[2] ~ /^(embedded|lists)\//) next # generated headers
    path = part[2] ~ /\// ? part[2] : folder(FILENAME) "/" part[2]
    if (path !~ /^(games|tools|tests|src)\//) path = "src/" path
    of = layer_of(path)
    if (FILENAME ~ /\.h$/) includes[FILENAME] = includes[FILENAME] path "\n"
    if (FILENAME ~ /^src\/(server|net)\// && module(FILENAME) != module(path))
        includes[module(FILENAME)] = includes[module(FILENAME)] module(path) "\n"
    if (path ~ /internal\.h$/ && folder(path) != folder(FILENAME)) {
        print FILENAME " includes " part[2] ", which only the files of its folder may include"
        wrong = 1
    }
    if (own == "" || own == "?") next
    if (of == "" || of == "?" || rank[of] > rank[own]) {
        print FILENAME " includes " part[2] ", which is above its layer, " own
        wrong = 1
    }
}
!/^ *\*/ {
    code = $0
    gsub(/\/\*.*\*\//, "", code)
    sub(/\/\* .*/, "", code)
    for (i = 1; i <= names; i++) {
        if (foreign[i] && index(code, game[i]) && code ~ ("(^|[^A-Za-z0-9_])" game[i])) {
            print FNR ":" $0
            print FILENAME " knows " game[i] " by name"
            wrong = 1
        }
    }
}
END {
    for (file in includes) if (!mark[file]) visit(file)
    exit wrong
}' || status=1

# ---- include guards ----

# Guards follow the path: src/cli/join.h has CORNET_CLI_JOIN_H, include/cornet/match.h has CORNET_MATCH_H.
git ls-files -co --exclude-standard '*.h' | xargs awk '
FNR == 1 {
    guard = FILENAME
    sub("^(src|include/cornet)/", "", guard)
    gsub("[^A-Za-z0-9]", "_", guard)
    guard = "CORNET_" toupper(guard)
}
/^#ifndef CORNET_[A-Z0-9_]*_H$/ && $2 != guard {
    print FILENAME " has the include guard " $2 ", not " guard
    wrong = 1
}
END { exit wrong }' || status=1

# ---- the browser client ----

# No cycle of imports; views receive the state as an argument (docs/design/web.md).
node tests/web/imports.mjs . || status=1

# ---- rules stay in their game ----

# refuse WHY PATTERN FILES...: if grep finds the pattern, prints the lines and why they are wrong.
refuse() {
    why=$1 pattern=$2
    shift 2
    if grep -nE "$pattern" "$@"; then
        echo "$why"
        status=1
    fi
}

games=$(ls games | paste -sd'|')
files() { git ls-files -co --exclude-standard "$@"; }
lines=$(cat games/*/tests/rules/*.cornet | sed -n 's/^[*1-9] //p')
# The first words of move lines, and the later words, without free text and words that all games use.
verbs=$(echo "$lines" | sed -n 's/^\([a-z]\{2,\}\).*/\1/p' | sort -u | paste -sd'|')
words=$(echo "$lines" | grep -v '^say ' | cut -s -d' ' -f2- | tr ' ' '\n' | grep -E '^[a-z][a-z0-9-]+$' |
    grep -vxE 'initial|left|letter|no|right|root|same|theme|unknown|yes' | sort -u | paste -sd'|')

browser=$(files 'web/*.js')
program=$(files 'src/*.[ch]' | grep -E '^src/(match|sim|practise|table|protocol|store|net|server|program|botproc|tui|cli|wasm)/')
line_in_c="\"([*1-9]|%d|%u) ($verbs)\\b"
line_in_js="['\`](([*1-9]|\\$\\{[^}]*\\}) ($verbs)\\b| ($verbs) ?['\`])"
# shellcheck disable=SC2046,SC2086 # lists of files
{
    refuse 'a general file of the browser knows a game by name' \
        "(^|[^-a-z])($games)([^-a-z]|\$)" $browser $(files 'web/*.css' 'web/*.html')
    refuse 'a general file of the browser knows move lines of a game' "$line_in_js" $browser
    refuse 'a general file knows move lines of a game' "$line_in_c" $program
    refuse 'a general file knows words of a game' "[\"'\`]($words)[\"'\`]" $browser $program
    # Tables and message handlers are pure: no sockets, threads, files, JSON library, event loop or clock.
    refuse 'src/table/ or src/protocol/ includes what it must do without' \
        '#include <(ev|jansson|pthread|time|unistd|fcntl|sys/|http_parser|wslay|openssl|sqlite)' src/table/*.[ch] src/protocol/*.[ch]
    refuse 'src/table/ or src/protocol/ opens files or reads a clock' '\b(fopen|open|clock_gettime|time)\(' src/table/*.[ch] src/protocol/*.[ch]
    # Modules of the server receive only what they need; server.c connects them.
    refuse 'a module of the server knows the whole server' '\bstruct server\b' \
        $(files 'src/server/*.[ch]' 'src/net/*.[ch]' | grep -v '^src/server/server\.c$')
    # If memory runs out, src/base/memory.h ends the process with a message.
    refuse 'a layer of the library allocates or frees without src/base/memory.h' '(^|[^_a-z])(free|malloc|calloc|realloc|strdup)\(' \
        src/game/*.c src/agents/*.c src/match/*.c src/sim/*.c src/practise/*.c games/*/solve/*.c \
        $(ls games/*/*.c | grep -E '/(rules|text|words|bot|net|judge|practise)(_[a-z0-9_]+)?\.c$')
    # Only external programs use libcornet.
    refuse 'the library is used within the tree' '#include ("api/(library|team)\.h|<cornet/)' \
        $(files '*.[ch]' | grep -vE '^(src/api|include|tools/bench|tests|docs|examples|bindings)/')
    # The state contains the numbers of the rules, such as the cost of a card.
    refuse 'a board has numbers of the rules, which the state must say' "\\b($words|$verbs)'?: *[0-9]" games/*/board.js
}

# ---- style sheets ----

# The first line of games/NAME/board.css ends with `Its classes begin with PREFIX. `. Every selector there must name a class of the game:
# PREFIX, PREFIX-… or game-NAME. So it cannot style another game or change a general class everywhere. Its animations have the prefix too.
prefixes=$(sed -ns '1s|.*begin with \([a-z]*\)\. \*/$|\1|p' games/*/board.css | sort)
if [ "$(echo "$prefixes" | uniq -d)" ]; then
    echo "two games have the same prefix: $(echo "$prefixes" | uniq -d)"
    status=1
fi
awk '
function flush(i, c, depth, part) { # a list of selectors
    gsub(/[ \n]+/, " ", text)
    sub(/^ /, "", text)
    if (text ~ /^@keyframes/) {
        if (text !~ ("^@keyframes " prefix "-")) bad("the animation " substr(text, 12) " has no prefix")
    } else if (text !~ /^@/ && text !~ /^(from|to|[0-9])/) {
        for (i = 1; i <= length(text) + 1; i++) {
            c = i > length(text) ? "," : substr(text, i, 1)
            if (c == "(") depth++
            if (c == ")") depth--
            if (c == "," && depth == 0) {
                if (part !~ own) bad("the selector " part " names no class of the game")
                part = ""
            } else part = part c
        }
    }
    text = ""
}
function bad(why) {
    print FILENAME ": " why
    wrong = 1
}
FNR == 1 {
    prefix = $(NF - 1)
    sub(/\.$/, "", prefix)
    split(FILENAME, path, "/")
    if ($0 !~ /Its classes begin with [a-z]+\. \*\/$/) {
        bad("the first line does not end with: Its classes begin with PREFIX. */")
        nextfile
    }
    own = "\\.(" prefix "|game-" path[2] ")(-[A-Za-z0-9-]+)?([^A-Za-z0-9_-]|$)"
}
{
    line = $0
    if (comment) {
        if (!index(line, "*/")) next
        sub(/^.*\*\//, "", line)
        comment = 0
    }
    gsub(/\/\*[^*]*\*\//, "", line)
    if (index(line, "/*")) {
        sub(/\/\*.*/, "", line)
        comment = 1
    }
    while (match(line, /[{};]/)) {
        c = substr(line, RSTART, 1)
        text = text substr(line, 1, RSTART - 1)
        line = substr(line, RSTART + 1)
        if (c == "{") flush()
        text = ""
    }
    text = text line " "
}
END { exit wrong }' games/*/board.css || status=1

prefixes=$(echo $prefixes | tr ' ' '|')
styles=$(files 'web/*.css')
# shellcheck disable=SC2046,SC2086 # lists of files
{
    refuse 'a general style sheet names a class of a game' "\\.($prefixes)(-|[^A-Za-z0-9_-]|\$)|game-($games)" $styles
    refuse 'a general style sheet knows lines of a game' 'data-line[~|^$*]?=' $styles
    refuse 'a general file of the browser names a class of a game' "(^|[^A-Za-z0-9_.-])($prefixes)-[a-z]|game-($games)" $browser
    # A class of a general style sheet that no general script and only one game uses belongs in that game's style sheet.
    awk '
    FILENAME ~ /\.css$/ {
        sub(/\{.*/, "")
        if ($0 !~ /;/) while (match($0, /\.[a-z][A-Za-z0-9-]*/)) {
            defined[substr($0, RSTART + 1, RLENGTH - 1)] = FILENAME
            $0 = substr($0, RSTART + RLENGTH)
        }
        next
    }
    {
        of = FILENAME ~ /^games\// ? FILENAME : "general"
        if (of != "general") sub(/\/[^\/]*$/, "", of)
        while (match($0, /[A-Za-z][A-Za-z0-9-]*/)) {
            word = substr($0, RSTART, RLENGTH)
            if (!((word, of) in seen)) {
                seen[word, of] = 1
                if (of != "general") users[word] = users[word] " " of
            }
            $0 = substr($0, RSTART + RLENGTH)
        }
    }
    END {
        for (class in defined) {
            if (!((class, "general") in seen) && split(users[class], user, " ") == 1) {
                print defined[class] ": only" users[class] " uses the class " class
                wrong = 1
            }
        }
        exit wrong
    }' $styles $browser $(files 'web/*.html' 'games/*/board.js' 'games/*/picture.js') || status=1
}
exit $status
