/* words_pack: packs the lexicon's theme files and cards into the arrays of games/themots/words.h.
 *
 *     words_pack FOLDER CARDS THEME...
 *
 * Runs while the program is built, and writes the files `text`, `theme`, `card`, `entry`, `form`
 * and `slot` into FOLDER, each the array of that name as the machine has it in memory;
 * cmake/embed.cmake puts them into the library. Every mistake in a file is reported as `FILE:LINE:
 * reason`, and then nothing is written. docs/develop/words.md describes a theme file. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <utf8proc.h>

#include "base/files.h"
#include "base/lines.h"
#include "base/memory.h"
#include "games/themots/rules.h"
#include "games/themots/words.h"

enum { LETTERS_MAX = 40, WRITTEN_MAX = 62, THEMES_MAX = 250 };
enum { ENTRIES_MAX = THEMOTS_VOTED - 1, FORMS_MAX = (1 << WORDS_NUMBER) - 2 };

struct entry {
    char *written;
    char folded[WORDS_FORM_MAX];
    char root[WORDS_FORM_MAX]; /* as a folded form; empty for a proper noun */
    char *names, *also, *plural;
    bool proper, chosen; /* chosen: the root is given, and not the word itself */
    bool twin;           /* another entry of a theme differs only by its accents: pâte, pâté */
    uint8_t level;
    unsigned theme, line;
    uint32_t form, plural_form, names_at, word, root_id;
    uint32_t last_form; /* index plus 1 of the last of its forms */
};

struct form {
    char *written;
    char folded[WORDS_FORM_MAX];
    uint32_t letters, entry, at;
    uint32_t before; /* the form of the same entry before it, as last_form */
    uint8_t kind, initial;
    bool has_parts, has_twin;
};

struct theme {
    char *path, *id, *title[2];
    bool open, closed;
    bool unusual; /* plurals are accepted, but nobody thinks of them */
    uint32_t entry, entries, first[WORDS_LETTERS + 2], others[WORDS_LETTERS];
};

static struct theme theme[THEMES_MAX];
static unsigned themes;
static struct entry *entry;
static uint32_t entries, entries_capacity;
static struct form *form;
static uint32_t forms, forms_capacity;
static uint32_t theme_forms; /* the first form of the theme being packed */
static uint8_t card[WORDS_CARDS][WORDS_ON_CARD];
static unsigned mistakes;

__attribute__((format(printf, 3, 4))) static void wrong(const char *path, unsigned line,
                                                        const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "%s:%u: ", path, line);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    mistakes++;
}

/* ---- reading a theme ---- */

static char *copy(struct span text)
{
    char *string = memory_new(text.length + 1, 1);
    memcpy(string, span_start(text), text.length);
    return string;
}

static struct span trimmed(struct span text)
{
    while (text.length && text.at[0] == ' ') {
        text.at++;
        text.length--;
    }
    while (text.length && text.at[text.length - 1] == ' ')
        text.length--;
    return text;
}

static bool starts_with_capital(const char *word)
{
    utf8proc_int32_t code;
    utf8proc_iterate((const utf8proc_uint8_t *)word, -1, &code);
    return utf8proc_category(code) != UTF8PROC_CATEGORY_LL;
}

/* The path's file name without its ending. */
static char *id_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    return copy((struct span){name, strcspn(name, ".")});
}

/* `# fr: Animaux` */
static void read_head(struct theme *t, unsigned n, struct span line)
{
    struct span value = {line.at + 1, line.length - 1};
    const struct span key = trimmed(span_cut(&value, ':'));
    value = trimmed(value);
    if ((span_is(key, "fr") || span_is(key, "en")) && value.length < WORDS_TITLE_MAX)
        t->title[span_is(key, "en")] = copy(value);
    else if (span_is(key, "set") && (span_is(value, "open") || span_is(value, "closed"))) {
        t->open = span_is(value, "open");
        t->closed = !t->open;
    } else if (span_is(key, "plurals") && span_is(value, "unusual")) {
        t->unusual = true;
    } else
        wrong(t->path, n,
              "the head has lines '# fr: TITLE', '# en: TITLE', '# set: open|closed', '# plurals: "
              "unusual'; a title has fewer than %d bytes",
              WORDS_TITLE_MAX);
}

static bool is_key(struct span key)
{
    return span_is(key, "name") || span_is(key, "also") || span_is(key, "plural") ||
           span_is(key, "root");
}

