#include "server/share.h"

#include <stdio.h>

#include "base/json.h"
#include "base/lang.h"
#include "match/daily.h"

enum { WIDTH = 1200, HEIGHT = 630, FRAME_HEIGHT = 480, FRAME_WIDTH = 720 };

static bool is_id(struct span text)
{
    size_t good = 0;
    while (good < text.length && ((text.at[good] >= 'a' && text.at[good] <= 'z') ||
                                  (text.at[good] >= '2' && text.at[good] <= '7')))
        good++;
    return text.length == SHARE_ID && good == SHARE_ID;
}

bool share_read(struct span path, struct share *out)
{
    long day;
    *out = (struct share){0};
    span_cut(&path, '/');
    const struct span first = span_cut(&path, '/'), second = span_cut(&path, '/');
    if (span_is(first, "t") && is_id(second)) {
        snprintf(out->table, sizeof out->table, "%.*s", (int)second.length, second.at);
        return true;
    }
    const struct game *game = span_is(first, "daily") ? game_find(second) : NULL;
    if (!game || !daily_of(game) || !daily_read(path, &day))
        return false;
    snprintf(out->daily, sizeof out->daily, "%s/%.*s", game->id, (int)path.length, path.at);
    return true;
}

void share_picture(const struct share *share, struct text *out)
{
    text_printf(out, share->table[0] ? "picture/%s.png" : "picture/daily/%s.png",
                share->table[0] ? share->table : share->daily);
}

static void add_path(const struct share *share, struct text *out)
{
    text_printf(out, share->table[0] ? "t/%s" : "daily/%s",
                share->table[0] ? share->table : share->daily);
}

void share_page(const struct share *share, const char *base, const char *title, struct span page,
                struct text *out)
{
    const char *const head = memmem(page.at, page.length, "</head>", 7);
    const size_t before = head ? (size_t)(head - page.at) : 0;
    text_add_bytes(out, page.at, before);
    text_printf(out,
                "<meta property=\"og:type\" content=\"website\">\n"
                "<meta property=\"og:site_name\" content=\"Cornet\">\n"
                "<meta property=\"og:title\" content=\"%s\">\n"
                "<meta property=\"og:url\" content=\"%s",
                title, base);
    add_path(share, out);
    text_printf(out, "\">\n<meta property=\"og:image\" content=\"%s", base);
    share_picture(share, out);
    text_printf(out,
                "\">\n<meta property=\"og:image:width\" content=\"%d\">\n"
                "<meta property=\"og:image:height\" content=\"%d\">\n"
                "<meta name=\"twitter:card\" content=\"summary_large_image\">\n"
                "<link rel=\"alternate\" type=\"application/json+oembed\" href=\"%soembed?url=%s",
                WIDTH, HEIGHT, base, base);
    add_path(share, out);
    text_add(out, "\">\n");
    text_add_bytes(out, page.at + before, page.length - before);
}

void share_oembed(const struct share *share, const char *base, const char *title, struct text *out)
{
    struct text html = text_on((char[1024]){0}, 1024), picture = text_on((char[1024]){0}, 1024);
    struct json json = json_on(out);
    text_add(&picture, base);
    share_picture(share, &picture);
    json_open(&json, '{');
    json_key_string(&json, "version", "1.0");
    json_key_string(&json, "type", share->table[0] ? "rich" : "photo");
    json_key_string(&json, "provider_name", "Cornet");
    json_key_string(&json, "provider_url", base);
    json_key_string(&json, "title", title);
    if (share->table[0]) {
        text_printf(&html,
                    "<iframe src=\"%sembed/%s\" width=\"%d\" height=\"%d\" title=\"Cornet\" "
                    "style=\"border:0\"></iframe>",
                    base, share->table, FRAME_WIDTH, FRAME_HEIGHT);
        json_key_string(&json, "html", html.start);
    } else {
        json_key_string(&json, "url", picture.start);
    }
    json_key_number(&json, "width", share->table[0] ? FRAME_WIDTH : WIDTH);
    json_key_number(&json, "height", share->table[0] ? FRAME_HEIGHT : HEIGHT);
    json_key_string(&json, "thumbnail_url", picture.start);
    json_key_number(&json, "thumbnail_width", WIDTH);
    json_key_number(&json, "thumbnail_height", HEIGHT);
    json_close(&json, '}');
}
