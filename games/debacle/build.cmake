if(WASM) # the module is compiled to be small (src/wasm/flags.cmake), and only this to be fast
  set_source_files_properties(games/debacle/bot_eval.c games/debacle/net.c games/debacle/bot_search.c PROPERTIES COMPILE_OPTIONS -O3)
endif()

# Finds the challenges of the day in data/debacle-daily.txt, and proves them again.
game_tool(puzzles games/debacle/tools/puzzles.c games/debacle/tools/puzzles_prove.c)