static void read_attribute(struct entry *e, unsigned n, struct span part)
{
    struct span value = part;
    const struct span key = span_cut(&value, '=');
    const char *path = theme[e->theme].path;
    value = trimmed(value);
    if (span_is(part, "first"))
        e->level = WORDS_FIRST;
    else if (span_is(part, "easy") || span_is(part, "rare"))
        e->level = span_is(part, "easy") ? WORDS_EASY : WORDS_RARE;
    else if (value.length == 0 || !is_key(key))
        wrong(path, n,
              "'%.*s' is not first, easy, rare, root=, name=, also= or plural=", (int)part.length,
              span_start(part));
    else if (span_is(key, "name"))
        e->names = copy(value);
    else if (span_is(key, "also"))
        e->also = copy(value);
    else if (span_is(key, "plural"))
        e->plural = copy(value);
    else {
        char *given = copy(value), folded[WORDS_FORM_MAX];
        e->chosen = true;
        if (e->proper)
            wrong(path, n, "a proper noun has no root");
        if (!words_fold(value, folded) || given[strspn(given, "abcdefghijklmnopqrstuvwxyz")])
            wrong(path, n, "a root is small letters a to z, not '%s'", given);
        else if (!e->proper)
            memcpy(e->root, folded, sizeof folded);
        free(given);
    }
}

static void read_entry(unsigned number, unsigned n, struct span line)
{
    if (entries == entries_capacity) {
        entries_capacity = entries_capacity ? 2 * entries_capacity : 1024;
        entry = memory_resize(entry, entries_capacity, sizeof *entry);
    }
    struct entry *e = &entry[entries];
    const char *path = theme[number].path;
    struct span rest = line;
    const struct span written = trimmed(span_cut(&rest, ';'));
    *e = (struct entry){.level = WORDS_PLAIN, .theme = number, .line = n};
    e->written = copy(written);
    if (!words_fold(written, e->folded) || strlen(e->folded) > LETTERS_MAX ||
        written.length > WRITTEN_MAX) {
        wrong(path, n, "'%s' does not fold to 1 to %d letters A to Z", e->written, LETTERS_MAX);
        return;
    }
    e->proper = starts_with_capital(e->written);
    if (!e->proper)
        memcpy(e->root, e->folded, sizeof e->root);
    while (rest.at)
        read_attribute(e, n, trimmed(span_cut(&rest, ';')));
    if (e->names && !e->proper)
        wrong(path, n, "name= is for people, and '%s' is a common noun", e->written);
    if (e->plural && e->proper)
        wrong(path, n, "plural= is for common nouns, and '%s' is a proper noun", e->written);
    if (entries > theme[number].entry && strcmp(entry[entries - 1].folded, e->folded) > 0)
        wrong(path, n, "'%s' comes before '%s': the entries are sorted by their folded form",
              e->written, entry[entries - 1].written);
    entries++;
}

static char *read_file(const char *path, size_t *length)
{
    struct text_unread unread;
    char *bytes = files_read(path, length, text_unread(&unread));
    if (!bytes)
        wrong(path, 1, "cannot open: %s", strerror(errno));
    return bytes;
}

static void read_theme(const char *path)
{
    struct theme *t = &theme[themes];
    size_t length;
    char *bytes = read_file(path, &length);
    if (!bytes)
        return;
    *t = (struct theme){.path = copy(span_of(path)), .id = id_of(path), .entry = entries};
    struct span rest = {bytes, length};
    for (unsigned n = 1; rest.at && rest.length; n++) {
        const struct span line = span_cut(&rest, '\n');
        if (line.length == 0 || !span_is_clean(line) || trimmed(line).length != line.length)
            wrong(path, n, "an empty line, stray spaces, or bytes that are not clean UTF-8");
        else if (line.at[0] == '#')
            read_head(t, n, line);
        else
            read_entry(themes, n, line);
    }
    if (strlen(t->id) >= WORDS_ID_MAX)
        wrong(path, 1, "the file's name has %d letters or more", WORDS_ID_MAX);
    if (!t->title[0] || !t->title[1] || t->open == t->closed)
        wrong(path, 1, "the head needs '# fr: TITLE', '# en: TITLE' and '# set: open|closed'");
    t->entries = entries - t->entry;
    themes++;
    free(bytes);
}

