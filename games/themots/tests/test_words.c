/* games/themots/: folding, the whole lexicon, families, plurals, and answers sorted best first. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/themots/rules.h"
#include "games/themots/words.h"
#include "tests/helpers.h"

enum { THEMES_MAX = 250 };

/* The number of a theme's entries by first letter. */
static void count_entries(unsigned theme, uint32_t count[WORDS_LETTERS])
{
    const struct words_theme *t = &words_theme[theme];
    memset(count, 0, WORDS_LETTERS * sizeof *count);
    for (uint32_t i = t->entry; i < t->entry + t->entries; i++)
        count[words_form[words_entry[i].form].initial]++;
}

static unsigned theme_of(const char *id)
{
    const unsigned theme = words_find_theme(span_of(id));
    if (theme == words_themes)
        fail_msg("no theme %s", id);
    return theme;
}

static uint32_t look_up(const char *theme, const char *said)
{
    char folded[WORDS_FORM_MAX];
    return words_look_up(theme_of(theme), span_of(said), folded);
}

static void folding_table(void **unused)
{
    (void)unused;
    static const char *const pairs[][2] = {
        {"éléphant", "ELEPHANT"},
        {"ÉLÉPHANT", "ELEPHANT"},
        {"e\xcc\x81le\xcc\x81phant", "ELEPHANT"}, /* accents as combining marks */
        {"Buñuel", "BUNUEL"},
        {"garçon", "GARCON"},
        {"œil-de-bœuf", "OEILDEBOEUF"},
        {"ŒUF", "OEUF"},
        {"Lætitia", "LAETITIA"},
        {"Æthelred", "AETHELRED"},
        {"arc-en-ciel", "ARCENCIEL"},
        {"arc‐en‑ciel", "ARCENCIEL"}, /* two other kinds of hyphens */
        {"pomme de terre", "POMMEDETERRE"},
        {"pomme\xc2\xa0"
         "de\xe2\x80\xafterre",
         "POMMEDETERRE"}, /* non-breaking spaces */
        {"l'Aigle", "LAIGLE"},
        {"l’Aigle", "LAIGLE"},
        {"L`Aigle", "LAIGLE"},
        {"aujourd'hui", "AUJOURDHUI"},
        {"Noël", "NOEL"},
        {"Ÿ", "Y"},
        {"Straße", "STRASSE"},
        {"Łódź", "LODZ"},
        {"Søren", "SOREN"},
        {"Dvořák", "DVORAK"},
        {"Atatürk", "ATATURK"},
        {"E.T.", "ET"},
        {"Yahoo!", "YAHOO"},
        {"H&M", "HETM"},
        {"C & A", "CETA"},
        {"Canal+", "CANALPLUS"},
        {"7 Up", "SEPTUP"},
        {"M6", "MSIX"},
        {"Puissance 4", "PUISSANCEQUATRE"},
        {"1000 Bornes", "MILLEBORNES"},
        {"4x4", "QUATREQUATRE"},
        {"007", "ZEROZEROSEPT"},
        {"101 Dalmatiens", "CENTUNDALMATIENS"},
        {"21", "VINGTETUN"},
        {"71", "SOIXANTEETONZE"},
        {"80", "QUATREVINGTS"},
        {"99", "QUATREVINGTDIXNEUF"},
        {"400", "QUATRECENTS"},
        {"451", "QUATRECENTCINQUANTEETUN"},
        {"1984", "MILLENEUFCENTQUATREVINGTQUATRE"},
        {"80000", "QUATREVINGTMILLE"},
        {"François 1er", "FRANCOISPREMIER"},
        {"1ère", "PREMIERE"},
        {"6e", "SIXIEME"},
        {"5ème", "CINQUIEME"},
        {"9eme", "NEUVIEME"},
        {"4e", "QUATRIEME"},
        {"23e", "VINGTTROISIEME"},
        {"St Etienne", "SAINTETIENNE"},
        {"St-Étienne", "SAINTETIENNE"},
        {"Ste Maxime", "SAINTEMAXIME"},
        {"Bourg St Maurice", "BOURGSAINTMAURICE"},
        {"Mt Blanc", "MONTBLANC"},
        {"Mt. Blanc", "MONTBLANC"},
        {"Dr Dre", "DOCTEURDRE"},
        {"Mme Bovary", "MADAMEBOVARY"},
        {"ouest", "OUEST"},
        {"est", "EST"},
        {"St", "ST"},
        {"Stéphane", "STEPHANE"},
        {"Christ Roi", "CHRISTROI"},
    };
    static const char *const refused[] = {"",      " ",      "---",  "1234567",
                                          "日本",  "été²",   "\x80", "\xc3",
                                          "a\xff", "Привет", "a@b",  "\xed\xa0\x80"};
    char out[WORDS_FORM_MAX];
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        if (!words_fold(span_of(pairs[i][0]), out))
            fail_msg("'%s' does not fold", pairs[i][0]);
        assert_string_equal(out, pairs[i][1]);
    }
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        if (words_fold(span_of(refused[i]), out))
            fail_msg("'%s' folds to %s", refused[i], out);
    }
    char longest[2 * WORDS_FORM_MAX];
    memset(longest, 'a', sizeof longest);
    assert_true(words_fold((struct span){longest, WORDS_FORM_MAX - 1}, out));
    assert_int_equal(strlen(out), WORDS_FORM_MAX - 1);
    assert_false(words_fold((struct span){longest, WORDS_FORM_MAX}, out));
}

