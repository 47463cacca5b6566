/* What wasi-libc has not: threads, of which there is one, and files, of which there are none. */
#include <errno.h>
#include <pthread.h>

#include "base/files.h"
#include "base/lang.h"

int pthread_create(pthread_t *thread, const void *attributes, void *(*start)(void *argument),
                   void *argument)
{
    (void)thread;
    (void)attributes;
    (void)start;
    (void)argument;
    return EAGAIN;
}

int pthread_join(pthread_t thread, void **result)
{
    (void)thread;
    (void)result;
    return ESRCH;
}

void files_make_folder(const char *folder)
{
    (void)folder;
}

bool files_replace(const char *path, const void *bytes, size_t length, struct text *why)
{
    (void)bytes;
    (void)length;
    return text_fail(why, tr("cannot write %s: %s"), path, "");
}

void *files_read(const char *path, size_t *length, struct text *why)
{
    *length = 0;
    text_fail(why, tr("cannot read %s: %s"), path, "");
    return NULL;
}
