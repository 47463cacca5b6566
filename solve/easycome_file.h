/* easycome_file: a solution, whole or in part, as bytes: versioned and with a checksum. */
#ifndef CORNET_SOLVE_EASYCOME_FILE_H
#define CORNET_SOLVE_EASYCOME_FILE_H

#include "solve/easycome_solution.h"

bool easycome_file_write(const struct easycome_solution *solution, const char *path,
                         struct text *why);

/* Into a solution that has its space and room for its values. False with a reason, and then nothing
 * of it has changed. */
bool easycome_file_read(struct easycome_solution *solution, const char *path, struct text *why);
bool easycome_file_parse(struct easycome_solution *solution, const unsigned char *bytes,
                         size_t length, struct text *why);

#endif
