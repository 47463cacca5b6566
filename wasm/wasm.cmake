# The preset `wasm`: Cornet in a browser, without a server. docs/web.md describes the parts.
#
# wasi-libc has no threads and no files here, and libraries are the host's: wasm/include/ has their
# headers.
target_sources(libcornet PRIVATE wasm/libc.c wasm/hash.c wasm/unicode.c wasm/lang.c)

# The sentences of what is in the module, in French.
set(catalogue ${CMAKE_BINARY_DIR}/catalogue_fr.mo)
find_program(MSGGREP msggrep REQUIRED)
find_program(MSGFMT msgfmt REQUIRED)
set(from)
foreach(layer base words games solve agents match table lobby)
  list(APPEND from -N ${layer}/*)
endforeach()
add_custom_command(OUTPUT ${catalogue}
                   COMMAND ${MSGGREP} ${from} po/fr.po -o ${catalogue}.po
                   COMMAND ${MSGFMT} -o ${catalogue} ${catalogue}.po
                   DEPENDS po/fr.po WORKING_DIRECTORY ${CMAKE_SOURCE_DIR} VERBATIM)
embed(libcornet catalogue_fr ${catalogue})

# Files that are brought in when they are needed: each one's place in memory is exported under its name.
get_property(data_files GLOBAL PROPERTY data_files)
list(TRANSFORM data_files REPLACE "=.*" "" OUTPUT_VARIABLE data_names)
list(TRANSFORM data_names PREPEND LINKER:--export= OUTPUT_VARIABLE data_exports)

# What is measured and compared with the same code on this machine: bench/portable.c.
add_executable(portable bench/portable.c)
target_link_libraries(portable PRIVATE table)
target_link_options(portable PRIVATE ${data_exports})
