# The games: one block for each, which names everything that belongs to it and where it lies. This
# is the only list of games. cmake/game_lists.cmake makes the lists of every layer from it: games,
# agents, levels, judges, views, browser boards, golden playthroughs. docs/adding-a-game.md goes
# through a block from top to bottom.
#
#   RULES        source files in games/; they define `struct game NAME_game`
#   TABLES       constant tables that are made while building: "embedded/NAME_TABLE.h" is what the program of
#                TABLE_FILES, sources and the data that it reads, prints when it is asked for TABLE
#   SOLVER       source files in games/easycome/solve/: exact mathematics
#   AGENTS       bots, from weak to strong; `greedy` is `struct agent NAME_greedy_agent`
#   AGENT_FILES  source files in src/agents/ that define them
#   LEVELS       five agents with their settings: novice, easy, normal, hard, max (docs/levels.md)
#   BEGINNER     an agent with its settings that is weaker than novice and makes no silly moves: what `adaptive`
#                becomes for people who lose to novice; without it novice is the weakest
#   JUDGE        the source file of `struct judge NAME_judge`: hints and analysis
#   TRAINER      source files in src/train/; the first defines `struct trainer NAME_trainer`: how its networks are made
#   DATA         embedded arrays (CMakeLists.txt) that the rules or bots use, and BEST_DATA those that
#                only the best bot and the judge use: a browser without a server fetches them when needed;
#                TABLE_DATA: pairs of a table, PLAYERS or PLAYERS/OPTION=VALUE, and the array that the best bot needs
#                there alone;
#                DATA_READY: a source file in src/wasm/ that defines ready_NAME, called when DATA has come
#   VIEW         the source file of `struct view view_NAME`: how the game looks in a terminal
#   COMMANDS     source files of commands about this game alone; src/cli/main.c lists the commands
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
#   GOLDEN       golden playthroughs: the file's name in games/NAME/tests/golden/, and how it is played
#
# RULES, PAGE and RECORDS are required; a game without the others is played all the same. The order
# of the blocks is the order in which people see the games.

game(easycome
  RULES        games/easycome/rules.c
  TABLES       tables throws
  TABLE_FILES  games/easycome/tables.c src/base/dice.c
  SOLVER       games/easycome/solve/turn.c games/easycome/solve/space.c games/easycome/solve/play.c games/easycome/solve/work.c
               games/easycome/solve/path.c games/easycome/solve/layer.c games/easycome/solve/solution.c games/easycome/solve/file.c
               games/easycome/solve/pack.c games/easycome/solve/value.c games/easycome/solve/cutoff.c
  AGENTS       greedy perfect
  AGENT_FILES  games/easycome/bot_greedy.c games/easycome/bot_perfect.c
  LEVELS       greedy:blur=300 greedy:blur=150 greedy:blur=60 greedy:blur=20 perfect
  BEGINNER     greedy:blur=1000
  JUDGE        games/easycome/judge.c
  BEST_DATA    easycome_table
  TABLE_DATA   4 easycome_pack_2
               4/hold=3 easycome_pack_3
  VIEW         games/easycome/view.c
  COMMANDS     games/easycome/command_solve.c
  BOARD        games/easycome/board.js
  BOARD_STYLE  games/easycome/board.css
  TEXTS        games/easycome/texts.js
  PICTURE      games/easycome/picture.js
  PLAYERS      3
  LESSON       games/easycome/lesson.cornet
  PAGE         games/easycome/rules.md
  RECORDS      games/easycome/tests/rules
  TESTS        easycome easycome_solve
  GOLDEN       "easycome-2 --players 2 --seed 1"
               "easycome-3 --players 3 --seed 2"
               "easycome-4-hold-3 --players 4 --option hold=3 --seed 3")