/* Arbitrary bytes: no crash, and the output has only letters. */
static void folding_takes_any_bytes(void **unused)
{
    (void)unused;
    struct rng rng;
    rng_seed(&rng, 1);
    for (int i = 0; i < test_repeats(20000); i++) {
        char bytes[WORDS_FORM_MAX], out[WORDS_FORM_MAX];
        const size_t length = rng_below(&rng, sizeof bytes);
        for (size_t j = 0; j < length; j++)
            bytes[j] = (char)(rng_below(&rng, 3) ? 'a' + rng_below(&rng, 26) : rng_next(&rng));
        const bool good = words_fold((struct span){bytes, length}, out);
        assert_true(strspn(out, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == strlen(out));
        assert_true(!good || out[0]);
    }
}

/* A plain form has one reading in its theme, itself, and is not plain in any other theme. */
static void plain_forms_have_one_reading(void **unused)
{
    (void)unused;
    uint32_t plain = 0;
    for (uint32_t i = 0; i < words_forms; i++) {
        const unsigned theme = words_entry[words_form[i].entry].theme;
        struct words_reading reading[WORDS_READINGS];
        assert_false(words_is_plain((theme + 1) % words_themes, i));
        if (!words_is_plain(theme, i))
            continue;
        assert_int_equal(words_readings(theme, words_written(i), reading), 1);
        assert_int_equal(reading[0].form, i);
        plain++;
    }
    /* most forms, so the shortcut is worth it */
    assert_in_range(plain, words_forms / 2, words_forms - 1);
}

/* Invariants of every form and entry. */
static void the_table_is_sound(void **unused)
{
    (void)unused;
    for (uint32_t i = 0; i < words_forms; i++) {
        const struct words_form *form = &words_form[i];
        const struct words_entry *entry = &words_entry[form->entry];
        const struct words_theme *theme = &words_theme[entry->theme];
        char folded[WORDS_FORM_MAX], plain[WORDS_FORM_MAX];
        assert_true(words_fold(words_written(i), folded));
        assert_true(words_fold(words_written(entry->form), plain));
        assert_true(words_written(i).length < GAME_SAID_MAX);
        assert_true(span_is_clean(words_written(i)));
        if (!form->has_twin)
            assert_int_equal(words_find(entry->theme, folded), i);
        assert_int_not_equal(words_find(WORDS_ANYWHERE, folded), WORDS_NONE);
        const char *judged = form->kind == WORDS_FULL ? plain : folded;
        assert_int_equal(form->letters, words_letters(judged));
        assert_int_equal(form->initial, judged[0] - 'A');
        assert_in_range(i, theme->first[0], theme->first[WORDS_LETTERS + 1] - 1);
        const unsigned part = form->kind == WORDS_FULL ? WORDS_LETTERS : form->initial;
        assert_in_range(i, theme->first[part], theme->first[part + 1] - 1);
    }
    for (uint32_t i = 0; i < words_entries; i++) {
        const struct words_entry *entry = &words_entry[i];
        const struct span text = words_written(entry->form);
        assert_int_equal(words_form[entry->form].entry, i);
        assert_int_equal(words_form[entry->form].kind, WORDS_ANSWER);
        assert_in_range(entry->level, WORDS_FIRST, WORDS_RARE);
        assert_int_equal(
            entry->root == 0,
            !(text.at[0] >= 'a' && text.at[0] <= 'z') &&
                !((unsigned char)text.at[0] == 0xc3 && (unsigned char)text.at[1] >= 0xa0) &&
                !((unsigned char)text.at[0] == 0xc5 && (unsigned char)text.at[1] == 0x93));
    }
}

/* The required size of the lexicon. */
static void the_lexicon_is_large_enough(void **unused)
{
    (void)unused;
    uint32_t on_dice = 0;
    unsigned pairs = 0, enough = 0;
    for (int die = 0; die < WORDS_DICE; die++)
        on_dice |= words_letters(themots_face[die]);
    assert_int_equal(__builtin_popcount(on_dice), 17);
    assert_true(words_themes >= 36);
    assert_true(words_entries >= 10000);
    assert_true(words_bytes < 5000000);
    for (unsigned theme = 0; theme < words_themes; theme++) {
        uint32_t entries[WORDS_LETTERS];
        count_entries(theme, entries);
        if (words_theme[theme].closed)
            continue;
        if (words_theme[theme].entries < 150)
            fail_msg("%s has %u entries", words_theme[theme].id, words_theme[theme].entries);
        for (unsigned letter = 0; letter < WORDS_LETTERS; letter++) {
            pairs += on_dice >> letter & 1;
            enough += (on_dice >> letter & 1) && entries[letter] >= 3;
        }
    }
    print_message("%u themes, %u entries, %u forms, %u bytes, %u of %u pairs\n", words_themes,
                  words_entries, words_forms, words_bytes, enough, pairs);
    assert_true(10 * enough >= 9 * pairs);
}

static void cards_have_their_themes(void **unused)
{
    (void)unused;
    static const char *const first[WORDS_ON_CARD] = {"Personnalités",
                                                     "Animaux",
                                                     "Pays, régions et villes du monde",
                                                     "Métiers",
                                                     "À manger et à boire",
                                                     "Objets de la maison"};
    for (int i = 0; i < WORDS_ON_CARD; i++)
        assert_string_equal(words_theme[words_card[0][i]].title[0], first[i]);
    for (unsigned card = 0; card < WORDS_CARDS; card++) {
        for (int i = 0; i < WORDS_ON_CARD; i++) {
            for (int j = 0; j < i; j++)
                assert_int_not_equal(words_card[card][i], words_card[card][j]);
        }
    }
    assert_int_equal(words_find_theme(span_of("Métiers")), theme_of("metiers"));
    assert_int_equal(words_find_theme(span_of("a manger et a boire")), theme_of("manger_boire"));
    assert_int_equal(words_find_theme(span_of("nonsense")), words_themes);
}

static void all_elements_are_there(void **unused)
{
    (void)unused;
    static const char *const elements[] = {"hydrogène", "tungstène", "oganesson", "tennesse",
                                           "or",        "étain",     "mercure",   "azote"};
    for (size_t i = 0; i < sizeof elements / sizeof *elements; i++)
        assert_int_not_equal(look_up("elements", elements[i]), WORDS_NONE);
}

/* Every theme has more than one answer for each letter of the dice. */
static void no_letter_is_thin(void **unused)
{
    (void)unused;
    uint32_t on_dice = 0;
    for (int die = 0; die < WORDS_DICE; die++)
        on_dice |= words_letters(themots_face[die]);
    for (unsigned theme = 0; theme < words_themes; theme++) {
        uint32_t entries[WORDS_LETTERS];
        count_entries(theme, entries);
        for (unsigned letter = 0; letter < WORDS_LETTERS; letter++) {
            if (on_dice >> letter & 1 && entries[letter] < 5)
                fail_msg("%s has %u answers with %c", words_theme[theme].id, entries[letter],
                         'A' + (int)letter);
        }
    }
}

/* Whether the theme has the word. If not, prints it with the word that may have been meant. */
static bool is_accepted(unsigned theme, const char *word)
{
    char folded[WORDS_FORM_MAX];
    if (words_look_up(theme, span_of(word), folded) != WORDS_NONE)
        return true;
    const uint32_t meant = words_near(theme, folded);
    const struct span near = meant == WORDS_NONE ? span_of("") : words_written(meant);
    print_message("%s: %s (%s)%s%.*s\n", words_theme[theme].id, word,
                  words_find(WORDS_ANYWHERE, folded) == WORDS_NONE ? "unknown" : "other themes",
                  near.length ? ", near " : "", (int)near.length, near.at);
    return false;
}

/* The number of words of a file that its theme accepts, and the number of all its words. */
static unsigned count_accepted(unsigned theme, const char *folder, unsigned *words)
{
    char path[256], word[WORDS_FORM_MAX];
    size_t length;
    unsigned good = 0;
    snprintf(path, sizeof path, "words/%s/%s.txt", folder, words_theme[theme].id);
    char *bytes = test_read_file(path, &length);
    *words = 0;
    for (struct span rest = {bytes, length}; rest.at && rest.length;) {
        const struct span line = span_cut(&rest, '\n');
        if (line.length == 0 || line.at[0] == '#')
            continue;
        snprintf(word, sizeof word, "%.*s", (int)line.length, line.at);
        (*words)++;
        good += is_accepted(theme, word);
    }
    free(bytes);
    return good;
}

/* tests/words/recall/THEME.txt: words written by people who had not seen the theme's file. Most
 * must be accepted. */
static void what_people_say_is_there(void **unused)
{
    (void)unused;
    double sum = 0;
    for (unsigned theme = 0; theme < words_themes; theme++) {
        unsigned words;
        const unsigned good = count_accepted(theme, "recall", &words);
        assert_true(words >= 100);
        if (good < 0.95 * words)
            fail_msg("%s: %u of %u words are accepted", words_theme[theme].id, good, words);
        sum += (double)good / words;
    }
    print_message("%.2f %% of what people wrote down is accepted\n", 100 * sum / words_themes);
    assert_true(sum / words_themes >= 0.98);
}

/* tests/words/unseen/THEME.txt: the same. Nobody who works on the themes reads these files. */
static void what_others_say_is_there(void **unused)
{
    (void)unused;
    unsigned words = 0, good = 0;
    for (unsigned theme = 0; theme < words_themes; theme++) {
        unsigned listed;
        good += count_accepted(theme, "unseen", &listed);
        words += listed;
    }
    assert_true(words >= 1000 && good >= 0.98 * words);
}

/* Counts the answers of a file with lines `THEME|answer, answer`, for each theme, and those that
 * its theme accepts. */
static void count_answers(const char *path, bool show, unsigned good[], unsigned all[])
{
    size_t length;
    char *bytes = test_read_file(path, &length);
    for (struct span rest = {bytes, length}; rest.at && rest.length;) {
        struct span line = span_cut(&rest, '\n');
        char id[WORDS_ID_MAX], word[WORDS_FORM_MAX], folded[WORDS_FORM_MAX];
        if (line.length == 0 || line.at[0] == '#')
            continue;
        const struct span name = span_cut(&line, '|');
        snprintf(id, sizeof id, "%.*s", (int)name.length, name.at);
        const unsigned theme = theme_of(id);
        while (line.at) {
            struct span one = span_cut(&line, ',');
            for (; one.length && one.at[0] == ' '; one.length--)
                one.at++;
            snprintf(word, sizeof word, "%.*s", (int)one.length, one.at);
            all[theme]++;
            good[theme] += show ? is_accepted(theme, word)
                                : words_look_up(theme, span_of(word), folded) != WORDS_NONE;
        }
    }
    free(bytes);
}

/* tests/words/people: answers of sixteen invented people, and wrong answers. */
static void people_are_understood(void **unused)
{
    (void)unused;
    static const char *const writer[] = {"cook",      "teacher",    "footballer", "grandmother",
                                         "employee",  "lyonnaise",  "pensioner",  "namur",
                                         "marseille", "douarnenez", "letters",    "rimouski",
                                         "three",     "nurse",      "livreur",    "everyday"};
    static unsigned good[THEMES_MAX], all[THEMES_MAX], taken[THEMES_MAX], wrong[THEMES_MAX];
    unsigned sum = 0, answers = 0, errors = 0, mistakes = 0;
    char path[256];
    for (size_t i = 0; i < sizeof writer / sizeof *writer; i++) {
        snprintf(path, sizeof path, "words/people/%s.txt", writer[i]);
        count_answers(path, true, good, all);
    }
    count_answers("words/wrong.txt", false, taken, wrong);
    for (unsigned theme = 0; theme < words_themes; theme++) {
        if (all[theme] < 80 || good[theme] < 0.94 * all[theme])
            fail_msg("%s: %u of %u answers are accepted", words_theme[theme].id, good[theme],
                     all[theme]);
        sum += good[theme];
        answers += all[theme];
        errors += taken[theme];
        mistakes += wrong[theme];
    }
    print_message("people: %u of %u answers accepted; %u of %u wrong answers too\n", sum, answers,
                  errors, mistakes);
    assert_true(sum >= 0.97 * answers);
    assert_true(errors <= 0.025 * mistakes);
}

/* Plurals, other spellings, full names, articles. */
static void ways_to_say_an_answer(void **unused)
{
    (void)unused;
    static const struct {
        const char *theme, *said, *as; /* `as`: the entry; NULL: not accepted */
    } cases[] = {
        {"animaux", "chevaux", "cheval"},
        {"animaux", "chats", "chat"},
        {"animaux", "CHATS", "chat"},
        {"animaux", "souris", "souris"},
        {"animaux", "oiseaux", "oiseau"},
        {"animaux", "chacals", "chacal"},
        {"animaux", "chacaux", NULL},
        {"animaux", "le chat", "chat"},
        {"animaux", "L'éléphant", "éléphant"},
        {"animaux", "les chats", "chat"},
        {"animaux", "lechat", NULL},
        {"animaux", "chatss", NULL},
        {"corps", "yeux", "œil"},
        {"corps", "oeil", "œil"},
        {"personnalites", "Victor Hugo", "Hugo"},
        {"personnalites", "hugo", "Hugo"},
        {"personnalites", "Leonid", NULL},
        {"pays_villes", "la France", "France"},
        {"fruits_legumes", "pommes de terre", "pomme de terre"},
        {"fruits_legumes", "Pomme-de-terre", "pomme de terre"},
        {"marques", "H&M", "H et M"},
        {"marques", "HM", "H et M"},
        {"marques", "C & A", "C et A"},
        {"marques", "Canal+", "Canal Plus"},
        {"marques", "7 Up", "Seven Up"},
        {"jeux_jouets", "Puissance 4", "Puissance quatre"},
        {"villes_france", "St Etienne", "Saint-Étienne"},
        {"villes_france", "Ste Maxime", "Sainte-Maxime"},
        {"personnages", "Sherlock Holmes", "Holmes"},
        {"personnages", "Vador", "Dark Vador"},
        {"personnalites", "Ban Ki-moon", "Ban"},
        {"personnalites", "Louis 14", "Louis XIV"},
        {"personnalites", "François 1er", "François Ier"},
        {"sentiments", "têtue", "têtu"},
        {"sentiments", "gentille", "gentil"},
        {"couleurs", "verte", "vert"},
        {"cuisine", "mijoter", "mijoter"},
        {"cuisine", "mijoters", NULL},
        {"meteo", "pluvieux", "pluvieux"},
        {"corps", "le sang", "sang"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const uint32_t form = look_up(cases[i].theme, cases[i].said);
        if (!cases[i].as) {
            if (form != WORDS_NONE)
                fail_msg("%s: '%s' is accepted", cases[i].theme, cases[i].said);
            continue;
        }
        if (form == WORDS_NONE)
            fail_msg("%s: '%s' is not accepted", cases[i].theme, cases[i].said);
        const struct span entry = words_written(words_entry[words_form[form].entry].form);
        if (!span_is(entry, cases[i].as))
            fail_msg("%s: '%s' is taken for '%.*s'", cases[i].theme, cases[i].said,
                     (int)entry.length, entry.at);
    }
}

/* A spoken text has several readings: with and without its article, and by its last word. */
static void ways_to_take_what_was_said(void **unused)
{
    (void)unused;
    static const struct {
        const char *theme, *said, *first, *second; /* folded readings; NULL: there is no second */
    } cases[] = {
        {"capitales", "Le Caire", "LECAIRE", "CAIRE"},
        {"capitales", "Caire", "CAIRE", NULL},
        {"villes_france", "Les Sables-d'Olonne", "LESSABLESDOLONNE", "SABLESDOLONNE"},
        {"villes_france", "St Etienne", "SAINTETIENNE", NULL},
        {"oeuvres", "La Peste", "LAPESTE", "PESTE"},
        {"oeuvres", "L'Avare", "LAVARE", "AVARE"},
        {"oeuvres", "l’avare", "LAVARE", "AVARE"},
        {"oeuvres", "Le Petit Prince", "LEPETITPRINCE", "PETITPRINCE"},
        {"animaux", "le chat", "CHAT", NULL},
        {"personnalites", "Lady Gaga", "LADYGAGA", "GAGA"},
        {"animaux", "la gloubie", "LAGLOUBIE", "GLOUBIE"},
        {"maison", "chaise du voisin", "CHAISE", NULL},
        {"corps", "pied de biche", "PIEDDEBICHE", NULL}, /* a tool */
        {"mythologie", "Hélène", "HELENE", NULL},
        {"mythologie", "Hélène Ségara", "HELENESEGARA", NULL}, /* a singer */
        {"chanteurs", "Harry Potter", "HARRYPOTTER", NULL},    /* not Debbie Harry */
        {"marques", "Peugeot 208", "PEUGEOT", NULL},
        /* accents decide between two entries; without accents either may be meant */
        {"manger_boire", "pâté", "PATE", NULL},
        {"manger_boire", "pate", "PATE", "PATE"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct words_reading reading[WORDS_READINGS];
        const size_t count =
            words_readings(theme_of(cases[i].theme), span_of(cases[i].said), reading);
        if (count != (cases[i].second ? 2 : 1))
            fail_msg("'%s' is taken in %zu ways", cases[i].said, count);
        assert_string_equal(reading[0].folded, cases[i].first);
        if (cases[i].second)
            assert_string_equal(reading[1].folded, cases[i].second);
    }
}

/* A spoken phrase may be judged as the entry at its beginning. */
static void saying_more_never_loses(void **unused)
{
    (void)unused;
    static const struct {
        const char *theme, *said;
        char initial;
    } cases[] = {
        {"personnages", "Hermione Granger", 'H'},     {"personnages", "Hermione Granger", 'G'},
        {"personnages", "Capitaine Haddock", 'C'},    {"personnages", "Capitaine Haddock", 'H'},
        {"personnalites", "Napoléon Bonaparte", 'N'}, {"personnalites", "Napoléon Bonaparte", 'B'},
        {"maison", "la chaise du voisin", 'C'},       {"vehicules", "vélo de mon père", 'V'},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct words_reading reading[WORDS_READINGS];
        const size_t count =
            words_readings(theme_of(cases[i].theme), span_of(cases[i].said), reading);
        bool found = false;
        for (size_t r = 0; r < count; r++)
            found |= reading[r].form != WORDS_NONE &&
                     words_form[reading[r].form].initial == cases[i].initial - 'A';
        if (!found)
            fail_msg("'%s' is not accepted at %c", cases[i].said, cases[i].initial);
    }
}

/* Long words with one wrong letter. */
static void misspellings(void **unused)
{
    (void)unused;
    static const struct {
        const char *theme, *said, *meant; /* `meant`: NULL: nothing */
    } cases[] = {
        {"fruits_legumes", "ECHALOTTE", "échalote"},
        {"animaux", "ELEFANT", NULL},
        {"animaux", "ELEPHENT", "éléphant"},
        {"animaux", "GIRAFFE", "girafe"},
        {"animaux", "CROCODLIE", "crocodile"},
        {"animaux", "CHAF", NULL},
        {"animaux", "ESTRAGONITE", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const uint32_t near = words_near(theme_of(cases[i].theme), cases[i].said);
        if (!cases[i].meant ? near != WORDS_NONE
                            : near == WORDS_NONE || !span_is(words_written(near), cases[i].meant))
            fail_msg("'%s' means something else", cases[i].said);
    }
}

/* Checks the pair in every theme that has both words; returns the number of these themes. */
static int check_pair(const char *path, unsigned line, bool same, struct span a, struct span b)
{
    char first[WORDS_FORM_MAX], second[WORDS_FORM_MAX];
    int themes = 0;
    assert_true(words_fold(a, first) && words_fold(b, second));
    for (unsigned theme = 0; theme < words_themes; theme++) {
        const uint32_t f = words_find(theme, first), g = words_find(theme, second);
        if (f == WORDS_NONE || g == WORDS_NONE)
            continue;
        const uint16_t root = words_entry[words_form[f].entry].root;
        if (root == 0)
            continue; /* a proper noun in this theme */
        themes++;
        if ((root == words_entry[words_form[g].entry].root) != same)
            fail_msg("%s:%u: in %s these are %s family", path, line, words_theme[theme].id,
                     same ? "not of one" : "of one");
    }
    return themes;
}

/* tests/words/pairs-*.txt: pairs that a stemmer gets wrong. */
static void tricky_pairs(void **unused)
{
    (void)unused;
    int pairs[2] = {0, 0};
    DIR *dir = opendir("words");
    assert_non_null(dir);
    for (struct dirent *file; (file = readdir(dir));) {
        char path[1024];
        size_t length;
        unsigned n = 0;
        if (strncmp(file->d_name, "pairs-", 6) != 0)
            continue;
        snprintf(path, sizeof path, "words/%s", file->d_name);
        char *bytes = test_read_file(path, &length);
        for (struct span rest = {bytes, length}; rest.at && rest.length;) {
            struct span line = span_cut(&rest, '\n');
            n++;
            if (line.length == 0 || line.at[0] == '#')
                continue;
            const struct span ruling = span_cut(&line, ' ');
            const struct span first = span_cut(&line, ';');
            const bool same = span_is(ruling, "same");
            if (!line.at || (!same && !span_is(ruling, "different")))
                fail_msg("%s:%u: 'same WORD ; WORD' or 'different WORD ; WORD'", path, n);
            if (check_pair(path, n, same, first, line) == 0)
                fail_msg("%s:%u: no theme has both words", path, n);
            pairs[same]++;
        }
        free(bytes);
    }
    closedir(dir);
    print_message("%d pairs of one family, %d that only look so\n", pairs[1], pairs[0]);
    assert_true(pairs[0] >= 200 && pairs[1] >= 200);
}

/* Compares the answers with a plain implementation. */
static void answers_best_first(void **unused)
{
    (void)unused;
    static struct words_answer answer[WORDS_ANSWERS_MAX];
    struct rng rng;
    rng_seed(&rng, 2);
    for (int i = 0; i < 2000; i++) {
        const unsigned theme = rng_below(&rng, words_themes);
        const unsigned level = 1 + rng_below(&rng, WORDS_RARE);
        const bool black = rng_below(&rng, 4) == 0;
        uint8_t dice[WORDS_DICE];
        for (int die = 0; die < WORDS_DICE; die++)
            dice[die] = (uint8_t)(themots_face[die][rng_below(&rng, 6)] - 'A');
        const unsigned initial = dice[rng_below(&rng, WORDS_DICE)];
        const size_t count = black ? words_without(theme, dice, level, answer)
                                   : words_answers(theme, initial, dice, false, level, answer);
        size_t entries = 0, known = 0;
        for (size_t j = 0; j < count; j++) {
            const struct words_form *form = &words_form[answer[j].form];
            char folded[WORDS_FORM_MAX];
            unsigned points = 0;
            assert_true(words_fold(words_written(answer[j].form), folded));
            for (int die = 0; die < WORDS_DICE; die++)
                points += strchr(folded, 'A' + dice[die]) != NULL;
            assert_int_equal(points, answer[j].points);
            assert_int_equal(answer[j].level, words_entry[form->entry].level);
            assert_true(answer[j].level <= level);
            assert_true(black ? points == 0 : folded[0] == (char)('A' + initial));
            if (j > 0)
                assert_true(
                    answer[j - 1].points > points ||
                    (answer[j - 1].points == points && answer[j - 1].level <= answer[j].level));
            known += form->kind == WORDS_ANSWER;
        }
        for (uint32_t e = words_theme[theme].entry;
             e < words_theme[theme].entry + words_theme[theme].entries; e++) {
            const struct words_form *form = &words_form[words_entry[e].form];
            const bool fits =
                black ? words_points(form->letters, dice) == 0 : form->initial == initial;
            entries += fits && words_entry[e].level <= level;
        }
        assert_int_equal(known, entries); /* each exactly once */
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(folding_table),
        cmocka_unit_test(folding_takes_any_bytes),
        cmocka_unit_test(the_table_is_sound),
        cmocka_unit_test(plain_forms_have_one_reading),
        cmocka_unit_test(the_lexicon_is_large_enough),
        cmocka_unit_test(cards_have_their_themes),
        cmocka_unit_test(all_elements_are_there),
        cmocka_unit_test(no_letter_is_thin),
        cmocka_unit_test(what_people_say_is_there),
        cmocka_unit_test(what_others_say_is_there),
        cmocka_unit_test(people_are_understood),
        cmocka_unit_test(ways_to_take_what_was_said),
        cmocka_unit_test(saying_more_never_loses),
        cmocka_unit_test(misspellings),
        cmocka_unit_test(ways_to_say_an_answer),
        cmocka_unit_test(tricky_pairs),
        cmocka_unit_test(answers_best_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
