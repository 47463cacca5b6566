/* print_pdf in a build without cairo, pango and librsvg. */
#include "base/lang.h"
#include "print/print.h"

const bool print_works = false;

char *print_pdf(const struct game *game, const struct print_paper *paper, size_t *length,
                struct text *why)
{
    (void)game, (void)paper, (void)length;
    text_fail(why, tr("this build cannot print: it was made without cairo, pango and librsvg"));
    return NULL;
}

char *print_png(const char *svg, size_t svg_length, int width, int height, size_t *length,
                struct text *why)
{
    (void)svg;
    (void)svg_length;
    (void)width;
    (void)height;
    (void)length;
    text_fail(why,
              tr("this build cannot make PNG pictures: it was built without librsvg and pango"));
    return NULL;
}
