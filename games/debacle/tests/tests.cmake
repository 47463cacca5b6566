target_sources(test_debacle_engine PRIVATE ${CMAKE_SOURCE_DIR}/games/debacle/tests/proof.c)
target_link_libraries(test_debacle_samples PRIVATE training)
