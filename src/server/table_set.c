#include "server/table_set.h"

#include <string.h>

static struct server_table **find_slot(struct table_set *set, const char *id)
{
    struct server_table **at = &set->hash[text_hash(id) % TABLE_SET_HASH];
    while (*at && strcmp(table_id((*at)->base.table), id) != 0)
        at = &(*at)->hash_next;
    return at;
}

struct server_table *table_set_find(struct table_set *set, const char *id)
{
    return *find_slot(set, id);
}

void table_set_add(struct table_set *set, struct server_table *st)
{
    *find_slot(set, table_id(st->base.table)) = st;
    set->count++;
}

void table_set_remove(struct table_set *set, struct server_table *st)
{
    *find_slot(set, table_id(st->base.table)) = st->hash_next;
    set->count--;
}

void table_set_each(struct table_set *set, size_t part, size_t parts,
                    void (*visit)(struct server_table *st))
{
    for (size_t i = part; i < TABLE_SET_HASH; i += parts) {
        for (struct server_table *st = set->hash[i], *next; st; st = next) {
            next = st->hash_next;
            visit(st);
        }
    }
}
