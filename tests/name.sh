#!/bin/sh
# cornet name and the lobby of cornet join: a name is made in the terminal, six words give it to a second machine, which opens the running
# game; the file with the words is private. On a full screen (tmux), in lines, and in French.
set -u
. tests/lib.sh
. tests/tmux_lib.sh
server=
trap '[ -z "$server" ] || kill $server 2>/dev/null; tm kill-server 2>/dev/null; clean_up' EXIT

"$cornet" serve --bind "$own_address" --messages 0 --pause 0 --port $own_port --store "$work/tables.db" --lang en >"$work/server" 2>&1 &
server=$!
await grep -qs 'Cornet is at' "$work/server"
url=$(sed -n 's/.*Cornet is at \(http[^ ]*\).*/\1/p' "$work/server" | head -1)
file=cornet/name-$own_address-$own_port

at_home() { XDG_DATA_HOME="$work/home" "$cornet" "$@" --lang en >"$work/out" 2>&1; }
away() { XDG_DATA_HOME="$work/away" "$cornet" "$@" --lang en >"$work/out" 2>&1; }

at_home name "$url"
expect 'without a name: what to do' has 'you have no name at this server here: --keep NAME makes one'
at_home name "$url" --keep 'bot:x'
expect 'a name that is refused: the reason' test $? -eq 1
expect 'and nothing is kept' test ! -e "$work/home/$file"
at_home name "$url" --keep 'Anne Lise'
expect 'a name of one’s own' has 'Anne Lise is yours. These are your six words:'
expect 'six words' test "$(grep -cE '^  [1-6]\. [^ ]+$' "$work/out")" -eq 6
words=$(sed -n 's/^  [1-6]\. //p' "$work/out" | tr '\n' ' ')
expect 'the file is private' test "$(stat -c %a "$work/home/$file")" = 600
expect 'and has the words' test "$(sed -n 's/^words //p' "$work/home/$file") " = "$words"
at_home name "$url" --keep Berthe
expect 'one name is enough' has 'you are Anne Lise at this server already'
away name "$url" --keep 'ANNE  lise'
expect 'nobody else takes the name' test $? -eq 1
echo "${words% * } tambuor" | away name "$url" --words
expect 'a wrong word is named' has 'word 6'
echo "$words" | tr a-zé A-ZÉ | away name "$url" --words
expect 'six words on another machine' has 'You are Anne Lise here.'

# A game from one machine, played on at the other.
window() { # window WHO COLUMNS ROWS COMMAND...
    terminal=$1
    shift
    open "$@"
}
mkdir -p "$work/one" "$work/two"
cp -R "$work/home/cornet" "$work/one"
cp -R "$work/away/cornet" "$work/two"
window one 80 24 "$cornet join $url --new debacle --option target=1 --lang en"
find_link() { see && link=$(grep -o 'http://[^ ]*/t/[a-z0-9]*' "$work/out" | head -1) && [ -n "$link" ]; }
await find_link
expect 'the seat has the account’s name' await shows '1  Anne Lise  (person, has an account)'
press b
await shows 'Your turn'
press q
await ended
at_home name "$url" --games
expect 'the running game with its address' has "$link"
expect 'and whose turn it is' has 'your turn'
window two 80 24 "$cornet join $url --lang en"
expect 'my games come first in the lobby' await shows '1 Your games'
expect 'with their number' shows '1 game running, your turn'
press Enter
expect 'the list of my games' await shows 'Finished games'
expect 'the running one' shows '1 Débâcle'
press Enter
expect 'its seat opens on this machine' await shows 'Your turn'
expect 'as mine' shows '> Anne Lise'
press q
await ended
window two 80 24 "$cornet join $link --lang fr"
expect 'the table’s link alone does the same' await shows 'À vous'
press q
await ended

# In lines, and without a terminal.
window two 80 24 "env TERM=dumb $cornet join $url --lang fr --plain"
expect 'in lines, in French' await shows '1 Vos parties'
press 1 Enter
expect 'the same list' await shows '2 Parties terminées'
press Enter
await shows_match 'Tables'
press q Enter
await ended
XDG_DATA_HOME="$work/away" "$cornet" join "$url" --lang en </dev/null >"$work/out" 2>&1
expect 'without a terminal: the addresses' has "$link"

# A guest beside the name, a file that others can read, and signing out.
window one 80 24 "$cornet join $url --new debacle --name Zoe --lang en"
await find_link
expect 'another name sits down' await shows 'Zoe'
press q
await ended
at_home name "$url" --games
expect 'as a guest' lacks "$link"
chmod 644 "$work/away/$file"
away join "$url"
expect 'a file that others can read is refused' has 'others can read your words'
chmod 600 "$work/away/$file"
away name "$url" --sign-out
expect 'signed out' has 'Signed out.'
expect 'the file is gone' test ! -e "$work/away/$file"
at_home name "$url"
expect 'the other machine stays signed in' has 'You are Anne Lise here.'
# A session that is over begins anew with the words.
sed -i 's/^token .*/token 00/' "$work/home/$file"
at_home name "$url" --games
expect 'the words begin a new session' has 'your turn'
kill -9 $server
wait $server 2>/dev/null
server=
at_home name "$url"
expect 'without a server: the reason' test $? -eq 1
finish
