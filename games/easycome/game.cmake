# Easy Come Easy Go. cmake/games.cmake says what the words mean.
game(easycome
  ORDER        1
  TABLES       tables throws
  TABLE_FILES  src/base/dice.c
  AGENTS       greedy perfect
  LEVELS       greedy:blur=300 greedy:blur=150 greedy:blur=60 greedy:blur=20 perfect
  BEGINNER     greedy:blur=1000
  ARRAYS       "easycome_table easycome-3-2.table"
               "easycome_pack_2 easycome-4-2.pack"
               "easycome_pack_3 easycome-4-3.pack"
  BEST_DATA    easycome_table
  TABLE_DATA   4 easycome_pack_2
               4/hold=3 easycome_pack_3
  COMMANDS     engine:solve
  PLAYERS      3
  MINUTES      20
  GOLDEN       "easycome-2 --players 2 --seed 1"
               "easycome-3 --players 3 --seed 2"
               "easycome-4-hold-3 --players 4 --option hold=3 --seed 3")
