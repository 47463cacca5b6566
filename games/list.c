/* The games. To add one: declare it, add a line; docs/adding-a-game.md has the rest. */
#include "games/game.h"

extern const struct game easycome_game;
extern const struct game wazabi_game;
extern const struct game template_game;

const struct game *const game_list[] = {
    &easycome_game,
    &wazabi_game,
    &template_game,
    NULL,
};