/* ---- forms ---- */

/* The form of the theme being packed that has this folded text. */
static struct form *find_form(const char *folded)
{
    for (uint32_t i = theme_forms; i < forms; i++) {
        if (strcmp(form[i].folded, folded) == 0)
            return &form[i];
    }
    return NULL;
}

/* Whether a text differs from another form only by its accents, and has another family. */
static bool is_twin(const struct form *f, const struct entry *e, struct span written)
{
    size_t i = 0;
    while (i < written.length && (f->written[i] | 0x20) == (written.at[i] | 0x20))
        i++;
    const unsigned char here = (unsigned char)f->written[i];
    const bool accented = i < written.length && (here | (unsigned char)written.at[i]) >= 0x80;
    return accented && e->root[0] && entry[f->entry].root[0] &&
           strcmp(e->root, entry[f->entry].root) != 0;
}

/* Adds a way to say the entry. A form that is written down twice is a mistake, except for twins;
 * one that a rule has made is dropped if it exists. */
static void add_form(uint32_t owner, struct span written, int kind, bool made)
{
    const struct entry *e = &entry[owner];
    const char *path = theme[e->theme].path;
    char folded[WORDS_FORM_MAX];
    if (forms == forms_capacity) {
        forms_capacity = forms_capacity ? 2 * forms_capacity : 1024;
        form = memory_resize(form, forms_capacity, sizeof *form);
    }
    if (!words_fold(written, folded) || written.length > WRITTEN_MAX) {
        wrong(path, e->line, "'%.*s' does not fold to letters A to Z, or is too long",
              (int)written.length, written.at);
        return;
    }
    struct form *there = find_form(folded);
    const bool twin = there && is_twin(there, e, written);
    if (twin) {
        there->has_twin = true;
        if (kind == WORDS_ANSWER && there->kind == WORDS_ANSWER)
            entry[owner].twin = entry[there->entry].twin = true;
        there = NULL;
    }
    if (there && kind <= WORDS_OTHER && !made)
        wrong(path, e->line, "'%.*s' is there already, on line %u", (int)written.length, written.at,
              entry[there->entry].line);
    if (there)
        return;
    struct form *f = &form[forms++];
    const char *judged = kind == WORDS_FULL ? e->folded : folded;
    *f = (struct form){.written = copy(written), .entry = owner, .kind = (uint8_t)kind};
    memcpy(f->folded, folded, sizeof folded);
    f->has_twin = twin;
    f->letters = words_letters(judged);
    f->initial = (uint8_t)(judged[0] - 'A');
}

static void add_list(uint32_t owner, const char *list, int kind)
{
    for (struct span rest = span_of(list); rest.at;) {
        const struct span one = trimmed(span_cut(&rest, ','));
        char folded[WORDS_FORM_MAX];
        if (kind == WORDS_FULL && words_fold(one, folded) &&
            strcmp(folded, entry[owner].folded) == 0)
            continue; /* Molière's whole name */
        add_form(owner, one, kind, false);
    }
}

static bool ends(struct span word, const char *end)
{
    const size_t length = strlen(end);
    return word.length >= length && memcmp(word.at + word.length - length, end, length) == 0;
}

static void add_plural(struct text *out, struct span word)
{
    const bool same = ends(word, "s") || ends(word, "x") || ends(word, "z");
    const bool al = ends(word, "al");
    text_add_bytes(out, word.at, word.length - (al ? 1 : 0));
    if (al)
        text_add(out, "ux");
    else if (!same)
        text_char(out, ends(word, "au") || ends(word, "eu") ? 'x' : 's');
}

/* Words within a compound that have no plural. */
static bool is_small(struct span word)
{
    static const char *const small[] = {"de", "du",  "des", "à",   "au",   "aux",  "en",   "la",
                                        "le", "les", "et",  "sur", "sous", "pour", "sans", "par"};
    for (size_t i = 0; i < sizeof small / sizeof *small; i++) {
        if (span_is(word, small[i]))
            return true;
    }
    return word.length < 2 || memchr(word.at, '\'', word.length) != NULL;
}

