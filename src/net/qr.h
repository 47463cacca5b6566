/* qr.h: an address as a QR code in SVG. */
#ifndef CORNET_NET_QR_H
#define CORNET_NET_QR_H

#include <stdbool.h>

#include "base/text.h"

bool qr_draw(const char *address, struct text *out);

#endif
