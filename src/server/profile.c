#include "server/profile.h"

#include <jansson.h>

#include "base/lang.h"

/* Text inside an attribute. */
static void put_escaped(struct text *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '&')
            text_add(out, "&amp;");
        else if (*text == '<')
            text_add(out, "&lt;");
        else if (*text == '>')
            text_add(out, "&gt;");
        else if (*text == '"')
            text_add(out, "&quot;");
        else
            text_char(out, *text);
    }
}

static void put_tag(struct text *out, const char *property, const char *content)
{
    text_printf(out, "<meta property=\"%s\" content=\"", property);
    put_escaped(out, content);
    text_add(out, "\">\n");
}

static void put_address(struct text *out, const char *url, const char *name)
{
    static const char plain[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
    char bytes[1024];
    struct text address = text_on(bytes, sizeof bytes);
    text_printf(&address, "%sp/", url);
    for (; *name; name++) {
        if (strchr(plain, *name))
            text_char(&address, *name);
        else
            text_printf(&address, "%%%02X", (unsigned char)*name);
    }
    put_tag(out, "og:url", bytes);
}

static void put_tags(struct text *out, const json_t *profile, const char *url)
{
    char bytes[256];
    struct text summary = text_on(bytes, sizeof bytes);
    const char *name = json_string_value(json_object_get(profile, "name"));
    unsigned long played = 0, won = 0;
    size_t i;
    json_t *game;
    json_array_foreach(json_object_get(profile, "by_game"), i, game)
    {
        played += (unsigned long)json_integer_value(json_object_get(game, "played"));
        won += (unsigned long)json_integer_value(json_object_get(game, "won"));
    }
    text_printf(&summary, trn("%lu game played, %lu won", "%lu games played, %lu won", played),
                played, won);
    put_tag(out, "og:site_name", "Cornet");
    put_tag(out, "og:type", "profile");
    put_tag(out, "og:title", name ? name : "");
    put_tag(out, "og:description", bytes);
    put_address(out, url, name ? name : "");
}

void profile_page(struct span page, struct span profile, bool found, const char *url,
                  struct text *out)
{
    json_t *json = found ? json_loadb(profile.at, profile.length, 0, NULL) : NULL;
    const char *head = memmem(page.at, page.length, "</head>", 7);
    const size_t before = head ? (size_t)(head - page.at) : 0;
    text_add_bytes(out, page.at, before);
    if (json)
        put_tags(out, json, url);
    text_add_bytes(out, page.at + before, page.length - before);
    json_decref(json);
}
