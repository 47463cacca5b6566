# For programmers: the smallest game with all its parts, to copy. cmake/games.cmake says what the words mean.
game(template
  AGENTS       greedy
  LEVELS       greedy:hold=2 greedy:hold=5 greedy:hold=9 greedy:hold=14 greedy
  PLAYERS      2
  GOLDEN       "template-2 --players 2 --option target=30 --seed 1")
