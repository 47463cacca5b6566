/* files: folders, and files that are either the old one or the new one, never half. */
#ifndef CORNET_BASE_FILES_H
#define CORNET_BASE_FILES_H

#include "base/text.h"

/* Makes the folder and those above it. Where that fails, writing into it will say so. */
void files_make_folder(const char *folder);

/* Writes a file beside, makes it durable, and renames it. False with a reason. */
bool files_replace(const char *path, const void *bytes, size_t length, struct text *why);

/* The whole file, to be freed; NULL with a reason. */
void *files_read(const char *path, size_t *length, struct text *why);

#endif