/* The compound with its first `max` words in the plural that have one. */
static void add_compound(uint32_t owner, int max)
{
    char buffer[2 * WRITTEN_MAX];
    struct text out = text_on(buffer, sizeof buffer);
    int done = 0;
    for (const char *at = entry[owner].written; *at;) {
        const struct span word = {at, strcspn(at, " -")};
        if (done < max && !is_small(word)) {
            add_plural(&out, word);
            done++;
        } else {
            text_add_bytes(&out, word.at, word.length);
        }
        at += word.length;
        if (*at)
            text_char(&out, *at++);
    }
    if (out.length <= WRITTEN_MAX)
        add_form(owner, span_of(buffer), WORDS_LOOSE, true);
}

/* The plural of each other spelling of one word, by the rules: clefs of clef. */
static void add_other_plurals(uint32_t owner)
{
    for (struct span rest = span_of(entry[owner].also); rest.at;) {
        const struct span one = trimmed(span_cut(&rest, ','));
        char buffer[2 * WRITTEN_MAX];
        struct text out = text_on(buffer, sizeof buffer);
        if (memchr(one.at, ' ', one.length) || memchr(one.at, '-', one.length))
            continue;
        add_plural(&out, one);
        add_form(owner, span_of(buffer), WORDS_LOOSE, true);
    }
}

static void add_plurals(uint32_t owner)
{
    const struct entry *e = &entry[owner];
    char buffer[2 * WRITTEN_MAX];
    struct text out = text_on(buffer, sizeof buffer);
    const bool compound = strpbrk(e->written, " -");
    const int kind = compound || theme[e->theme].unusual ? WORDS_LOOSE : WORDS_PLURAL;
    if (e->proper || (e->plural && strcmp(e->plural, "-") == 0))
        return;
    if (e->plural) {
        add_list(owner, e->plural, kind);
    } else if (compound) {
        add_compound(owner, 1);
        add_compound(owner, 99);
    } else {
        add_plural(&out, span_of(e->written));
        add_form(owner, span_of(buffer), kind, true);
    }
    if (e->also)
        add_other_plurals(owner);
}

/* A name without its article: Caire of Le Caire. It may be said with either initial. */
static void add_bare(uint32_t owner)
{
    static const char *const articles[] = {"Le ", "La ", "Les ", "L'", "The ", "Los ", "El "};
    const char *written = entry[owner].written;
    for (size_t i = 0; i < sizeof articles / sizeof *articles; i++) {
        const size_t length = strlen(articles[i]);
        if (strncmp(written, articles[i], length) == 0)
            add_form(owner, span_of(written + length), WORDS_OTHER, true);
    }
}

/* A name without its "and", which many leave out: HM of H&M. */
static void add_without_and(uint32_t owner)
{
    char buffer[WRITTEN_MAX + 1];
    struct text out = text_on(buffer, sizeof buffer);
    const char *written = entry[owner].written;
    if (!strchr(written, '&'))
        return;
    for (; *written; written++)
        text_char(&out, *written == '&' ? ' ' : *written);
    add_form(owner, span_of(buffer), WORDS_LOOSE, true);
}

/* The value of a Roman number of I, V and X; 0 for anything else. */
static unsigned roman(struct span word)
{
    unsigned sum = 0;
    for (size_t i = 0; i < word.length; i++) {
        const char *digits = "IVX", *digit = strchr(digits, word.at[i]);
        const char *next = i + 1 < word.length ? strchr(digits, word.at[i + 1]) : NULL;
        static const unsigned value[] = {1, 5, 10};
        if (!digit || !*digit)
            return 0;
        const unsigned own = value[digit - digits];
        sum += next && *next && value[next - digits] > own ? 0u - own : own;
    }
    return sum;
}

/* A king's number as it is typed or spoken: Louis 14 of Louis XIV. Scored as it is written. */
static void add_number(uint32_t owner)
{
    const char *written = entry[owner].written, *last = strrchr(written, ' ');
    char buffer[2 * WRITTEN_MAX];
    if (!last || !entry[owner].proper)
        return;
    const bool first = strcmp(last, " Ier") == 0 || strcmp(last, " Iᵉʳ") == 0;
    const unsigned number = roman(span_of(last + 1));
    if (!first && number < 2)
        return;
    snprintf(buffer, sizeof buffer, "%.*s %u%s", (int)(last - written), written, first ? 1 : number,
             first ? "er" : "");
    add_form(owner, span_of(buffer), WORDS_FULL, true);
}

