# Reads games.cmake and writes the lists that follow from it into the build folder's lists/. A file
# is rewritten only if its content changes, so that nothing is compiled for nothing.
#
# Sets: game_library_files (rules, solvers, agents, judges), game_program_files (views, commands),
# game_train_files (trainers), game_tests; game_data, names of sets of embedded arrays, and each set as game_data_NAME;
# game_wasm_files; and lists, the folder.

set(lists ${CMAKE_BINARY_DIR}/lists)
set(game_library_files ${lists}/games.c ${lists}/agents.c ${lists}/judges.c ${lists}/levels.c)
set(game_program_files ${lists}/views.c)
set(game_train_files ${lists}/trainers.c)
set(game_tests)
set(game_data)
set(game_wasm_files)
foreach(list games agents judges levels views trainers)
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

macro(game_check_files name)
  foreach(file ${ARGN})
    if(NOT EXISTS ${CMAKE_SOURCE_DIR}/${file})
      message(FATAL_ERROR "games.cmake: ${file}, named in the block of ${name}, does not exist")
    endif()
  endforeach()
endmacro()

macro(game_levels name)
  if(NOT ${ARGC} EQUAL 6)
    message(FATAL_ERROR "games.cmake: ${name} needs five LEVELS or none")
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
    message(FATAL_ERROR "games.cmake: GOLDEN of ${name} reads \"FILE --players N [--option NAME=VALUE] --seed N\"")
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
  set(quick "")
  foreach(option ${game_QUICK})
    string(REGEX REPLACE "^([a-z]+)=(.*)$" "\\1: '\\2'" option ${option})
    list(APPEND quick ${option})
  endforeach()
  if(quick)
    list(JOIN quick ", " quick)
    string(APPEND members "    quick: { ${quick} },\n")
  endif()
  if(game_DEAL)
    string(APPEND members "    deal: '${game_DEAL}',\n")
  endif()
  foreach(part TEXTS PICTURE)
    if(game_${part})
      string(TOLOWER ${part} key)
      string(APPEND web_imports "import ${name}_${key} from './${game_${part}}';\n")
      string(APPEND members "    ${key}: ${name}_${key},\n")
    endif()
  endforeach()
  if(game_BOARD)
    string(APPEND members "    board: () => import('./${game_BOARD}'),\n")
  endif()
  if(game_BOARD_STYLE)
    string(APPEND members "    style: '/${game_BOARD_STYLE}',\n")
  endif()
  string(APPEND web_listed "  ${name}: {\n${members}  },\n")
endmacro()

# The headers of constant tables that the game's program prints.
macro(game_tables name)
  build_tool(${name}_tables ${game_TABLE_FILES} LIBRARIES m)
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

# A block of games.cmake.
macro(game name)
  cmake_parse_arguments(game "" "BEGINNER;JUDGE;DATA_READY;VIEW;BOARD;BOARD_STYLE;TEXTS;PICTURE;PLAYERS;DEAL;LESSON;PAGE;RECORDS"
    "RULES;TABLES;TABLE_FILES;SOLVER;AGENTS;AGENT_FILES;LEVELS;DATA;BEST_DATA;TABLE_DATA;TRAINER;COMMANDS;QUICK;TESTS;GOLDEN" ${ARGN})
  if(game_UNPARSED_ARGUMENTS OR game_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "games.cmake: ${name}: not understood: ${game_UNPARSED_ARGUMENTS} ${game_KEYWORDS_MISSING_VALUES}")
  endif()
  foreach(required RULES PAGE RECORDS)
    if(NOT game_${required})
      message(FATAL_ERROR "games.cmake: ${name} has no ${required}")
    endif()
  endforeach()
  game_check_files(${name} ${game_RULES} ${game_TABLE_FILES} ${game_SOLVER} ${game_AGENT_FILES} ${game_JUDGE} ${game_TRAINER} ${game_DATA_READY} ${game_VIEW}
    ${game_COMMANDS} ${game_BOARD} ${game_BOARD_STYLE} ${game_TEXTS} ${game_PICTURE} ${game_LESSON}
    ${game_PAGE} ${game_RECORDS})
  list(APPEND game_library_files ${game_RULES} ${game_SOLVER} ${game_AGENT_FILES} ${game_JUDGE})
  if(game_TABLES)
    game_tables(${name} ${game_TABLES})
  endif()
  list(APPEND game_program_files ${game_VIEW} ${game_COMMANDS})
  list(APPEND game_tests ${game_TESTS})
  game_list_add(games game ${name}_game)
  foreach(agent ${game_AGENTS})
    game_list_add(agents agent ${name}_${agent}_agent)
  endforeach()
  if(game_LEVELS)
    game_levels(${name} ${game_LEVELS})
  elseif(game_BEGINNER)
    message(FATAL_ERROR "games.cmake: ${name} has a BEGINNER but no LEVELS")
  endif()
  if(game_JUDGE)
    game_list_add(judges judge ${name}_judge)
  endif()
  if(game_TRAINER)
    game_list_add(trainers trainer ${name}_trainer)
    list(APPEND game_train_files ${game_TRAINER})
  endif()
  if(game_VIEW)
    game_list_add(views view view_${name})
  endif()
  foreach(playthrough IN LISTS game_GOLDEN)
    game_golden(${name} "${playthrough}")
  endforeach()
  game_web(${name})
  list(APPEND game_wasm_files ${game_DATA_READY})
  if(game_DATA)
    list(APPEND game_data ${name})
    set(game_data_${name} ${game_DATA})
  endif()
  if(game_BEST_DATA)
    list(APPEND game_data +${name})
    set(game_data_+${name} ${game_BEST_DATA})
  endif()
  while(game_TABLE_DATA)
    list(POP_FRONT game_TABLE_DATA table array)
    list(APPEND game_data +${name}/${table})
    set(game_data_+${name}/${table} ${array})
  endwhile()
endmacro()

game_list_add(agents agent adaptive_agent) # these two play every game
game_list_add(agents agent random_agent)
include(${CMAKE_SOURCE_DIR}/games.cmake)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/games.cmake)

# lists/LIST.c: the array `variable` of pointers, with NULL at its end.
function(write_list list header struct variable)
  file(CONFIGURE OUTPUT ${lists}/${list}.c @ONLY CONTENT
"/* Made from games.cmake. */
#include \"${header}\"

${${list}_declared}
const struct ${struct} *const ${variable}[] = {
${${list}_listed}    NULL,
};
")
endfunction()
write_list(games game/game.h game game_list)
write_list(agents agents/agent.h agent agent_list)
write_list(judges agents/judge.h judge judge_list)
write_list(views tui/view.h view view_list)
write_list(trainers train/train.h trainer trainer_list)

file(CONFIGURE OUTPUT ${lists}/levels.c @ONLY CONTENT
"/* Made from games.cmake. */
#include \"agents/levels.h\"

${levels_declared}
const struct agent_levels agent_levels_list[] = {
${levels_listed}    {NULL, {NULL}, NULL},
};
")

file(CONFIGURE OUTPUT ${lists}/golden.c @ONLY CONTENT
"/* Made from games.cmake. */
#include \"tests/golden.h\"

const struct playthrough golden_list[] = {
${golden_listed}    {0},
};
")

file(CONFIGURE OUTPUT ${lists}/web/games.js @ONLY CONTENT
"// Made from games.cmake: what the client has for each game.
${web_imports}
export const GAMES = {
${web_listed}};
")
