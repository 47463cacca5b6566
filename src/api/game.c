/* <cornet/game.h>: games and setups. */
#include <stdio.h>

#include "api/library.h"
#include "base/lang.h"
#include "base/memory.h"

/* ---- games ---- */

const cornet_game *cornet_game_find(const char *id)
{
    return id ? library_public_game(game_find(span_of(id))) : NULL;
}

const cornet_game *cornet_game_at(size_t index)
{
    return library_public_game(game_at(index));
}

const char *cornet_game_id(const cornet_game *game)
{
    return game ? library_game(game)->id : NULL;
}

const char *cornet_game_title(const cornet_game *game)
{
    return game ? library_game(game)->title : NULL;
}

const char *cornet_game_about(const cornet_game *game)
{
    return game ? tr(library_game(game)->about) : NULL;
}

unsigned cornet_game_flags(const cornet_game *game)
{
    const unsigned public = CORNET_GAME_HIDDEN | CORNET_GAME_SPEECH | CORNET_GAME_EXAMPLE;
    return game ? library_game(game)->flags & public : 0;
}

int cornet_game_players_min(const cornet_game *game)
{
    return game ? library_game(game)->seats_min : 0;
}

int cornet_game_players_max(const cornet_game *game)
{
    return game ? library_game(game)->seats_max : 0;
}

int cornet_game_option(const cornet_game *game, size_t index, cornet_option *option)
{
    if (!game || !option)
        return 0;
    const struct game_option *own = library_game(game)->options;
    for (size_t i = 0; own->name && i < index; i++)
        own++;
    if (!own->name)
        return 0;
    *option = (cornet_option){.name = own->name,
                              .about = tr(own->about),
                              .words = own->words,
                              .default_value = own->default_value,
                              .min = own->min,
                              .max = own->max,
                              .free_text = own->free};
    return 1;
}

size_t cornet_game_ids(const cornet_game *game)
{
    return game ? library_game(game)->ids : 0;
}

cornet_status cornet_game_id_name(const cornet_game *game, size_t id, char **name,
                                  cornet_error *error)
{
    if (!game || !name)
        return library_null(error);
    const struct game *own = library_game(game);
    *name = NULL;
    if (id >= own->ids)
        return library_fail(error, CORNET_BAD_ARGUMENT,
                            tr("action ids of %s are 0 to %zu, not %zu"), own->id, own->ids - 1,
                            id);
    *name = memory_new(GAME_LINE_MAX, 1);
    struct text out = text_on(*name, GAME_LINE_MAX);
    own->id_name((unsigned)id, &out);
    return CORNET_OK;
}

/* ---- setups ---- */

cornet_status cornet_setup_new(const cornet_game *game, cornet_setup **setup, cornet_error *error)
{
    if (!game || !setup)
        return library_null(error);
    *setup = memory_new(1, sizeof **setup);
    (*setup)->game = library_game(game);
    game_defaults((*setup)->game, &(*setup)->settings);
    return CORNET_OK;
}

void cornet_setup_free(cornet_setup *setup)
{
    memory_free(setup);
}

const cornet_game *cornet_setup_game(const cornet_setup *setup)
{
    return setup ? library_public_game(setup->game) : NULL;
}

cornet_status cornet_setup_set_players(cornet_setup *setup, int players, cornet_error *error)
{
    char number[16], reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    if (!setup)
        return library_null(error);
    snprintf(number, sizeof number, "%d", players);
    if (!game_set_players(setup->game, &setup->settings, span_of(number), &why))
        return library_fail(error, CORNET_REFUSED, "%s", reason);
    return CORNET_OK;
}

cornet_status cornet_setup_set_option(cornet_setup *setup, const char *name, const char *value,
                                      cornet_error *error)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    if (!setup || !name || !value)
        return library_null(error);
    if (!game_set(setup->game, &setup->settings, span_of(name), span_of(value), &why))
        return library_fail(error, CORNET_REFUSED, "%s", why.start);
    return CORNET_OK;
}
