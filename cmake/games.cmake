# Reads the block of each game, games/NAME/game.cmake, and writes the lists that follow from it into the build folder's lists/. Nothing
# else lists the games. A list is rewritten only if its content changes, so that nothing is compiled without need.
#
# A game is the folder games/NAME. Its parts are found by file name; a name in brackets may be missing:
#
#   rules.c            defines `struct game NAME_game`; rules_*.c, text*.c and words*.c belong to it
#   rules.md           the rules for people, in French and English; pictures/*.svg are shown in it
#   tests/rules/       records that test the rules
#   [solve/*.c]        exact mathematics
#   [bot*.c net*.c]    the agents
#   [judge*.c]         judge.c defines `struct judge NAME_judge`: hints and analysis
#   [daily.c]          defines `struct daily NAME_challenge`: the challenge of the day
#   [draw.c]           defines `struct picture_game picture_NAME`: the board in a picture (cornet picture)
#   [practise.c]       defines `struct practice NAME_practice`: kinds of mistakes, and positions for the trainers
#   [view*.c]          view.c defines `struct view view_NAME`: how the game looks in a terminal
#   [print.c]          defines `struct print_game print_NAME`: its cards, boards and dice on paper, with the drawings print/*.svg
#   [command*.c]       commands about this game alone
#   [wasm.c]           defines ready_NAME, which is called in a browser when DATA has been loaded
#   [tools/tables.c]   a program that prints constant tables during the build
#   [board.js]         the browser's board; board.css its style sheet, picture.css that of picture.js
#   [daily.js]         the browser's view of the challenge of the day, if it is no whole game
#   [texts.js]         the browser's texts in English and French: title, board, options (which the terminal shows too)
#   [picture.js]       the game's picture on the browser's home page
#   [lesson.cornet]    the guided first game, a record; lesson.js its texts
#   [tests/test*.c]    test programs, tests/*.sh test scripts (tests/CMakeLists.txt)
#   [build.cmake]      further build rules; read when the target `core` exists
#
# The words of a block, game(NAME WORD VALUE...):
#
#   ORDER        the place in the lists of games; games without it come last, by name
#   TABLES       constant tables: "embedded/NAME_TABLE.h" contains the output of `tools/tables.c TABLE`
#   TABLE_FILES  further sources of that program, and the data that it reads
#   AGENTS       bots, from weak to strong; `greedy` is `struct agent NAME_greedy_agent`
#   LEVELS       five agents with their settings: novice, easy, normal, hard, max (docs/play/levels.md)
#   BEGINNER     an agent with its settings that is weaker than novice and makes no silly moves: what `adaptive`
#                becomes for people who lose to novice; without it novice is the weakest
#   ARRAYS       "ARRAY FILE [MAGIC]": games/NAME/data/FILE is embedded as ARRAY (cmake/embed.cmake)
#   DATA         embedded arrays that the rules or bots use, and BEST_DATA those that only the best bot and the judge use: a browser
#                without a server fetches them when needed;
#                TABLE_DATA: pairs of a table, PLAYERS or PLAYERS/OPTION=VALUE, and the array that the best bot needs there alone
#   DAILY_DATA   the embedded list of the challenges of the day, which a browser without a server fetches with them
#   COMMANDS     AFTER:NAME: `struct command command_NAME`, listed after the command AFTER
#   PLAYERS      number of players of a quick game in the browser
#   MINUTES      approximate length of the game that `Play` in the browser starts
#   QUICK        options of a quick game, NAME=VALUE, if a whole one takes long; texts.js has quick.NAME and whole.NAME
#   FIRST        level of the bots of a quick game in the browser, until the player has finished a game there with a score above 0;
#                without it normal
#   DEAL         an option of numbers whose value `Play` in the browser draws for each game
#   GOLDEN       golden playthroughs: the file's name in tests/golden/, and its command-line options
#
# Sets: game_names; game_practise_files; game_library_files (rules, solvers, agents, judges), game_view_files, game_program_files (commands);
# game_print_files; game_picture_files; game_arrays; game_commands; game_data, names of sets of embedded arrays, and each set as game_data_NAME;
# game_wasm_files; and lists, the folder.

