# client_files: the files of the browser client as KEY=PATH, the key being the address. Files of web/ lie at the root, those of a game
# at games/NAME/; lessons and rules pages, which programs ask for by the game's name, in lessons/ and rules/.
#
# The target `web` puts them together in the build folder's web/, for `cornet serve --web`, and for programs that import them outside a browser.
set(client_files games.js=${lists}/web/games.js)
file(GLOB_RECURSE names CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR}/web web/*)
list(FILTER names EXCLUDE REGEX "(^|/)\\.")
foreach(name ${names})
  list(APPEND client_files ${name}=${CMAKE_SOURCE_DIR}/web/${name})
endforeach()
file(GLOB names CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR} games/*/*.js games/*/*.css games/*/lesson.cornet games/*/rules.md
     games/*/pictures/*.svg)
foreach(name ${names})
  string(REGEX REPLACE "^games/([a-z]+)/lesson\\.cornet$" "lessons/\\1.cornet" key ${name})
  string(REGEX REPLACE "^games/([a-z]+)/rules\\.md$" "rules/\\1.md" key ${key})
  string(REGEX REPLACE "^games/[a-z]+/pictures/" "rules/pictures/" key ${key})
  list(APPEND client_files ${key}=${CMAKE_SOURCE_DIR}/${name})
endforeach()

set(client_copies)
foreach(file ${client_files})
  string(REGEX MATCH "^([^=]+)=(.*)$" matched ${file})
  set(copy ${CMAKE_BINARY_DIR}/web/${CMAKE_MATCH_1})
  add_custom_command(OUTPUT ${copy} COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_MATCH_2} ${copy} DEPENDS ${CMAKE_MATCH_2})
  list(APPEND client_copies ${copy})
endforeach()
if(WASM)
  add_custom_target(web DEPENDS ${client_copies})
else()
  add_custom_target(web ALL DEPENDS ${client_copies})
endif()
