/* share.h: what other sites see of an address: Open Graph in its page, and oEmbed. */
#ifndef CORNET_SERVER_SHARE_H
#define CORNET_SERVER_SHARE_H

#include "base/text.h"

#define SHARE_ID 16 /* letters of a table's id */

/* What an address shows: a table or a challenge of the day. */
struct share {
    char table[SHARE_ID + 1]; /* empty: no table */
    char daily[48];           /* `GAME/DATE`, or empty */
};

/* Reads the path of an address, `/t/ID` or `/daily/GAME/DATE`. False if it shows neither. */
bool share_read(struct span path, struct share *out);

/* The path of the picture: `picture/ID.png`. */
void share_picture(const struct share *share, struct text *out);

/* The page with the tags of the share in its head. `base` is the server's address and ends with a
 * slash. */
void share_page(const struct share *share, const char *base, const char *title, struct span page,
                struct text *out);

/* The answer of oEmbed. */
void share_oembed(const struct share *share, const char *base, const char *title, struct text *out);

#endif
