/* <cornet/plugin.h>: games and agents from outside. */
#include <stdarg.h>

#include "api/library.h"

cornet_status cornet_game_register(const cornet_game_rules *rules, cornet_error *error)
{
    return rules ? plugins_add_game(rules, error) : library_null(error);
}

cornet_status cornet_agent_register(const cornet_agent_rules *rules, cornet_error *error)
{
    return rules ? plugins_add_agent(rules, error) : library_null(error);
}

void cornet_text_print(cornet_text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    plugins_print_list(text, format, arguments);
    va_end(arguments);
}

void cornet_turn_line(const cornet_turn *turn, size_t index, char *line, size_t size)
{
    plugins_line(turn, index, line, size);
}

cornet_status cornet_plugin_load(const char *path, cornet_error *error)
{
    return path ? plugins_load(path, error) : library_null(error);
}