static int by_initial(const void *a, const void *b)
{
    const struct form *f = a, *g = b;
    const int full = (f->kind == WORDS_FULL) - (g->kind == WORDS_FULL);
    if (full)
        return full;
    if (f->initial != g->initial)
        return f->initial - g->initial;
    const int other = (f->kind != WORDS_ANSWER) - (g->kind != WORDS_ANSWER);
    if (other)
        return other;
    return strcmp(f->folded, g->folded);
}

static bool ends_with(const char *text, const char *end)
{
    const size_t length = strlen(text), wanted = strlen(end);
    return length > wanted && strcmp(text + length - wanted, end) == 0;
}

/* Whether the first words of the form are a form of the theme. */
static bool begins_with_form(const struct form *f)
{
    for (const char *gap = strchr(f->written, ' '); gap; gap = strchr(gap + 1, ' ')) {
        char folded[WORDS_FORM_MAX];
        const struct span part = {f->written, (size_t)(gap - f->written)};
        if (words_fold(part, folded) && find_form(folded))
            return true;
    }
    return false;
}

/* Marks the forms that end with another form of their entry, and full names that begin with one of
 * the theme. */
static void find_parts(void)
{
    for (uint32_t i = theme_forms; i < forms; i++) {
        form[i].before = entry[form[i].entry].last_form;
        entry[form[i].entry].last_form = i + 1;
    }
    for (uint32_t i = theme_forms; i < forms; i++) {
        form[i].has_parts = form[i].kind == WORDS_FULL && begins_with_form(&form[i]);
        for (uint32_t j = entry[form[i].entry].last_form; j && !form[i].has_parts;
             j = form[j - 1].before)
            form[i].has_parts = ends_with(form[i].folded, form[j - 1].folded);
    }
}

/* Written forms come first, then those that the rules make. */
static void make_forms(struct theme *t)
{
    theme_forms = forms;
    for (uint32_t i = t->entry; i < t->entry + t->entries; i++)
        add_form(i, span_of(entry[i].written), WORDS_ANSWER, false);
    for (uint32_t i = t->entry; i < t->entry + t->entries; i++) {
        if (entry[i].also)
            add_list(i, entry[i].also, WORDS_OTHER);
    }
    for (uint32_t i = t->entry; i < t->entry + t->entries; i++) {
        add_bare(i);
        add_without_and(i);
    }
    for (uint32_t i = t->entry; i < t->entry + t->entries; i++)
        add_plurals(i);
    for (uint32_t i = t->entry; i < t->entry + t->entries; i++) {
        if (entry[i].names)
            add_list(i, entry[i].names, WORDS_FULL);
        add_number(i);
    }
    if (forms == theme_forms)
        return;
    qsort(form + theme_forms, forms - theme_forms, sizeof *form, by_initial);
    uint32_t at = theme_forms;
    for (unsigned letter = 0; letter <= WORDS_LETTERS; letter++) {
        t->first[letter] = at;
        while (at < forms && form[at].kind == WORDS_ANSWER && form[at].initial == letter)
            at++;
        if (letter < WORDS_LETTERS)
            t->others[letter] = at;
        while (at < forms && form[at].kind != WORDS_FULL && form[at].initial == letter)
            at++;
    }
    t->first[WORDS_LETTERS + 1] = forms;
    if (t->first[WORDS_LETTERS] - theme_forms > WORDS_ANSWERS_MAX)
        wrong(t->path, 1, "%u ways to say its answers: WORDS_ANSWERS_MAX must grow",
              t->first[WORDS_LETTERS] - theme_forms);
    for (uint32_t i = theme_forms; i < forms; i++) {
        if (form[i].kind == WORDS_ANSWER)
            entry[form[i].entry].form = i;
        else if (form[i].kind == WORDS_PLURAL)
            entry[form[i].entry].plural_form = i;
    }
    find_parts();
}

/* ---- families ---- */

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* What makes an entry the same word in all themes: its accents too if it has a twin. */
static char *word_key(struct entry *e)
{
    return e->twin ? e->written : e->folded;
}

/* An entry with the same accents as a twin of another theme is the same word. */
static void spread_twins(void)
{
    for (uint32_t i = 0; i < entries; i++) {
        for (uint32_t j = 0; entry[i].twin && j < entries; j++)
            entry[j].twin = entry[j].twin || strcmp(entry[j].folded, entry[i].folded) == 0;
    }
}