game(wazabi
  RULES        games/wazabi/rules.c games/wazabi/rules_hidden.c games/wazabi/rules_kinds.c games/wazabi/text.c
  TABLES       throws
  TABLE_FILES  games/wazabi/tables.c games/wazabi/rules_kinds.c
  AGENTS       greedy judging attentive
  AGENT_FILES  games/wazabi/bot_greedy.c games/wazabi/bot_value.c games/wazabi/bot_hands.c games/wazabi/bot.c
  LEVELS       judging:blur=400 judging:blur=160 judging:blur=70 judging:blur=25 attentive
  BEGINNER     judging:blur=1000
  JUDGE        games/wazabi/judge.c
  TRAINER      games/wazabi/train.c games/wazabi/train_weights.c games/wazabi/train_lane.c games/wazabi/train_school.c
               games/wazabi/train_respond.c games/wazabi/train_tally.c
  DATA         wazabi_net_two wazabi_net_more wazabi_net_two_greedy wazabi_net_more_greedy wazabi_hands_table
  BEST_DATA    wazabi_net_teams wazabi_net_two_tournament wazabi_net_more_tournament
  VIEW         games/wazabi/view.c
  BOARD        games/wazabi/board.js
  BOARD_STYLE  games/wazabi/board.css
  TEXTS        games/wazabi/texts.js
  PICTURE      games/wazabi/picture.js
  PLAYERS      4
  LESSON       games/wazabi/lesson.cornet
  PAGE         games/wazabi/rules.md
  RECORDS      games/wazabi/tests/rules
  TESTS        wazabi wazabi_bots
  GOLDEN       "wazabi-2 --players 2 --seed 1"
               "wazabi-4-teams --players 4 --option teams=on --seed 2"
               "wazabi-3-tournament --players 3 --option games=2 --seed 3")

game(debacle
  RULES        games/debacle/rules.c games/debacle/text.c games/debacle/rules_perft.c
  TABLES       keys chances
  TABLE_FILES  games/debacle/tables.c src/base/files.c src/base/lang.c src/base/memory.c src/base/rng.c src/base/text.c games/debacle/data/debacle-rounds.table
  AGENTS       greedy cautious engine
  AGENT_FILES  games/debacle/bot_simple.c games/debacle/bot_eval.c games/debacle/net.c games/debacle/bot_search.c
               games/debacle/bot_engine.c
  LEVELS       engine:nodes=300:blur=1700 engine:nodes=100:blur=530 engine:nodes=100:blur=320
               engine:nodes=100:blur=190 engine:nodes=1500000
  BEGINNER     engine:nodes=300:blur=3000
  JUDGE        games/debacle/judge.c
  TRAINER      games/debacle/train.c games/debacle/train_sample.c
  DATA         debacle_net_weights
  VIEW         games/debacle/view.c
  COMMANDS     games/debacle/command_perft.c
  BOARD        games/debacle/board.js
  BOARD_STYLE  games/debacle/board.css
  TEXTS        games/debacle/texts.js
  PICTURE      games/debacle/picture.js
  PLAYERS      2
  QUICK        target=1
  LESSON       games/debacle/lesson.cornet
  PAGE         games/debacle/rules.md
  RECORDS      games/debacle/tests/rules
  TESTS        debacle debacle_engine
  GOLDEN       "debacle-target-8 --players 2 --option target=8 --seed 4")

game(themots
  RULES        games/themots/rules.c games/themots/text.c
  AGENTS       novice easy amateur hard expert
  AGENT_FILES  games/themots/bot.c
  LEVELS       novice easy amateur hard expert
  BEGINNER     novice:recall=6
  JUDGE        games/themots/judge.c
  DATA         words_text_data words_theme_data words_card_data words_entry_data words_form_data
  DATA_READY   games/themots/wasm.c
  VIEW         games/themots/view.c
  COMMANDS     games/themots/command_words.c games/themots/command_words_lists.c
  BOARD        games/themots/board.js
  BOARD_STYLE  games/themots/board.css
  TEXTS        games/themots/texts.js
  PICTURE      games/themots/picture.js
  PLAYERS      3
  DEAL         card
  LESSON       games/themots/lesson.cornet
  PAGE         games/themots/rules.md
  RECORDS      games/themots/tests/rules
  TESTS        themots)

# For programmers: the smallest game with all its parts, to copy.
game(template
  RULES        games/template/rules.c
  AGENTS       greedy
  AGENT_FILES  games/template/bot.c
  LEVELS       greedy:hold=2 greedy:hold=5 greedy:hold=9 greedy:hold=14 greedy
  JUDGE        games/template/judge.c
  VIEW         games/template/view.c
  BOARD        games/template/board.js
  BOARD_STYLE  games/template/board.css
  TEXTS        games/template/texts.js
  PICTURE      games/template/picture.js
  PLAYERS      2
  LESSON       games/template/lesson.cornet
  PAGE         games/template/rules.md
  RECORDS      games/template/tests/rules
  GOLDEN       "template-2 --players 2 --option target=30 --seed 1")
