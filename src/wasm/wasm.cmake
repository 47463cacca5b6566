# The preset `wasm`: Cornet in a browser, without a server. docs/design/offline.md describes the parts.
#
# wasi-libc has no threads and no files here, and libraries are the host's: src/wasm/include/ has their
# headers.
target_sources(core PRIVATE src/sim/batch_one.c src/wasm/libc.c src/wasm/hash.c src/wasm/unicode.c src/wasm/lang.c)

# The French sentences of the code in the module.
set(catalogue ${CMAKE_BINARY_DIR}/catalogue_fr.mo)
find_program(MSGGREP msggrep REQUIRED)
find_program(MSGFMT msgfmt REQUIRED)
set(from)
foreach(layer base game agents match sim table protocol wasm)
  list(APPEND from -N src/${layer}/*)
endforeach()
foreach(part rules text words bot net judge wasm)
  list(APPEND from -N games/*/${part}*.c)
endforeach()
list(APPEND from -N games/*/solve/*)
add_custom_command(OUTPUT ${catalogue}
                   COMMAND ${MSGGREP} ${from} po/fr.po -o ${catalogue}.po
                   COMMAND ${MSGFMT} -o ${catalogue} ${catalogue}.po
                   DEPENDS po/fr.po WORKING_DIRECTORY ${CMAKE_SOURCE_DIR} VERBATIM)
embed(core catalogue_fr ${catalogue})

# Practising is a module of its own, with its own French: the first game needs neither.
set(from_practise ${from} -N src/practise/* -N games/*/practise.c)
set(catalogue_practise ${CMAKE_BINARY_DIR}/catalogue_practise_fr.mo)
add_custom_command(OUTPUT ${catalogue_practise}
                   COMMAND ${MSGGREP} ${from_practise} po/fr.po -o ${catalogue_practise}.po
                   COMMAND ${MSGFMT} -o ${catalogue_practise} ${catalogue_practise}.po
                   DEPENDS po/fr.po WORKING_DIRECTORY ${CMAKE_SOURCE_DIR} VERBATIM)
get_property(data_files GLOBAL PROPERTY data_files)
add_executable(practise_module src/wasm/practise.c ${game_wasm_files})
target_link_libraries(practise_module PRIVATE practise)
embed(practise_module practise_fr ${catalogue_practise})
list(TRANSFORM data_files REPLACE "=.*" "" OUTPUT_VARIABLE data_names)
list(TRANSFORM data_names PREPEND LINKER:--export= OUTPUT_VARIABLE data_exports)
target_link_options(practise_module PRIVATE -mexec-model=reactor ${data_exports} LINKER:--export=practise_fr)

# Files that the host loads when they are needed. Each one's memory is exported under its name.
get_property(data_files GLOBAL PROPERTY data_files)
list(TRANSFORM data_files REPLACE "=.*" "" OUTPUT_VARIABLE data_names)
list(REMOVE_ITEM data_names practise_fr) # of the other module
list(TRANSFORM data_names PREPEND LINKER:--export= OUTPUT_VARIABLE data_exports)

# The module: tables, look-ups and thinking for the Workers, and games for the JavaScript package; each uses the part that it needs.
add_executable(offline src/wasm/local.c src/wasm/look.c src/wasm/think.c src/wasm/core.c src/wasm/check.c ${game_wasm_files})
target_include_directories(offline PRIVATE ${CMAKE_BINARY_DIR}) # embedded/*.h
target_link_libraries(offline PRIVATE protocol)
target_compile_definitions(offline PRIVATE CORNET_VERSION="${PROJECT_VERSION}")
target_link_options(offline PRIVATE -mexec-model=reactor ${data_exports})

# The site: the client's files, the module and its data, in build/site.
set(game_data_french catalogue_fr)
set(game_data_practise-french practise_fr)
set(site_variables "set(source ${CMAKE_SOURCE_DIR})\nset(site ${CMAKE_SOURCE_DIR}/build/site)\n\
set(module ${CMAKE_BINARY_DIR}/offline.wasm)\n\
set(practise ${CMAKE_BINARY_DIR}/practise_module.wasm)\nset(parts french practise-french ${game_data})\n")
string(APPEND site_variables "set(client_files ${client_files})\n")
set(site_inputs offline practise_module ${CMAKE_CURRENT_LIST_DIR}/site.cmake ${CMAKE_BINARY_DIR}/site_variables.cmake)
list(TRANSFORM client_files REPLACE "^[^=]+=" "" OUTPUT_VARIABLE client)
foreach(part french practise-french ${game_data})
  string(APPEND site_variables "set(arrays_${part} ${game_data_${part}})\n")
endforeach()
foreach(file ${data_files})
  string(REGEX MATCH "^([^=]*)=(.*)$" matched ${file})
  cmake_path(ABSOLUTE_PATH CMAKE_MATCH_2 BASE_DIRECTORY ${CMAKE_SOURCE_DIR} OUTPUT_VARIABLE path)
  string(APPEND site_variables "set(file_${CMAKE_MATCH_1} ${path})\n")
  list(APPEND site_inputs ${path})
endforeach()
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/site_variables.cmake CONTENT "${site_variables}")
list(JOIN data_files "\n" listed)
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/data_files CONTENT "${listed}\n") # for tests/offline/portable.mjs
add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/site.made
                   COMMAND ${CMAKE_COMMAND} -DVARIABLES=${CMAKE_BINARY_DIR}/site_variables.cmake
                           -P ${CMAKE_CURRENT_LIST_DIR}/site.cmake
                   COMMAND ${CMAKE_COMMAND} -E touch ${CMAKE_BINARY_DIR}/site.made
                   DEPENDS ${site_inputs} ${client} COMMENT "Making the site" VERBATIM)
add_custom_target(site ALL DEPENDS ${CMAKE_BINARY_DIR}/site.made)

# The package for JavaScript (bindings/js), in build/package: its files, and of the site the module and its data.
set(CORNET_REPOSITORY "" CACHE STRING "URL of the public repository, without .git, for the npm package")
file(GLOB package_files CONFIGURE_DEPENDS bindings/js/*)
add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/package.made
                   COMMAND ${CMAKE_COMMAND} -Dsource=${CMAKE_SOURCE_DIR} -DVERSION=${PROJECT_VERSION} -DURL=${CORNET_REPOSITORY}
                           -P ${CMAKE_CURRENT_LIST_DIR}/package.cmake
                   COMMAND ${CMAKE_COMMAND} -E touch ${CMAKE_BINARY_DIR}/package.made
                   DEPENDS ${CMAKE_BINARY_DIR}/site.made ${package_files} ${CMAKE_CURRENT_LIST_DIR}/package.cmake
                   COMMENT "Making the package" VERBATIM)
add_custom_target(js_package ALL DEPENDS ${CMAKE_BINARY_DIR}/package.made)

# tools/bench/portable.c, which is measured and compared with the native version.
if(easycome IN_LIST game_names AND debacle IN_LIST game_names)
  add_executable(portable tools/bench/portable.c tools/bench/nodes.c tools/bench/portable_tables.c tools/bench/portable_random_wasm.c)
  target_link_libraries(portable PRIVATE protocol)
  target_link_options(portable PRIVATE ${data_exports})
endif()
