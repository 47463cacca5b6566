# build_tool(NAME SOURCE... [LIBRARIES LIBRARY...])
#     A program that runs during the build. COMMAND and DEPENDS refer to it as ${NAME_program}.
#     When building for WebAssembly, it is still compiled for this machine.
function(build_tool name)
  cmake_parse_arguments(PARSE_ARGV 1 tool "" "" "LIBRARIES")
  set(sources ${tool_UNPARSED_ARGUMENTS})
  if(NOT WASM)
    add_executable(${name} ${sources})
    target_include_directories(${name} PRIVATE ${CMAKE_BINARY_DIR}) # embedded/*.h
    target_link_libraries(${name} PRIVATE ${tool_LIBRARIES})
    if(CORNET_SANITIZE) # the release build runs them too; here they only take time
      target_compile_options(${name} PRIVATE -fno-sanitize=all)
    endif()
    set(${name}_program ${name} PARENT_SCOPE)
    return()
  endif()
  find_program(HOST_CC NAMES cc gcc clang REQUIRED)
  set(program ${CMAKE_BINARY_DIR}/tools/${name})
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/tools)
  set(compiled ${sources})
  list(FILTER compiled INCLUDE REGEX "\\.c$")
  list(TRANSFORM tool_LIBRARIES PREPEND -l)
  add_custom_command(OUTPUT ${program}
                     COMMAND ${HOST_CC} -std=gnu17 -O1 -D_GNU_SOURCE -I${CMAKE_SOURCE_DIR}/src -I${CMAKE_SOURCE_DIR}
                             -I${CMAKE_BINARY_DIR}
                             ${compiled} -o ${program} ${tool_LIBRARIES}
                     DEPENDS ${sources} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR} COMMENT "Building ${name}" VERBATIM)
  set(${name}_program ${program} PARENT_SCOPE)
endfunction()
