if(WASM) # the module is compiled to be small (src/wasm/flags.cmake), and only this to be fast
  set_source_files_properties(games/debacle/bot_eval.c games/debacle/net.c games/debacle/bot_search.c PROPERTIES COMPILE_OPTIONS -O3)
endif()
game_tool(debacle_endings games/debacle/tools/endings.c games/debacle/tools/proof.c)
if(TARGET debacle_endings)
  target_compile_options(debacle_endings PRIVATE -O3)
endif()
