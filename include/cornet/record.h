/* record.h: matches as text, in memory and in files (docs/develop/record.md). */
#ifndef CORNET_RECORD_H
#define CORNET_RECORD_H

#include <cornet/match.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Makes the match that a record's bytes describe. The caller ends it with cornet_match_free. If the
 * record is refused the sentence says why, and `line`, if it is not NULL, is the number of the line
 * from 1; it is 0 if no line is to blame. */
CORNET_API cornet_status cornet_record_read(const char *bytes, size_t length, cornet_match **match,
                                            size_t *line, cornet_error *error);

/* The record of a match. The caller frees it with cornet_free. */
CORNET_API cornet_status cornet_record_write(const cornet_match *match, char **record,
                                             cornet_error *error);

/* The same from a file. */
CORNET_API cornet_status cornet_record_load(const char *path, cornet_match **match, size_t *line,
                                            cornet_error *error);

/* Writes the record to a file, which it replaces whole or not at all. */
CORNET_API cornet_status cornet_record_save(const cornet_match *match, const char *path,
                                            cornet_error *error);

#ifdef __cplusplus
}
#endif

#endif
