target_sources(test_easycome_solve PRIVATE ${CMAKE_SOURCE_DIR}/games/easycome/tools/pack_make.c)
