# The games: one block for each, which names everything that belongs to it and where it lies. This
# is the only list of games. cmake/game_lists.cmake makes the lists of every layer from it: games,
# agents, levels, judges, views, browser boards, golden playthroughs. docs/adding-a-game.md goes
# through a block from top to bottom.
#
#   RULES        source files in games/; they define `struct game NAME_game`
#   TABLES       constant tables that are made while building: "embedded/NAME_TABLE.h" is what the program of
#                TABLE_FILES, sources and the data that it reads, prints when it is asked for TABLE
#   SOLVER       source files in solve/: exact mathematics
#   AGENTS       bots, from weak to strong; `greedy` is `struct agent NAME_greedy_agent`
#   AGENT_FILES  source files in agents/ that define them
#   LEVELS       five agents with their settings: novice, easy, normal, hard, max (docs/levels.md)
#   BEGINNER     an agent with its settings that is weaker than novice and makes no silly moves: what `adaptive`
#                becomes for people who lose to novice; without it novice is the weakest
#   JUDGE        the source file of `struct judge NAME_judge`: hints and analysis
#   TRAINER      source files in train/; the first defines `struct trainer NAME_trainer`: how its networks are made
#   DATA         embedded arrays (CMakeLists.txt) that the rules or bots use, and BEST_DATA those that
#                only the best bot and the judge use: a browser without a server fetches them when needed;
#                TABLE_DATA: pairs of a table, PLAYERS or PLAYERS/OPTION=VALUE, and the array that the best bot needs
#                there alone;
#                DATA_READY: a source file in wasm/ that defines ready_NAME, called when DATA has come
#   VIEW         the source file of `struct view view_NAME`: how the game looks in a terminal
#   COMMANDS     source files of commands about this game alone; apps/main.c lists the commands
#   BOARD        the browser's board, and BOARD_STYLE its style sheet
#   TEXTS        the browser's texts in English and French: title, board, lesson
#   PICTURE      the game's picture on the browser's home page
#   PLAYERS      how many sit down for a quick game in the browser
#   QUICK        options of a quick game, NAME=VALUE, where a whole one takes long; TEXTS has quick.NAME
#                and whole.NAME
#   DEAL         an option of numbers that `Play` in the browser chooses anew each time
#   LESSON       the guided first game, a record
#   PAGE         the rules for people, in French and English
#   RECORDS      a folder of records that test the rules
#   TESTS        test programs tests/test_*.c about this game alone
#   GOLDEN       golden playthroughs: the file's name in tests/golden/, and how it is played
#
# RULES, PAGE and RECORDS are required; a game without the others is played all the same. The order
# of the blocks is the order in which people see the games.

game(easycome
  RULES        games/easycome.c
  TABLES       tables throws
  TABLE_FILES  tools/easycome_tables.c base/dice.c
  SOLVER       solve/easycome_turn.c solve/easycome_space.c solve/easycome_play.c solve/easycome_work.c
               solve/easycome_path.c solve/easycome_layer.c solve/easycome_solution.c solve/easycome_file.c
               solve/easycome_pack.c solve/easycome_value.c solve/easycome_cutoff.c
  AGENTS       greedy perfect
  AGENT_FILES  agents/easycome_greedy.c agents/easycome_perfect.c
  LEVELS       greedy:blur=300 greedy:blur=150 greedy:blur=60 greedy:blur=20 perfect
  BEGINNER     greedy:blur=1000
  JUDGE        agents/easycome_judge.c
  BEST_DATA    easycome_table
  TABLE_DATA   4 easycome_pack_2
               4/hold=3 easycome_pack_3
  VIEW         apps/views/easycome.c
  COMMANDS     apps/commands/solve_easycome.c
  BOARD        web/board_easycome.js
  BOARD_STYLE  web/board_easycome.css
  TEXTS        web/texts_easycome.js
  PICTURE      web/picture_easycome.js
  PLAYERS      3
  LESSON       web/lessons/easycome.cornet
  PAGE         docs/rules/easycome.md
  RECORDS      tests/rules/easycome
  TESTS        easycome easycome_solve
  GOLDEN       "easycome-2 --players 2 --seed 1"
               "easycome-3 --players 3 --seed 2"
               "easycome-4-hold-3 --players 4 --option hold=3 --seed 3")

