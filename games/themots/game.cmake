# Thémots. cmake/games.cmake says what the words mean.
game(themots
  ORDER        4
  AGENTS       novice easy amateur hard expert
  LEVELS       novice easy amateur hard expert
  BEGINNER     novice:recall=6
  ARRAYS       "themots_daily themots-daily.txt"
  DATA         words_text_data words_theme_data words_card_data words_entry_data words_form_data
  DAILY_DATA   themots_daily
  COMMANDS     stats:words
  PLAYERS      3
  MINUTES      10
  FIRST        easy
  DEAL         card)