set(lists ${CMAKE_BINARY_DIR}/lists)
set(game_names)
set(game_library_files ${lists}/games.c ${lists}/agents.c ${lists}/judges.c ${lists}/levels.c ${lists}/dailies.c)
set(game_practise_files ${lists}/practices.c)
set(game_view_files ${lists}/views.c)
set(game_program_files)
set(game_print_files ${lists}/prints.c)
set(game_picture_files ${lists}/pictures.c)
set(game_arrays)
set(game_commands)
set(game_data)
set(game_wasm_files)
foreach(list games agents judges levels dailies practices pictures views prints commands)
  set(${list}_declared "") # declarations
  set(${list}_listed "")   # entries of the array
endforeach()
set(golden_listed "")
set(web_imports "")
set(web_listed "")

# One entry of a list of pointers.
macro(game_list_add list struct symbol)
  string(APPEND ${list}_declared "extern const struct ${struct} ${symbol};\n")
  string(APPEND ${list}_listed "    &${symbol},\n")
endmacro()

# game_part(VARIABLE NAME REGEX): the files of a game whose names in its folder match.
macro(game_part variable name regex)
  set(${variable} ${game_files})
  list(FILTER ${variable} INCLUDE REGEX "^games/${name}/(${regex})$")
endmacro()

macro(game_levels name)
  if(NOT ${ARGC} EQUAL 6)
    message(FATAL_ERROR "games/${name}/game.cmake: five LEVELS or none")
  endif()
  list(JOIN game_LEVELS "\", \"" specs)
  string(APPEND levels_declared "extern const struct game ${name}_game;\n")
  set(beginner NULL)
  if(game_BEGINNER)
    set(beginner "\"${game_BEGINNER}\"")
  endif()
  string(APPEND levels_listed "    {&${name}_game, {\"${specs}\"}, ${beginner}},\n")
endmacro()

macro(game_golden name playthrough)
  if(NOT "${playthrough}" MATCHES "^([^ ]+) --players ([0-9]+)( --option ([^ ]+))? --seed ([0-9]+)$")
    message(FATAL_ERROR "games/${name}/game.cmake: GOLDEN reads \"FILE --players N [--option NAME=VALUE] --seed N\"")
  endif()
  set(option NULL)
  if(CMAKE_MATCH_4)
    set(option "\"${CMAKE_MATCH_4}\"")
  endif()
  string(APPEND golden_listed
         "    {\"${CMAKE_MATCH_1}\", \"${name}\", \"${CMAKE_MATCH_2}\", ${option}, ${CMAKE_MATCH_5}},\n")
endmacro()

# The game's line in games.js of the client.
macro(game_web name)
  set(members "")
  if(game_PLAYERS)
    string(APPEND members "    players: ${game_PLAYERS},\n")
  endif()
  if(game_MINUTES)
    string(APPEND members "    minutes: ${game_MINUTES},\n")
  endif()
  set(quick "")
  foreach(option ${game_QUICK})
    string(REGEX REPLACE "^([a-z]+)=(.*)$" "\\1: '\\2'" option ${option})
    list(APPEND quick ${option})
  endforeach()
  if(quick)
    list(JOIN quick ", " quick)
    string(APPEND members "    quick: { ${quick} },\n")
  endif()
  if(game_FIRST)
    string(APPEND members "    first: '${game_FIRST}',\n")
  endif()
  if(game_DEAL)
    string(APPEND members "    deal: '${game_DEAL}',\n")
  endif()
  foreach(part texts picture)
    game_part(file ${name} "${part}\\.js")
    if(file)
      string(APPEND web_imports "import ${name}_${part} from './${file}';\n")
      string(APPEND members "    ${part}: ${name}_${part},\n")
    endif()
  endforeach()
  game_part(file ${name} "board\\.js")
  if(file)
    string(APPEND members "    board: '/${file}',\n")
  endif()
  game_part(file ${name} "lesson\\.js")
  if(file)
    string(APPEND members "    lesson: '/${file}',\n")
  endif()
  game_part(file ${name} "daily\\.js")
  if(file)
    string(APPEND members "    daily: '/${file}',\n")
  endif()
  game_part(file ${name} "board\\.css")
  if(file)
    string(APPEND members "    style: '/${file}',\n")
  endif()
  game_part(file ${name} "picture\\.css")
  if(file)
    string(APPEND members "    pictureStyle: '/${file}',\n")
  endif()
  game_part(file ${name} "print\\.c")
  if(file AND PRINT_FOUND)
    string(APPEND members "    prints: true,\n")
  endif()
  string(APPEND web_listed "  ${name}: {\n${members}  },\n")
endmacro()

