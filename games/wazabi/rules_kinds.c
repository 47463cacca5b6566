/* The cards of Wazabi. */
#include "base/lang.h"
#include "games/wazabi/rules.h"

const struct wazabi_kind wazabi_kinds[WAZABI_KINDS] = {
    [WAZABI_RETIRE1] = {.id = "retire1", .cost = 1, .copies = 7},
    [WAZABI_TOURNE] = {.id = "tourne", .cost = 2, .copies = 3},
    [WAZABI_RETIRE2] = {.id = "retire2", .cost = 3, .copies = 5},
    [WAZABI_DONNE] = {.id = "donne", .cost = 3, .copies = 3, .has_target = true},
    [WAZABI_VOLE] = {.id = "vole", .cost = 1, .copies = 3, .has_target = true},
    [WAZABI_RESTE1] = {.id = "reste1", .cost = 1, .copies = 4, .has_target = true},
    [WAZABI_PIOCHE3] = {.id = "pioche3", .cost = 1, .copies = 3},
    [WAZABI_RESTE2] = {.id = "reste2", .cost = 2, .copies = 4},
    [WAZABI_SAUTE] = {.id = "saute", .cost = 0, .copies = 2, .has_target = true},
    [WAZABI_REJOUE] = {.id = "rejoue", .cost = 0, .copies = 2},
};

const char *const wazabi_titles[WAZABI_KINDS] = {
    [WAZABI_RETIRE1] = mark("Remove a die"),    [WAZABI_TOURNE] = mark("All dice pass on"),
    [WAZABI_RETIRE2] = mark("Remove two dice"), [WAZABI_DONNE] = mark("Give a die"),
    [WAZABI_VOLE] = mark("Steal a card"),       [WAZABI_RESTE1] = mark("Down to one card"),
    [WAZABI_PIOCHE3] = mark("Draw three"),      [WAZABI_RESTE2] = mark("All down to two"),
    [WAZABI_SAUTE] = mark("Skip a turn"),       [WAZABI_REJOUE] = mark("Again, other way"),
};
