/* record.h: matches as text, in memory and in files (docs/develop/record.md). */
#ifndef CORNET_RECORD_H
#define CORNET_RECORD_H

#include <cornet/match.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Makes a match from the bytes of a record. Free it with cornet_match_free. If the record is
 * refused, `error` gives the reason, and `line`, if not NULL, the number of the line from 1; 0 if
 * the error is in no single line. */
CORNET_API cornet_status cornet_record_read(const char *bytes, size_t length, cornet_match **match,
                                            size_t *line, cornet_error *error);

/* The record of a match. Free it with cornet_free. */
CORNET_API cornet_status cornet_record_write(const cornet_match *match, char **record,
                                             cornet_error *error);

/* Like cornet_record_read, from a file. */
CORNET_API cornet_status cornet_record_load(const char *path, cornet_match **match, size_t *line,
                                            cornet_error *error);

/* Writes the record to a file. The file is replaced atomically. */
CORNET_API cornet_status cornet_record_save(const cornet_match *match, const char *path,
                                            cornet_error *error);

#ifdef __cplusplus
}
#endif

#endif