# The headers of constant tables that the game's program prints.
macro(game_tables name)
  build_tool(${name}_tables games/${name}/tools/tables.c ${game_TABLE_FILES} LIBRARIES m)
  set(data ${game_TABLE_FILES})
  list(FILTER data EXCLUDE REGEX "\\.c$")
  foreach(table ${ARGN})
    set(header ${CMAKE_BINARY_DIR}/embedded/${name}_${table}.h)
    add_custom_command(OUTPUT ${header} COMMAND ${${name}_tables_program} ${table} >${header}
                       DEPENDS ${${name}_tables_program} ${data} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
                       COMMENT "Making the tables ${name}_${table}")
    list(APPEND game_library_files ${header})
  endforeach()
endmacro()

# game_tool(NAME SOURCE...): a program that generates committed files, for a game's build.cmake; tools/NAME in the build folder.
function(game_tool name)
  if(NOT WASM AND CORNET_PROGRAM)
    add_executable(${name} ${ARGN})
    target_link_libraries(${name} PRIVATE core)
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tools)
  endif()
endfunction()

# The block of a game.
macro(game name)
  cmake_parse_arguments(game "" "ORDER;BEGINNER;PLAYERS;MINUTES;FIRST;DEAL"
    "TABLES;TABLE_FILES;AGENTS;LEVELS;ARRAYS;DATA;BEST_DATA;TABLE_DATA;DAILY_DATA;COMMANDS;QUICK;GOLDEN" ${ARGN})
  if(NOT "${name}" MATCHES "^[a-z]+$")
    message(FATAL_ERROR "games/${name}: the name of a game consists of letters from a to z")
  endif()
  if(game_UNPARSED_ARGUMENTS OR game_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "games/${name}/game.cmake: not understood: ${game_UNPARSED_ARGUMENTS} ${game_KEYWORDS_MISSING_VALUES}")
  endif()
  foreach(required rules.c rules.md tests/rules)
    if(NOT EXISTS ${CMAKE_SOURCE_DIR}/games/${name}/${required})
      message(FATAL_ERROR "games/${name} has no ${required}")
    endif()
  endforeach()
  game_part(unknown ${name} ".*\\.c")
  list(FILTER unknown EXCLUDE REGEX "/solve/|/(rules|text|words|bot|net|judge|daily|practise|draw|view|print|command|wasm)(_[a-z0-9_]+)?\\.c$")
  if(unknown)
    message(FATAL_ERROR "${unknown}: no part of a game has such a name; cmake/games.cmake lists the parts")
  endif()
  list(APPEND game_names ${name})
  game_part(files ${name} "solve/.*\\.c|(rules|text|words|bot|net|judge|daily)(_.*)?\\.c")
  list(APPEND game_library_files ${files})
  if(game_TABLES)
    game_tables(${name} ${game_TABLES})
  endif()
  game_part(files ${name} "command(_.*)?\\.c")
  list(APPEND game_program_files ${files})
  foreach(command ${game_COMMANDS})
    list(APPEND game_commands ${command})
  endforeach()
  foreach(array IN LISTS game_ARRAYS)
    list(APPEND game_arrays "${name} ${array}")
  endforeach()
  game_list_add(games game ${name}_game)
  foreach(agent ${game_AGENTS})
    game_list_add(agents agent ${name}_${agent}_agent)
  endforeach()
  if(game_LEVELS)
    game_levels(${name} ${game_LEVELS})
  elseif(game_BEGINNER)
    message(FATAL_ERROR "games/${name}/game.cmake: a BEGINNER but no LEVELS")
  endif()
  game_part(files ${name} "judge\\.c")
  if(files)
    game_list_add(judges judge ${name}_judge)
  endif()
  game_part(files ${name} "daily\\.c")
  if(files)
    game_list_add(dailies daily ${name}_challenge)
  endif()
  game_part(files ${name} "draw\\.c")
  if(files)
    game_list_add(pictures picture_game picture_${name})
    list(APPEND game_picture_files ${files})
  endif()
  game_part(files ${name} "practise\\.c")
  if(files)
    game_list_add(practices practice ${name}_practice)
    list(APPEND game_practise_files ${files})
  endif()
  game_part(files ${name} "view(_.*)?\\.c")
  if(files)
    game_list_add(views view view_${name})
    list(APPEND game_view_files ${files})
  endif()
  game_part(files ${name} "print\\.c")
  if(files)
    game_list_add(prints print_game print_${name})
    list(APPEND game_print_files ${files})
  endif()
  foreach(playthrough IN LISTS game_GOLDEN)
    game_golden(${name} "${playthrough}")
  endforeach()
  game_web(${name})
  game_part(files ${name} "wasm\\.c")
  list(APPEND game_wasm_files ${files})
  if(game_DATA)
    list(APPEND game_data ${name})
    set(game_data_${name} ${game_DATA})
  endif()
  if(game_BEST_DATA)
    list(APPEND game_data +${name})
    set(game_data_+${name} ${game_BEST_DATA})
  endif()
  if(game_DAILY_DATA)
    list(APPEND game_data daily-${name})
    set(game_data_daily-${name} ${game_DAILY_DATA})
  endif()
  while(game_TABLE_DATA)
    list(POP_FRONT game_TABLE_DATA table array)
    list(APPEND game_data +${name}/${table})
    set(game_data_+${name}/${table} ${array})
  endwhile()
