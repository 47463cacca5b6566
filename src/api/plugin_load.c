/* Plugins: shared objects that register games and agents. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "api/plugins.h"
#include "base/lang.h"
#include "base/rng.h"

static pthread_mutex_t registering = PTHREAD_MUTEX_INITIALIZER;

void plugins_lock(void)
{
    pthread_mutex_lock(&registering);
}

void plugins_unlock(void)
{
    pthread_mutex_unlock(&registering);
}

cornet_status library_fail(cornet_error *error, cornet_status status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (error)
        vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    return status;
}

cornet_status library_null(cornet_error *error)
{
    return library_fail(error, CORNET_BAD_ARGUMENT, tr("an argument must not be NULL"));
}

bool plugins_is_name(const char *name)
{
    enum { NAME_MAX_LENGTH = 31 };
    const size_t length = name ? strlen(name) : 0;
    return length >= 1 && length <= NAME_MAX_LENGTH && name[0] >= 'a' && name[0] <= 'z' &&
           strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789") == length;
}

/* ---- functions that a plugin is given ---- */

void cornet_text_print(cornet_text *text, const char *format, ...)
{
    char piece[GAME_LINE_MAX * 4];
    va_list arguments;
    if (!text || !format)
        return;
    va_start(arguments, format);
    vsnprintf(piece, sizeof piece, format, arguments);
    va_end(arguments);
    text_add((struct text *)text, piece);
}

int cornet_setup_players(const cornet_setup *setup)
{
    return setup ? setup->settings.players : 0;
}

const char *cornet_setup_option(const cornet_setup *setup, const char *name)
{
    const int index = setup ? game_option_index(setup->game, name) : -1;
    return index < 0 ? NULL : game_value_at(&setup->settings, index);
}

struct rng plugins_rng(const cornet_rng *rng)
{
    static const cornet_rng zeros;
    struct rng copy;
    if (memcmp(rng->state, zeros.state, sizeof zeros.state) == 0)
        rng_seed(&copy, 0); /* zeros give only zeros */
    else
        memcpy(copy.s, rng->state, sizeof copy.s);
    return copy;
}

uint32_t cornet_rng_below(cornet_rng *rng, uint32_t bound)
{
    if (!rng)
        return 0;
    struct rng own = plugins_rng(rng);
    const uint32_t below = bound ? rng_below(&own, bound) : 0;
    memcpy(rng->state, own.s, sizeof own.s);
    return below;
}

/* ---- loading ---- */

cornet_status cornet_plugin_load(const char *path, cornet_error *error)
{
    static const cornet_host host = {.size = sizeof host,
                                     .version = CORNET_PLUGIN_VERSION,
                                     .game_register = cornet_game_register,
                                     .agent_register = cornet_agent_register,
                                     .text_print = cornet_text_print,
                                     .turn_line = cornet_turn_line,
                                     .setup_players = cornet_setup_players,
                                     .setup_option = cornet_setup_option,
                                     .rng_below = cornet_rng_below};
    char here[4096];
    cornet_error reason = {.message = ""};
    if (!path)
        return library_null(error);
    snprintf(here, sizeof here, "%s%s", strchr(path, '/') ? "" : "./", path);
    void *object = dlopen(here, RTLD_NOW | RTLD_LOCAL);
    if (!object)
        return library_fail(error, CORNET_REFUSED, tr("cannot load %s: %s"), path, dlerror());
    cornet_plugin_function *begin;
    *(void **)&begin = dlsym(object, "cornet_plugin");
    if (!begin) {
        dlclose(object);
        return library_fail(error, CORNET_REFUSED,
                            tr("%s is not a plugin: it does not export cornet_plugin"), path);
    }
    const cornet_status status = begin(&host, &reason);
    if (status == CORNET_OK)
        return CORNET_OK;
    return library_fail(error, status == CORNET_FAULT ? CORNET_FAULT : CORNET_REFUSED,
                        tr("%s does not start: %s"), path, reason.message);
}
