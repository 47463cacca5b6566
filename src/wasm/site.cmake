# Makes the folder of static files (make site): cmake -DVARIABLES=FILE -P site.cmake. The file sets
# source, site, module, practise, client_files (cmake/client_files.cmake), parts, for each of these arrays_PART, and for each array file_ARRAY.
include(${VARIABLES})
set(work ${site}.new)
file(REMOVE_RECURSE ${work})
foreach(file ${client_files})
  string(REGEX MATCH "^([^=]+)=(.*)$" matched ${file})
  cmake_path(GET CMAKE_MATCH_1 PARENT_PATH folder)
  file(MAKE_DIRECTORY ${work}/${folder})
  file(COPY_FILE ${CMAKE_MATCH_2} ${work}/${CMAKE_MATCH_1})
endforeach()

# pack(OUTPUT FILE...): the files one behind the other, compressed here, since not every host does it.
function(pack output)
  execute_process(COMMAND cat ${ARGN} COMMAND gzip -9n OUTPUT_FILE ${work}/offline/${output}.data
                  COMMAND_ERROR_IS_FATAL ANY)
endfunction()

pack(cornet ${module})
pack(practise ${practise})
set(listed "")
foreach(part ${parts})
  string(REPLACE "+" "best-" name ${part})
  string(REGEX REPLACE "[/=]" "-" name ${name}) # best-NAME-PLAYERS-OPTION-3.data: the service worker does not fetch it beforehand
  set(arrays "")
  set(files "")
  foreach(array ${arrays_${part}})
    file(SIZE ${file_${array}} size)
    list(APPEND files ${file_${array}})
    list(APPEND arrays "['${array}', ${size}]")
  endforeach()
  list(JOIN arrays ", " arrays)
  pack(${name} ${files})
  string(APPEND listed "    '${part}': { file: '${name}.data', arrays: [${arrays}] },\n")
endforeach()

# The cached files are named by `version`, a hash of all their contents, so it changes with any of them.
file(GLOB packed ${work}/offline/*.data)
set(all "")
foreach(file ${packed})
  file(SHA256 ${file} hash)
  string(APPEND all ${hash})
endforeach()
string(SHA256 version "${all}")
string(SUBSTRING ${version} 0 16 version)
file(WRITE ${work}/offline/files.js
"// Made by src/wasm/site.cmake: the module and its data, by who needs them; `+NAME` is what only the best bots need, `+NAME/N/OPTION=VALUE` at such a table.
export const FILES = {
  alone: true,
  version: '${version}',
  module: 'cornet.data',
  practise: 'practise.data',
  data: {
${listed}  },
};
")

# Any path of any host: addresses are relative, and the policy is in the page.
file(READ ${source}/web/index.html page)
string(REPLACE "=\"/" "=\"./" page "${page}")
string(REPLACE "<title>" "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; \
manifest-src 'self'; base-uri 'none'; form-action 'none'\">\n<title>" page "${page}")
file(WRITE ${work}/index.html "${page}")
file(READ ${source}/web/cornet.webmanifest manifest)
string(REPLACE ": \"/" ": \"./" manifest "${manifest}")
file(WRITE ${work}/cornet.webmanifest "${manifest}")

# The service worker knows all of them.
file(GLOB_RECURSE names LIST_DIRECTORIES false RELATIVE ${work} ${work}/*)
list(REMOVE_ITEM names sw.js)
set(lines "")
foreach(name ${names})
  string(APPEND lines "${name}=${work}/${name}\n")
endforeach()
file(WRITE ${work}.files "${lines}")
execute_process(COMMAND ${CMAKE_COMMAND} -DTEMPLATE=${source}/web/sw.js -DLIST=${work}.files -DOUTPUT=${work}/sw.js
                        -P ${source}/cmake/service_worker.cmake COMMAND_ERROR_IS_FATAL ANY)
file(REMOVE ${work}.files)

file(REMOVE_RECURSE ${site})
file(RENAME ${work} ${site})
