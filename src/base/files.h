/* files: creates folders and replaces files atomically: after a crash there is either the old file
 * or the new one. */
#ifndef CORNET_BASE_FILES_H
#define CORNET_BASE_FILES_H

#include "base/text.h"

/* Creates the folder and its parents. Errors are not reported here: writing a file into the folder
 * will fail. */
void files_make_folder(const char *folder);

/* Replaces the file, or creates it: writes a temporary file in the same folder, syncs it, renames
 * it and syncs the folder. Follows symbolic links. Keeps the mode of the old file; a new one gets
 * 0644. Returns false with a reason; the old file is then unchanged, unless only the folder's sync
 * failed. */
bool files_replace(const char *path, const void *bytes, size_t length, struct text *why);

/* The whole file, which the caller frees; NULL with a reason. */
void *files_read(const char *path, size_t *length, struct text *why);

#endif
