# The one rule that puts files into a library: tools/embed.c turns them into C arrays.
#
#   embed(TARGET NAME FILE [MAGIC TEXT])
#       TARGET gets the array NAME, declared by "embedded/NAME.h". With MAGIC, FILE begins with a
#       struct data_header (src/base/data.h), which is checked. In WebAssembly the array has only room
#       for the file, and the file is in the global property data_files, as NAME=FILE.
#
#   embed(TARGET NAME LIST KEY=FILE...)
#       TARGET gets the array NAME of struct file (src/net/files.h), one for each file, also
#       compressed by gzip and, if there is such a program, brotli.
find_program(GZIP gzip REQUIRED)
find_program(BROTLI brotli)
if(NOT BROTLI)
  set(BROTLI "")
  message(STATUS "no brotli: the files of the browser client are compressed by gzip only")
endif()
build_tool(embed tools/embed.c src/base/files.c src/base/lang.c src/base/memory.c src/base/text.c LIBRARIES sodium)
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/embedded)

function(embed target name)
  cmake_parse_arguments(PARSE_ARGV 2 embed "" "MAGIC" "LIST")
  set(stem ${CMAKE_BINARY_DIR}/embedded/${name})
  if(embed_LIST)
    set(outputs ${stem}.c)
    set(arguments list ${name} ${stem}.c "${GZIP}" "${BROTLI}" ${embed_LIST})
    list(TRANSFORM embed_LIST REPLACE "^[^=]*=" "" OUTPUT_VARIABLE files)
  else()
    set(outputs ${stem}.c ${stem}.h)
    set(files ${embed_UNPARSED_ARGUMENTS})
    set(arguments array ${name} ${files} ${stem} ${embed_MAGIC})
    if(WASM)
      list(TRANSFORM arguments REPLACE "^array$" reserve AT 0)
      set_property(GLOBAL APPEND PROPERTY data_files ${name}=${files})
    endif()
  endif()
  add_custom_command(OUTPUT ${outputs} COMMAND ${embed_program} ${arguments} DEPENDS ${embed_program} ${files}
                     WORKING_DIRECTORY ${CMAKE_SOURCE_DIR} COMMENT "Embedding ${name}" VERBATIM)
  target_sources(${target} PRIVATE ${outputs})
  target_include_directories(${target} PRIVATE ${CMAKE_BINARY_DIR})
endfunction()
