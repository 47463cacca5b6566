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

cornet_status plugins_refuse(cornet_error *error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (error)
        vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    return CORNET_REFUSED;
}

bool plugins_is_name(const char *name)
{
    enum { NAME_MAX_LENGTH = 31 };
    const size_t length = name ? strlen(name) : 0;
    return length >= 1 && length <= NAME_MAX_LENGTH && name[0] >= 'a' && name[0] <= 'z' &&
           strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789") == length;
}

/* ---- what a plugin is given ---- */

void plugins_print_list(cornet_text *text, const char *format, va_list arguments)
{
    char piece[GAME_LINE_MAX * 4];
    if (!text || !format)
        return;
    vsnprintf(piece, sizeof piece, format, arguments);
    text_add((struct text *)text, piece);
}

void plugins_print(cornet_text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    plugins_print_list(text, format, arguments);
    va_end(arguments);
}

int plugins_players(const cornet_setup *setup)
{
    return setup ? setup->settings.players : 0;
}

const char *plugins_option(const cornet_setup *setup, const char *name)
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

uint32_t plugins_below(cornet_rng *rng, uint32_t bound)
{
    if (!rng)
        return 0;
    struct rng own = plugins_rng(rng);
    const uint32_t below = bound ? rng_below(&own, bound) : 0;
    memcpy(rng->state, own.s, sizeof own.s);
    return below;
}

/* ---- loading ---- */

cornet_status plugins_load(const char *path, cornet_error *error)
{
    static const cornet_host host = {.size = sizeof host,
                                     .version = CORNET_PLUGIN_VERSION,
                                     .game_register = plugins_add_game,
                                     .agent_register = plugins_add_agent,
                                     .text_print = plugins_print,
                                     .turn_line = plugins_line,
                                     .setup_players = plugins_players,
                                     .setup_option = plugins_option,
                                     .rng_below = plugins_below};
    char here[4096];
    cornet_error said = {.message = ""};
    snprintf(here, sizeof here, "%s%s", strchr(path, '/') ? "" : "./", path);
    void *object = dlopen(here, RTLD_NOW | RTLD_LOCAL);
    if (!object)
        return plugins_refuse(error, tr("cannot load %s: %s"), path, dlerror());
    cornet_plugin_function *begin;
    *(void **)&begin = dlsym(object, "cornet_plugin");
    if (!begin) {
        dlclose(object);
        return plugins_refuse(error, tr("%s is no plugin: it does not export cornet_plugin"), path);
    }
    const cornet_status status = begin(&host, &said);
    if (status == CORNET_OK)
        return CORNET_OK;
    plugins_refuse(error, tr("%s does not start: %s"), path, said.message);
    return status == CORNET_FAULT || status == CORNET_NO_MEMORY ? status : CORNET_REFUSED;
}
