#include "net/qr.h"

#include <qrencode.h>

#define MARGIN 4 /* modules, as the standard requires */

/* Draws one path with a horizontal stroke for each run of dark modules. */
bool qr_draw(const char *address, struct text *out)
{
    QRcode *code = QRcode_encodeString8bit(address, 0, QR_ECLEVEL_M);
    if (!code)
        return false;
    const int width = code->width, side = width + 2 * MARGIN;
    text_printf(out,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
                "shape-rendering=\"crispEdges\"><path fill=\"#fff\" d=\"M0 0h%dv%dH0z\"/>"
                "<path stroke=\"#000\" d=\"",
                side, side, side, side);
    for (int y = 0; y < width; y++) {
        for (int x = 0, run; x < width; x += run) {
            const int dark = code->data[y * width + x] & 1;
            for (run = 1; x + run < width && (code->data[y * width + x + run] & 1) == dark; run++)
                ;
            if (dark)
                text_printf(out, "M%d %d.5h%d", x + MARGIN, y + MARGIN, run);
        }
    }
    text_add(out, "\"/></svg>\n");
    QRcode_free(code);
    return !out->cut;
}
