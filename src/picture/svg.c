#include "picture/svg.h"

void svg_escape(FILE *out, const char *text)
{
    for (; *text; text++) {
        switch (*text) {
        case '<':
            fputs("&lt;", out);
            break;
        case '&':
            fputs("&amp;", out);
            break;
        case '"':
            fputs("&quot;", out);
            break;
        default:
            fputc(*text, out);
        }
    }
}

void svg_open(FILE *out, int width, int height, const char *title)
{
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
            "height=\"%d\" role=\"img\"><title>",
            width, height, width, height);
    svg_escape(out, title);
    fputs("</title>\n", out);
}

void svg_close(FILE *out)
{
    fputs("</svg>\n", out);
}

void svg_text(FILE *out, struct svg_font font, double x, double y, const char *text)
{
    static const char *const anchors[] = {"start", "middle", "end"};
    fprintf(out,
            "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%.1f\" fill=\"#%06x\" text-anchor=\"%s\" "
            "font-family=\"%s\"%s>",
            x, y, font.size, (unsigned)font.colour, anchors[font.anchor],
            font.serif ? "Georgia, DejaVu Serif, serif" : "Verdana, DejaVu Sans, sans-serif",
            font.bold ? " font-weight=\"bold\"" : "");
    svg_escape(out, text);
    fputs("</text>\n", out);
}

void svg_rect(FILE *out, uint32_t colour, double x, double y, double width, double height,
              double radius)
{
    fprintf(out,
            "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"%.1f\" "
            "fill=\"#%06x\"/>\n",
            x, y, width, height, radius, (unsigned)colour);
}

void svg_frame(FILE *out, uint32_t colour, double line, double x, double y, double width,
               double height, double radius)
{
    fprintf(out,
            "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"%.1f\" fill=\"none\" "
            "stroke=\"#%06x\" stroke-width=\"%.1f\"/>\n",
            x, y, width, height, radius, (unsigned)colour, line);
}

void svg_circle(FILE *out, uint32_t colour, double x, double y, double radius)
{
    fprintf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"#%06x\"/>\n", x, y, radius,
            (unsigned)colour);
}

void svg_die(FILE *out, uint32_t paper, uint32_t ink, double x, double y, double size,
             unsigned value)
{
    /* Bitmasks of a grid of three by three, from the top left, for the values 0 to 6. */
    static const unsigned pips[] = {0, 1u << 4, 0x101, 0x111, 0x145, 0x155, 0x16d};
    svg_rect(out, paper, x, y, size, size, size * 0.2);
    for (int i = 0; i < 9 && value <= 6; i++) {
        if (pips[value] >> i & 1)
            svg_circle(out, ink, x + size * (0.25 + 0.25 * (i % 3)),
                       y + size * (0.25 + 0.25 * (i / 3)), size * 0.09);
    }
}

void svg_letter(FILE *out, uint32_t paper, uint32_t ink, double x, double y, double size,
                const char *letter)
{
    svg_rect(out, paper, x, y, size, size, size * 0.2);
    svg_text(out, (struct svg_font){size * 0.62, ink, SVG_MIDDLE, true, true}, x + size / 2,
             y + size * 0.72, letter);
}

uint32_t svg_seat(int seat)
{
    static const uint32_t colours[] = {0xb3322f, 0x2458a8, 0x2d7a3e, 0x9a6400, 0x7a3f9d, 0x0f7580};
    return colours[(unsigned)(seat - 1) % 6];
}
