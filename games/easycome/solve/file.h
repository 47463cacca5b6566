/* easycome_file: the file format of a complete or partial solution, with a version and a checksum.
 */
#ifndef CORNET_GAMES_EASYCOME_SOLVE_FILE_H
#define CORNET_GAMES_EASYCOME_SOLVE_FILE_H

#include "games/easycome/solve/solution.h"

bool easycome_file_write(const struct easycome_solution *solution, const char *path,
                         struct text *why);

/* Reads into a solution whose space and values are allocated. If it returns false, `why` has the
 * reason and the solution is unchanged. */
bool easycome_file_read(struct easycome_solution *solution, const char *path, struct text *why);
bool easycome_file_parse(struct easycome_solution *solution, const unsigned char *bytes,
                         size_t length, struct text *why);

/* Whether a file may be replaced by a table: there is none, it is empty, or it begins like one. */
bool easycome_file_may_replace(const char *path);

/* Whether bytes that begin like this are of a game with these rules. */
bool easycome_file_is_for(struct easycome_rules rules, const unsigned char *bytes, size_t length);

#endif