/* Numbers the different texts from 1 and gives each entry its own. */
static void number_texts(bool roots)
{
    char **text = memory_new(entries + 1, sizeof *text);
    uint32_t count = 0;
    for (uint32_t i = 0; i < entries; i++)
        text[i] = roots ? entry[i].root : word_key(&entry[i]);
    qsort(text, entries, sizeof *text, by_text);
    for (uint32_t i = 0; i < entries; i++) {
        if (text[i][0] && (count == 0 || strcmp(text[count - 1], text[i]) != 0))
            text[count++] = text[i];
    }
    for (uint32_t i = 0; i < entries; i++) {
        char *key = roots ? entry[i].root : word_key(&entry[i]);
        char **found = key[0] ? bsearch(&key, text, count, sizeof *text, by_text) : NULL;
        const uint32_t id = found ? (uint32_t)(found - text) + 1 : 0;
        if (roots)
            entry[i].root_id = id;
        else
            entry[i].word = id;
    }
    free(text);
}

/* A family is named after a member that has no other family. */
static void check_roots(void)
{
    for (uint32_t i = 0; i < entries; i++) {
        const struct entry *e = &entry[i];
        if (!e->chosen)
            continue;
        const struct theme *t = &theme[e->theme];
        for (uint32_t j = t->entry; j < t->entry + t->entries; j++) {
            if (strcmp(entry[j].folded, e->root) == 0 && !entry[j].proper && !entry[j].twin &&
                strcmp(entry[j].root, e->root) != 0)
                wrong(t->path, e->line, "root of '%s': '%s' itself has another root", e->written,
                      entry[j].written);
        }
    }
}

/* ---- cards ---- */

/* `1: personnalites animaux …` */
static void read_cards(const char *path)
{
    size_t length;
    char *bytes = read_file(path, &length);
    unsigned cards = 0, n = 0;
    if (!bytes)
        return;
    for (struct span rest = {bytes, length}; rest.at && rest.length;) {
        struct span line = span_cut(&rest, '\n');
        uint64_t number;
        n++;
        if (line.length == 0 || line.at[0] == '#')
            continue;
        if (!span_number(span_cut(&line, ':'), cards + 1, WORDS_CARDS, &number)) {
            wrong(path, n, "the cards are numbered 1 to %d, in order", WORDS_CARDS);
            break;
        }
        line = trimmed(line);
        for (int i = 0; i < WORDS_ON_CARD; i++) {
            const struct span id = span_cut(&line, ' ');
            unsigned found = 0;
            while (found < themes && !span_is(id, theme[found].id))
                found++;
            if (found == themes)
                wrong(path, n, "no theme '%.*s'", (int)id.length, span_start(id));
            card[cards][i] = (uint8_t)found;
        }
        if (line.at)
            wrong(path, n, "a card has %d themes", WORDS_ON_CARD);
        cards++;
    }
    if (cards != WORDS_CARDS && mistakes == 0)
        wrong(path, n, "%u cards, and WORDS_CARDS in games/themots/words.h is %d", cards,
              WORDS_CARDS);
    free(bytes);
}

/* ---- writing ---- */

/* One of the files that are embedded: an array as games/themots/words.h declares it. */
static void write_part(const char *folder, const char *part, const void *items, size_t count,
                       size_t size)
{
    char path[4096], buffer[TEXT_WHY];
    struct text why = text_on(buffer, sizeof buffer);
    snprintf(path, sizeof path, "%s/%s", folder, part);
    if (!files_replace(path, items, count * size, &why))
        wrong(path, 1, "%s", buffer);
}

/* Appends a text with its NUL; returns its offset. */
static uint32_t add_text(FILE *texts, const char *text)
{
    const long begin = ftell(texts);
    fwrite(text, 1, strlen(text) + 1, texts);
    return (uint32_t)begin;
}

/* If the entry's plural begins with its singular, one text serves for both. */
static bool is_within_plural(uint32_t f)
{
    const struct entry *e = &entry[form[f].entry];
    return form[f].kind == WORDS_ANSWER && e->plural_form &&
           strncmp(form[e->plural_form].written, form[f].written, strlen(form[f].written)) == 0;
}

