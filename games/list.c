/* The games. To add one: declare it, add a line; docs/adding-a-game.md has the rest. */
#include "games/game.h"

extern const struct game easycome_game;
extern const struct game wazabi_game;
extern const struct game debacle_game;
extern const struct game themots_game;
extern const struct game template_game;

/* One a line. */
/* clang-format off */
const struct game *const game_list[] = {
    &easycome_game,
    &wazabi_game,
    &debacle_game,
    &themots_game,
    &template_game,
    NULL,
};