endmacro()

game_list_add(agents agent adaptive_agent) # these two play every game
game_list_add(agents agent random_agent)
file(GLOB game_files CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR} games/*/*.c games/*/solve/*.c games/*/*.js games/*/*.css
     games/*/game.cmake games/*/build.cmake)
set(blocks ${game_files})
list(FILTER blocks INCLUDE REGEX "/game\\.cmake$")
set(ordered)
foreach(block ${blocks})
  file(STRINGS ${CMAKE_SOURCE_DIR}/${block} order REGEX "^ *ORDER +[0-9]+")
  string(REGEX REPLACE "^ *ORDER +" "" order "${order}")
  if(NOT order)
    set(order 999999)
  endif()
  list(APPEND ordered ${order}:${block})
endforeach()
list(SORT ordered COMPARE NATURAL)
foreach(block ${ordered})
  string(REGEX REPLACE "^[0-9]+:" "" block ${block})
  include(${CMAKE_SOURCE_DIR}/${block})
endforeach()

# lists/LIST.c: the array `variable` of pointers, with NULL at its end.
function(write_list list header struct variable)
  file(CONFIGURE OUTPUT ${lists}/${list}.c @ONLY CONTENT
"/* Made by cmake/games.cmake. */
#include \"${header}\"

${${list}_declared}
const struct ${struct} *const ${variable}[] = {
${${list}_listed}    NULL,
};
")
endfunction()
write_list(games game/game.h game game_list)
# For programs of tests, in place of that list: the games, and the one that uses everything.
set(games_probed_declared "${games_declared}extern const struct game probe_game;\n")
set(games_probed_listed "${games_listed}    &probe_game,\n")
write_list(games_probed game/game.h game game_list)
write_list(agents agents/agent.h agent agent_list)
write_list(judges agents/judge.h judge judge_list)
write_list(dailies match/daily.h daily daily_list)
write_list(practices practise/practice.h practice practice_list)
write_list(pictures picture/picture.h picture_game picture_list)
write_list(views tui/view.h view view_list)
write_list(prints print/print.h print_game print_list)

# lists/texts.c: the texts that the terminal shares with the browser.
set(text_files ${game_files})
list(FILTER text_files INCLUDE REGEX "/(texts|lesson)\\.js$")
add_custom_command(OUTPUT ${lists}/texts.c COMMAND ${CMAKE_COMMAND} "-DFILES=${text_files}" -DOUTPUT=${lists}/texts.c
                   -P cmake/game_texts.cmake DEPENDS ${text_files} cmake/game_texts.cmake WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
                   COMMENT "Collecting the texts of games" VERBATIM)

file(CONFIGURE OUTPUT ${lists}/levels.c @ONLY CONTENT
"/* Made by cmake/games.cmake. */
#include \"agents/levels.h\"

${levels_declared}
const struct agent_levels agent_levels_list[] = {
${levels_listed}    {NULL, {NULL}, NULL},
};
")

file(CONFIGURE OUTPUT ${lists}/golden.c @ONLY CONTENT
"/* Made by cmake/games.cmake. */
#include \"tests/golden.h\"

const struct playthrough golden_list[] = {
${golden_listed}    {0},
};
")

file(CONFIGURE OUTPUT ${lists}/web/games.js @ONLY CONTENT
"// Made by cmake/games.cmake: each game's files in the client.
${web_imports}
export const GAMES = {
${web_listed}};
")