game(wazabi
  RULES        games/wazabi.c games/wazabi_hidden.c games/wazabi_kinds.c games/wazabi_text.c
  TABLES       throws
  TABLE_FILES  tools/wazabi_tables.c games/wazabi_kinds.c
  AGENTS       greedy judging attentive
  AGENT_FILES  agents/wazabi_greedy.c agents/wazabi_value.c agents/wazabi_hands.c agents/wazabi_bots.c
  LEVELS       judging:blur=400 judging:blur=160 judging:blur=70 judging:blur=25 attentive
  BEGINNER     judging:blur=1000
  JUDGE        agents/wazabi_judge.c
  TRAINER      train/wazabi.c train/wazabi_weights.c train/wazabi_lane.c train/wazabi_school.c
               train/wazabi_respond.c train/wazabi_tally.c
  DATA         wazabi_net_two wazabi_net_more wazabi_net_two_greedy wazabi_net_more_greedy wazabi_hands_table
  BEST_DATA    wazabi_net_teams wazabi_net_two_tournament wazabi_net_more_tournament
  VIEW         apps/views/wazabi.c
  BOARD        web/board_wazabi.js
  BOARD_STYLE  web/board_wazabi.css
  TEXTS        web/texts_wazabi.js
  PICTURE      web/picture_wazabi.js
  PLAYERS      4
  LESSON       web/lessons/wazabi.cornet
  PAGE         docs/rules/wazabi.md
  RECORDS      tests/rules/wazabi
  TESTS        wazabi wazabi_bots
  GOLDEN       "wazabi-2 --players 2 --seed 1"
               "wazabi-4-teams --players 4 --option teams=on --seed 2"
               "wazabi-3-tournament --players 3 --option games=2 --seed 3")

game(debacle
  RULES        games/debacle.c games/debacle_text.c games/debacle_perft.c
  TABLES       keys chances
  TABLE_FILES  tools/debacle_tables.c base/files.c base/lang.c base/memory.c base/rng.c base/text.c data/debacle-rounds.table
  AGENTS       greedy cautious engine
  AGENT_FILES  agents/debacle_simple.c agents/debacle_eval.c agents/debacle_net.c agents/debacle_search.c
               agents/debacle_engine.c
  LEVELS       engine:nodes=300:blur=1700 engine:nodes=100:blur=530 engine:nodes=100:blur=320
               engine:nodes=100:blur=190 engine:nodes=1500000
  BEGINNER     engine:nodes=300:blur=3000
  JUDGE        agents/debacle_judge.c
  TRAINER      train/debacle.c train/debacle_sample.c
  DATA         debacle_net_weights
  VIEW         apps/views/debacle.c
  COMMANDS     apps/commands/perft_debacle.c
  BOARD        web/board_debacle.js
  BOARD_STYLE  web/board_debacle.css
  TEXTS        web/texts_debacle.js
  PICTURE      web/picture_debacle.js
  PLAYERS      2
  QUICK        target=1
  LESSON       web/lessons/debacle.cornet
  PAGE         docs/rules/debacle.md
  RECORDS      tests/rules/debacle
  TESTS        debacle debacle_engine
  GOLDEN       "debacle-target-8 --players 2 --option target=8 --seed 4")

game(themots
  RULES        games/themots.c games/themots_text.c
  AGENTS       novice easy amateur hard expert
  AGENT_FILES  agents/themots_player.c
  LEVELS       novice easy amateur hard expert
  BEGINNER     novice:recall=6
  JUDGE        agents/themots_judge.c
  DATA         words_text_data words_theme_data words_card_data words_entry_data words_form_data
  DATA_READY   wasm/ready_themots.c
  VIEW         apps/views/themots.c
  COMMANDS     apps/commands/words_themots.c apps/commands/words_lists_themots.c
  BOARD        web/board_themots.js
  BOARD_STYLE  web/board_themots.css
  TEXTS        web/texts_themots.js
  PICTURE      web/picture_themots.js
  PLAYERS      3
  DEAL         card
  LESSON       web/lessons/themots.cornet
  PAGE         docs/rules/themots.md
  RECORDS      tests/rules/themots
  TESTS        themots)

# For programmers: the smallest game with all its parts, to copy.
game(template
  RULES        games/template.c
  AGENTS       greedy
  AGENT_FILES  agents/template_greedy.c
  LEVELS       greedy:hold=2 greedy:hold=5 greedy:hold=9 greedy:hold=14 greedy
  JUDGE        agents/template_judge.c
  VIEW         apps/views/template.c
  BOARD        web/board_template.js
  BOARD_STYLE  web/board_template.css
  TEXTS        web/texts_template.js
  PICTURE      web/picture_template.js
  PLAYERS      2
  LESSON       web/lessons/template.cornet
  PAGE         docs/rules/template.md
  RECORDS      tests/rules/template
  GOLDEN       "template-2 --players 2 --option target=30 --seed 1")
