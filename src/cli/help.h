/* help.h: cornet help, and the help texts of games and commands. */
#ifndef CORNET_CLI_HELP_H
#define CORNET_CLI_HELP_H

#include "program/screen.h"

/* Games, the commands by topic, and where to read more: at most 24 lines of 80 columns. */
void help_overview(struct screen *screen);

/* `cornet help WORD`: the rules of a game in short, a command's --help, or all commands. Returns
 * the exit code. */
int help_about(struct screen *screen, const char *word);

/* Says on standard error that no command has this name. Returns the exit code. */
int help_no_command(const char *name);

#endif
