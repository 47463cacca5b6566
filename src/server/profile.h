/* profile.h: the page of a person's profile, with Open Graph tags for link previews. */
#ifndef CORNET_SERVER_PROFILE_H
#define CORNET_SERVER_PROFILE_H

#include "base/text.h"

/* Copies the client's page, with tags in its head. `profile`: the answer of /api/people/NAME;
 * `found`: it is one. `url`: of the server, with a slash at its end. */
void profile_page(struct span page, struct span profile, bool found, const char *url,
                  struct text *out);

#endif
