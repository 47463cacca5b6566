/* An SVG picture as a PNG, by librsvg and cairo. */
#include <cairo.h>
#include <librsvg/rsvg.h>

#include "base/lang.h"
#include "base/memory.h"
#include "print/print.h"

struct bytes {
    char *at;
    size_t length, capacity;
};

static cairo_status_t add(void *context, const unsigned char *data, unsigned int length)
{
    struct bytes *bytes = context;
    if (bytes->length + length > bytes->capacity) {
        bytes->capacity = 2 * bytes->capacity + length;
        bytes->at = memory_resize(bytes->at, bytes->capacity, 1);
    }
    memcpy(bytes->at + bytes->length, data, length);
    bytes->length += length;
    return CAIRO_STATUS_SUCCESS;
}

char *print_png(const char *svg, size_t svg_length, int width, int height, size_t *length,
                struct text *why)
{
    struct bytes bytes = {0};
    RsvgHandle *handle = rsvg_handle_new_from_data((const guint8 *)svg, svg_length, NULL);
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
    cairo_t *cr = cairo_create(surface);
    const RsvgRectangle whole = {0, 0, width, height};
    const bool good =
        handle && rsvg_handle_render_document(handle, cr, &whole, NULL) &&
        cairo_surface_write_to_png_stream(surface, add, &bytes) == CAIRO_STATUS_SUCCESS;
    cairo_destroy(cr);
    cairo_surface_destroy(surface);
    if (handle)
        g_object_unref(handle);
    if (good) {
        *length = bytes.length;
        return bytes.at;
    }
    memory_free(bytes.at);
    text_fail(why, tr("this picture cannot be drawn as PNG"));
    return NULL;
}
