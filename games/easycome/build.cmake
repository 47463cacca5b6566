# Vectors are passed only within one function, all parts of which are compiled into it.
set_source_files_properties(games/easycome/solve/play.c PROPERTIES COMPILE_OPTIONS -Wno-psabi)
game_tool(easycome_pack games/easycome/tools/pack.c games/easycome/tools/pack_make.c)
