/* For builds without libpq: PostgreSQL is refused. */
#include "base/lang.h"
#include "store/store.h"

struct store_trips postgres_trips(void)
{
    return (struct store_trips){0, 0};
}

struct store *postgres_store_open(const char *address, enum store_mode mode, struct text *why)
{
    (void)address;
    (void)mode;
    text_fail(why, tr("this program was built without PostgreSQL (libpq)"));
    return NULL;
}
