# The folding of each character as a table, so that the library needs no Unicode library.
build_tool(fold_table games/themots/tools/fold_table.c LIBRARIES utf8proc)
set(fold_table ${CMAKE_BINARY_DIR}/embedded/fold_table.h)
add_custom_command(OUTPUT ${fold_table} COMMAND ${fold_table_program} >${fold_table}
                   DEPENDS ${fold_table_program} COMMENT "Making the table of folding")
target_sources(core PRIVATE ${fold_table})

# The lexicon: its theme files are packed into the arrays of games/themots/words.h.
file(GLOB themes CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR} games/themots/data/themes/*.txt)
set(cards games/themots/data/cards.txt)
set(lexicon ${CMAKE_BINARY_DIR}/lexicon)
set(parts text theme card entry form slot)
list(TRANSFORM parts REPLACE "(.+)" "${lexicon}/\\1" OUTPUT_VARIABLE packed)
file(MAKE_DIRECTORY ${lexicon})
build_tool(words_pack games/themots/tools/words_pack.c games/themots/words_fold.c src/base/files.c src/base/lang.c src/base/lines.c
           src/base/memory.c src/base/text.c ${fold_table} LIBRARIES utf8proc)
add_custom_command(OUTPUT ${packed} COMMAND ${words_pack_program} ${lexicon} ${cards} ${themes}
                   DEPENDS ${words_pack_program} ${cards} ${themes}
                   WORKING_DIRECTORY ${CMAKE_SOURCE_DIR} COMMENT "Packing the lexicon")
foreach(part ${parts})
  embed(core words_${part}_data ${lexicon}/${part})
endforeach()

# Prints how well the lexicon answers all rolls; games/themots/rules.md quotes it.
game_tool(words_coverage games/themots/tools/coverage.c)

# Chooses the challenges of the day in data/themots-daily.txt, and counts their answers again.
game_tool(words_daily games/themots/tools/daily.c)
