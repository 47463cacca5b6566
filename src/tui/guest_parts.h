/* guest_parts.h: shared by the parts of a guest: guest.c takes the server's messages, guest_show.c
 * shows the table. */
#ifndef CORNET_TUI_GUEST_PARTS_H
#define CORNET_TUI_GUEST_PARTS_H

#include "tui/guest.h"

/* Appends the player of a seat, counted from 0, in words. guest_show_seats prints all. */
void guest_add_seat(const struct guest *guest, size_t seat, struct text *out);
void guest_show_seats(struct guest *guest);

/* What the table waits for before the game; empty: for nothing. */
const char *guest_phase(const struct guest *guest);

/* Appends the open proposal in words. */
void guest_add_proposal(const struct guest *guest, struct text *out);

#endif
