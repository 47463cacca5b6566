# Débâcle. cmake/games.cmake says what the words mean.
game(debacle
  ORDER        3
  TABLES       keys chances
  TABLE_FILES  src/base/files.c src/base/lang.c src/base/memory.c src/base/rng.c src/base/text.c games/debacle/data/debacle-rounds.table
  AGENTS       greedy cautious engine
  LEVELS       engine:nodes=300:blur=1700 engine:nodes=100:blur=530 engine:nodes=100:blur=320
               engine:nodes=100:blur=190 engine:nodes=1500000
  BEGINNER     engine:nodes=300:blur=3000
  ARRAYS       "debacle_net_weights debacle.net dbc-net1" "debacle_net_tournament debacle-tournament.net dbc-net1"
               "debacle_daily debacle-daily.txt"
  DATA         debacle_net_weights debacle_net_tournament
  DAILY_DATA   debacle_daily
  COMMANDS     stats:perft
  PLAYERS      2
  MINUTES      10
  QUICK        target=1
  GOLDEN       "debacle-target-8 --players 2 --option target=8 --seed 4"
               "debacle-tournament --players 2 --option form=tournament --seed 4")
