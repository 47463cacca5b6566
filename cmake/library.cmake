# libcornet for other programs: shared and static, its headers, its pkg-config file. Both hold the files of src/api/, which
# implement include/cornet, and the layers; of all that only what include/cornet declares is seen.
set(plugin_files src/api/plugin_agent.c src/api/plugin_check.c src/api/plugin_game.c src/api/plugin_load.c) # of the program too
add_library(api OBJECT
  ${plugin_files}
  src/api/agent.c src/api/analysis.c src/api/base.c src/api/batch.c src/api/batch_ids.c src/api/batch_state.c src/api/game.c src/api/lang.c src/api/match.c
  src/api/record.c src/api/sim.c src/api/team.c)
set_target_properties(api PROPERTIES POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden)
target_include_directories(api PUBLIC include)
target_compile_definitions(api PRIVATE CORNET_VERSION="${PROJECT_VERSION}")
target_link_libraries(api PUBLIC core)

add_library(libcornet_shared SHARED $<TARGET_OBJECTS:api>)
set_target_properties(libcornet_shared PROPERTIES OUTPUT_NAME cornet VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR})
target_link_libraries(libcornet_shared PRIVATE core)
target_link_options(libcornet_shared PRIVATE LINKER:--version-script=${CMAKE_SOURCE_DIR}/cmake/library.map)
set_target_properties(libcornet_shared PROPERTIES LINK_DEPENDS ${CMAKE_SOURCE_DIR}/cmake/library.map)

# The static one is a single object, in which everything that is hidden is local.
set(whole ${CMAKE_BINARY_DIR}/libcornet.o)
set(archive ${CMAKE_BINARY_DIR}/libcornet.a)
add_custom_command(OUTPUT ${archive}
  COMMAND ${CMAKE_LINKER} -r -o ${whole} $<TARGET_OBJECTS:api> $<TARGET_FILE:core>
  COMMAND ${CMAKE_OBJCOPY} --localize-hidden ${whole}
  COMMAND ${CMAKE_COMMAND} -E rm -f ${archive}
  COMMAND ${CMAKE_AR} qc ${archive} ${whole}
  COMMAND ${CMAKE_RANLIB} ${archive}
  DEPENDS api core $<TARGET_OBJECTS:api>
  COMMAND_EXPAND_LISTS VERBATIM COMMENT "Linking C static library libcornet.a")
if(CORNET_SANITIZE)
  add_custom_target(libcornet_static DEPENDS ${archive})
else()
  add_custom_target(libcornet_static ALL DEPENDS ${archive})
endif()

# Libraries that a program needs to link to the static library.
list(TRANSFORM OpenMP_C_LIB_NAMES PREPEND -l OUTPUT_VARIABLE private_libraries)
list(APPEND private_libraries -lm)
list(REMOVE_DUPLICATES private_libraries)
list(JOIN private_libraries " " private_libraries)
# The prefix is known when it is installed.
set(prefix @prefix@)
configure_file(packaging/pkg-config/cornet.pc.in cornet.pc.in @ONLY)
install(CODE "set(prefix \"\${CMAKE_INSTALL_PREFIX}\")
configure_file(\"${CMAKE_BINARY_DIR}/cornet.pc.in\" \"${CMAKE_BINARY_DIR}/cornet.pc\" @ONLY)")
install(FILES ${CMAKE_BINARY_DIR}/cornet.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
install(TARGETS libcornet_shared)
install(FILES ${archive} DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY include/cornet DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(CODE "set(libdir \"${CMAKE_INSTALL_LIBDIR}\")\nset(soname libcornet.so.${PROJECT_VERSION_MAJOR})")
install(SCRIPT cmake/install_notice.cmake)
