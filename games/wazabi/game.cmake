# Wazabi. cmake/games.cmake says what the words mean.
game(wazabi
  ORDER        2
  TABLES       throws
  TABLE_FILES  games/wazabi/rules_kinds.c
  AGENTS       greedy judging attentive
  LEVELS       judging:blur=400 judging:blur=160 judging:blur=70 judging:blur=25 attentive
  BEGINNER     judging:blur=1000
  ARRAYS       "wazabi_net_two wazabi-two.net wzb-net1"
               "wazabi_net_more wazabi-more.net wzb-net1"
               "wazabi_net_two_greedy wazabi-two-greedy.net wzb-net1"
               "wazabi_net_more_greedy wazabi-more-greedy.net wzb-net1"
               "wazabi_net_teams wazabi-teams.net wzb-net1"
               "wazabi_net_two_tournament wazabi-two-tournament.net wzb-net1"
               "wazabi_net_more_tournament wazabi-more-tournament.net wzb-net1"
               "wazabi_hands_table wazabi-hands.table wzb-hnd1"
  DATA         wazabi_net_two wazabi_net_more wazabi_net_two_greedy wazabi_net_more_greedy wazabi_hands_table
  BEST_DATA    wazabi_net_teams wazabi_net_two_tournament wazabi_net_more_tournament
  PLAYERS      4
  MINUTES      20
  GOLDEN       "wazabi-2 --players 2 --seed 1"
               "wazabi-4-teams --players 4 --option teams=on --seed 2"
               "wazabi-3-tournament --players 3 --option games=2 --seed 3")
