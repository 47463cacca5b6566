# The Python package: an extension by the stable interface of Python 3.11, which holds libcornet, and the files of
# bindings/python/cornet beside it in python/ of the build folder; `make python` packs them as a wheel.
pkg_check_modules(PYTHON python3>=3.11)
if(NOT PYTHON_FOUND OR CORNET_SANITIZE OR NOT CMAKE_C_COMPILER_ID STREQUAL GNU)
  return()
endif()
set(package ${CMAKE_BINARY_DIR}/python/cornet)
file(GLOB python_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/bindings/python/*.c)
add_library(python_extension MODULE ${python_sources})
set_target_properties(python_extension PROPERTIES PREFIX "" OUTPUT_NAME _cornet SUFFIX .abi3.so C_VISIBILITY_PRESET hidden
                      LIBRARY_OUTPUT_DIRECTORY ${package})
target_include_directories(python_extension PRIVATE include)
target_include_directories(python_extension SYSTEM PRIVATE ${PYTHON_INCLUDE_DIRS})
# The libraries are linked in, and none of their symbols is exported.
target_link_libraries(python_extension PRIVATE $<TARGET_OBJECTS:api> core)
target_link_options(python_extension PRIVATE LINKER:--version-script=${CMAKE_SOURCE_DIR}/bindings/python/extension.map
                    LINKER:--gc-sections LINKER:--as-needed)
set_target_properties(python_extension PROPERTIES LINK_DEPENDS ${CMAKE_SOURCE_DIR}/bindings/python/extension.map)
add_dependencies(python_extension api)

file(GLOB python_files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/bindings/python/cornet/*)
foreach(file ${python_files})
  cmake_path(GET file FILENAME name)
  if(NOT name STREQUAL __pycache__)
    add_custom_command(OUTPUT ${package}/${name} COMMAND ${CMAKE_COMMAND} -E copy ${file} ${package}/${name} DEPENDS ${file})
    list(APPEND python_copies ${package}/${name})
  endif()
endforeach()
add_custom_target(python ALL DEPENDS ${python_copies} python_extension)