static void write_texts(const char *folder)
{
    char *bytes = NULL;
    size_t length;
    FILE *texts = open_memstream(&bytes, &length);
    add_text(texts, ""); /* offset 0 means no text */
    for (uint32_t i = 0; i < entries; i++) {
        if (entry[i].names)
            entry[i].names_at = add_text(texts, entry[i].names);
    }
    for (uint32_t i = 0; i < forms; i++) {
        const struct entry *e = &entry[form[i].entry];
        const char *name =
            form[i].kind == WORDS_FULL && e->names ? strstr(e->names, form[i].written) : NULL;
        if (name)
            form[i].at = e->names_at + (uint32_t)(name - e->names);
        else if (!is_within_plural(i))
            form[i].at = add_text(texts, form[i].written);
    }
    for (uint32_t i = 0; i < forms; i++) {
        if (is_within_plural(i))
            form[i].at = form[entry[form[i].entry].plural_form].at;
    }
    fclose(texts);
    write_part(folder, "text", bytes, length, 1);
    free(bytes);
}

static void write_themes(const char *folder)
{
    struct words_theme *out = memory_new(themes, sizeof *out);
    for (unsigned i = 0; i < themes; i++) {
        const struct theme *t = &theme[i];
        snprintf(out[i].id, sizeof out[i].id, "%s", t->id);
        for (int language = 0; language < 2; language++)
            snprintf(out[i].title[language], sizeof out[i].title[language], "%s",
                     t->title[language]);
        out[i].closed = t->closed;
        out[i].entry = t->entry;
        out[i].entries = t->entries;
        memcpy(out[i].first, t->first, sizeof out[i].first);
        memcpy(out[i].others, t->others, sizeof out[i].others);
    }
    write_part(folder, "theme", out, themes, sizeof *out);
    write_part(folder, "card", card, WORDS_CARDS, sizeof *card);
    free(out);
}

static void write_entries(const char *folder)
{
    struct words_entry *out = memory_new(entries, sizeof *out);
    for (uint32_t i = 0; i < entries; i++) {
        const struct entry *e = &entry[i];
        out[i].form = e->form;
        out[i].names = e->names_at;
        out[i].root = e->root_id & 0xffffffu;
        out[i].word = e->word & 0xffffffu;
        out[i].theme = (uint8_t)e->theme;
        out[i].level = e->level;
    }
    write_part(folder, "entry", out, entries, sizeof *out);
    free(out);
}

static void write_forms(const char *folder)
{
    struct words_form *out = memory_new(forms, sizeof *out);
    for (uint32_t i = 0; i < forms; i++) {
        const struct form *f = &form[i];
        out[i].letters = f->letters;
        out[i].written = f->at << WORDS_LENGTH | (uint32_t)strlen(f->written);
        out[i].entry = f->entry & ((1u << WORDS_ENTRY) - 1);
        out[i].kind = f->kind & 7u;
        out[i].has_parts = f->has_parts;
        out[i].has_twin = f->has_twin;
        out[i].initial = f->initial & 31u;
    }
    write_part(folder, "form", out, forms, sizeof *out);
    free(out);
}

/* The hash table of forms: open addressing, at most four fifths full. */
static void write_slots(const char *folder)
{
    uint32_t slots = 1024;
    while (4 * slots < 5 * forms)
        slots *= 2;
    uint32_t *slot = memory_new(slots, sizeof *slot);
    for (uint32_t i = 0; i < forms; i++)
        words_add_slot(slot, slots, i, form[i].folded);
    write_part(folder, "slot", slot, slots, sizeof *slot);
    free(slot);
}

int main(int argc, char **argv)
{
    if (argc < 4 || argc - 3 > THEMES_MAX) {
        fprintf(stderr, "usage: words_pack FOLDER CARDS THEME... (at most %d themes)\n",
                THEMES_MAX);
        return 2;
    }
    for (int i = 3; i < argc; i++)
        read_theme(argv[i]);
    for (unsigned i = 0; i < themes; i++)
        make_forms(&theme[i]);
    check_roots();
    read_cards(argv[2]);
    if (entries > ENTRIES_MAX || forms > FORMS_MAX)
        wrong(argv[2], 1, "%u entries and %u forms are more than can be numbered", entries, forms);
    if (mistakes) {
        fprintf(stderr, "words_pack: %u mistakes, no table\n", mistakes);
        return 1;
    }
    spread_twins();
    number_texts(false);
    number_texts(true);
    write_texts(argv[1]); /* first: it gives every text its place */
    write_themes(argv[1]);
    write_entries(argv[1]);
    write_forms(argv[1]);
    write_slots(argv[1]);
    return mistakes ? 1 : 0;
}
