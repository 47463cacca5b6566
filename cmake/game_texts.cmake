# Run with -P: writes OUTPUT, the C table of the texts that the terminal shares with the browser: those of FILES,
# games/NAME/texts.js and lesson.js. Each text there is KEY: [ENGLISH, FRENCH], in single quotes, perhaps in several pieces.
set(rows "")
string(ASCII 194 160 bound) # a space where no line ends
foreach(file IN LISTS FILES)
  file(READ ${file} text)
  string(REGEX MATCHALL "\n *'[a-z]+\\.[^']+':" keys "${text}")
  string(REPLACE "\"" "\\\"" text "${text}")
  string(REGEX REPLACE "'[ \n]*\\+[ \n]*'" "" text "${text}")
  string(REGEX REPLACE "\n *'([a-z]+\\.[^']+)': \\[[ \n]*'([^']*)',[ \n]*'([^']*)',?[ \n]*\\]," "\n@    {\"\\1\", \"\\2\", \"\\3\"},"
         text "\n${text}")
  string(REGEX REPLACE "\n[^@\n][^\n]*" "" text "${text}")
  string(REGEX REPLACE "\n+" "\n" text "${text}")
  string(REGEX MATCHALL "\n@    {" found "${text}")
  list(LENGTH keys wanted)
  list(LENGTH found found)
  if(NOT wanted EQUAL found)
    message(FATAL_ERROR "${file}: ${found} of ${wanted} texts understood")
  endif()
  string(REPLACE "\n@" "\n" text "${text}")
  foreach(mark "\;" ":" "!" "?" "»") # as the browser does
    string(REPLACE " ${mark}" "${bound}${mark}" text "${text}")
  endforeach()
  string(REPLACE "« " "«${bound}" text "${text}")
  string(APPEND rows "${text}")
endforeach()
file(WRITE ${OUTPUT} "/* Made by cmake/game_texts.cmake. */
#include \"tui/game_texts.h\"

const struct game_text game_text_list[] = {${rows}
    {NULL, NULL, NULL},
};
")
