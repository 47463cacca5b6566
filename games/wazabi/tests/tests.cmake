# The same without ncurses and libedit.
register_test(program plain_wazabi_play ${CMAKE_SOURCE_DIR} sh games/wazabi/tests/play.sh $<TARGET_FILE:cornet_plain> ${CMAKE_BINARY_DIR})
