/* The checks of a record of version 3, alone and against a transcript. verdict3_say.c has the
 * sentences. */
#include "match/verdict3.h"

#include <string.h>

#include "base/lang.h"
#include "match/transcript.h"
#include "match/verdict3_internal.h"

/* ---- contradictions ---- */

bool verdict3_contradict(struct check3 *check, uint32_t entry, const char *format, ...)
{
    char sentence[TEXT_WHY];
    struct text why = text_on(check->out->why, sizeof check->out->why);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    check->out->grade = VERDICT_CONTRADICTED;
    check->out->status = 2;
    check->out->line = entry && entry <= check->record.entries.count
                           ? check->record.line[entry - 1] & ~FAIR3_RECORD_UNDONE
                           : 1;
    if (check->kept && entry)
        text_printf(&why, tr("this is not the game that you played: entry %u: %s"), (unsigned)entry,
                    sentence);
    else if (check->kept)
        text_printf(&why, tr("this is not the game that you played: %s"), sentence);
    else if (entry)
        text_printf(&why, tr("no honest server writes this: entry %u: %s"), (unsigned)entry,
                    sentence);
    else
        text_printf(&why, tr("no honest server writes this: %s"), sentence);
    return false;
}

/* ---- the ledger ---- */

/* The entry is the one that was shown, as far as it was. */
static bool check_shown(struct check3 *check, uint32_t entry)
{
    const struct transcript3 *kept = &check->transcript;
    const char *shown = entry <= kept->saw.count ? kept->saw.line[entry - 1] : "";
    const struct span line = span_of(check->record.entries.line[entry - 1]);
    struct text view = text_on((char[FAIR3_NOTE_MAX]){0}, FAIR3_NOTE_MAX);
    if (!check->kept || shown[0] == '\0')
        return true;
    ledger_view(&check->ledger, line, kept->seat, &view);
    if (strcmp(shown, view.start) == 0)
        return true;
    text_clear(&view);
    if (check->ledger.sum.hidden)
        fair3_hidden_line(line, &view);
    return strcmp(shown, view.start) == 0 ||
           verdict3_contradict(check, entry, tr("you were shown '%.80s', and here is '%.*s'"),
                               shown, span_shown(line), line.at);
}

static bool check_entries(struct check3 *check)
{
    const struct fair3_record *record = &check->record;
    for (uint32_t i = 1; i <= record->entries.count; i++) {
        struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
        const unsigned char *salt = fair3_record_salt(record, i);
        const struct span entry = span_of(record->entries.line[i - 1]);
        if (!check_shown(check, i))
            return false;
        if (!ledger_add(&check->ledger, entry, salt, &why))
            return verdict3_contradict(check, i, "%s", why.start);
        const struct ledger_entry *kept = &check->ledger.entry[i];
        const bool salted = kept->kind == FAIR3_LINE && kept->hidden && kept->seat;
        if (salt && !salted)
            return verdict3_contradict(check, i, tr("a salt of a line that was not hidden"));
        check->unsalted += salted && !salt;
    }
    if (record->salts && record->salt[record->salts - 1].entry > record->entries.count)
        return verdict3_contradict(check, 0, tr("a salt of a line that was not hidden"));
    for (uint32_t i = 1; i <= record->entries.count; i++) {
        if (check->ledger.entry[i].undone != ((record->line[i - 1] & FAIR3_RECORD_UNDONE) != 0))
            return verdict3_contradict(check, i, tr("only an undo takes a line back"));
    }
    return true;
}

/* Names of bots, and V. */
static bool check_header(struct check3 *check)
{
    const struct fair3_record *record = &check->record;
    const struct match *match = record->match;
    unsigned char promise[FAIR_BYTES];
    if (check->ledger.started && match_bots(match) != ledger_seats(&check->ledger, FAIR3_BOT))
        return verdict3_contradict(check, 0, tr("the names of the seats hide who is a bot"));
    if (!record->has_hidden)
        return true;
    fair3_promise(record->head.table, record->hidden, promise);
    if (memcmp(promise, record->head.hidden, FAIR_BYTES) != 0)
        return verdict3_contradict(check, 0, tr("'fair-hidden' is not what the server promised"));
    return ledger_is_over(&check->ledger) ||
           verdict3_contradict(check, 0, tr("'fair-hidden' is shown, and the game is not over"));
}

/* ---- against the transcript ---- */

static enum ledger_sign check_server_sign(struct check3 *check, const struct text *text,
                                          const struct fair3_signed *sign)
{
    const struct ledger_given *given = &check->ledger.given;
    if (!check->record.head.key.has || !sign->has) /* without a key `-` is right */
        return check->record.head.key.has == sign->has ? SIGN_GOOD : SIGN_BAD;
    return ledger_judge_sign(given, &check->record.head.key,
                             (struct span){text->start, text->length}, sign);
}

static bool check_seals(struct check3 *check)
{
    const struct transcript3 *kept = &check->transcript;
    for (size_t i = 0; i < kept->seals; i++) {
        const struct transcript3_seal *seal = &kept->seal[i];
        struct text text = text_on((char[FAIR3_TEXT_MAX]){0}, FAIR3_TEXT_MAX);
        if (seal->entry <= check->ledger.sum.count &&
            memcmp(seal->hash, ledger_hash(&check->ledger, seal->entry), FAIR_BYTES) == 0)
            continue;
        fair3_text_seal(check->record.head.table, seal->entry, seal->hash, &text);
        if (check_server_sign(check, &text, &seal->sign) == SIGN_GOOD) {
            check->convinces = seal->sign.has;
            return verdict3_contradict(check, seal->entry,
                                       tr("the server signed another ledger than this one"));
        }
    }
    return true;
}

/* Finds the entries between which the transcript's chain is the seat's. */
static bool find_chain(struct check3 *check)
{
    const struct transcript3 *kept = &check->transcript;
    struct text chain = text_on((char[FAIR3_NOTE_MAX]){0}, FAIR3_NOTE_MAX);
    const struct ledger *ledger = &check->ledger;
    if (kept->has_chain)
        fair3_write_note(&kept->chain, &chain);
    check->from = check->to = ledger->sum.count + 1;
    for (uint32_t i = 1; i <= ledger->sum.count; i++) {
        const struct ledger_entry *entry = &ledger->entry[i];
        if (entry->kind != FAIR3_CHAIN || entry->seat != kept->seat)
            continue;
        if (check->from <= ledger->sum.count) {
            check->to = i;
            check->replaced = true;
            break;
        }
        if (strcmp(check->record.entries.line[i - 1], chain.start) == 0)
            check->from = i;
    }
    return check->from <= ledger->sum.count || !kept->opens ||
           verdict3_contradict(check, 0, tr("your chain is missing, and you opened its links"));
}

/* Whether the server confirmed that it has stored the link. */
static bool holds_got(struct check3 *check, const struct transcript3_open *open)
{
    struct text text = text_on((char[FAIR3_TEXT_MAX]){0}, FAIR3_TEXT_MAX);
    if (!open->has_got)
        return false;
    fair3_text_got(check->record.head.table, check->transcript.seat, open->n, open->link, &text);
    return check_server_sign(check, &text, &open->got) == SIGN_GOOD;
}

static bool check_step(struct check3 *check, uint32_t n)
{
    const struct ledger *ledger = &check->ledger;
    const struct ledger_step *step = &ledger->step[n - 1];
    const struct transcript3_open *open = transcript3_opened(&check->transcript, n);
    const unsigned bit = check->bit;
    const bool mine = step->ask > check->from && step->ask < check->to;
    struct fair3_note note = {0};
    if (open && memcmp(open->hash, ledger_hash(ledger, step->ask), FAIR_BYTES) != 0)
        return verdict3_contradict(
            check, step->ask, tr("you opened link %u after other entries than these"), (unsigned)n);
    if (step->missed & bit && mine && open && holds_got(check, open)) {
        check->convinces = open->got.has;
        return verdict3_contradict(check, step->ask + 1,
                                   tr("the server signed that it had your link, and says that you "
                                      "missed the step"));
    }
    check->voided += step->missed && open;
    check->voiders |= open ? step->missed : 0;
    check->steps += step->drew;
    if (!step->done || !(step->asked & bit) || !mine)
        return true;
    fair3_read_note(span_of(check->record.entries.line[step->ask]), &note);
    if (!open)
        return verdict3_contradict(check, step->ask + 1, tr("you never opened link %u"),
                                   (unsigned)n);
    if (memcmp(open->link, note.link[check->transcript.seat - 1], FAIR_BYTES) != 0)
        return verdict3_contradict(check, step->ask + 1, tr("your link %u was replaced"),
                                   (unsigned)n);
    check->with_link += step->drew;
    return true;
}

static bool check_steps(struct check3 *check)
{
    const struct transcript3 *kept = &check->transcript;
    const struct ledger *ledger = &check->ledger;
    const uint32_t last = kept->opens ? kept->open[kept->opens - 1].n : 0;
    for (uint32_t n = 1; n <= ledger->asks; n++) {
        if (!check_step(check, n))
            return false;
    }
    check->stopped = ledger->asks && !ledger->step[ledger->asks - 1].drew &&
                     transcript3_opened(kept, ledger->asks);
    return last <= ledger->asks ||
           verdict3_contradict(check, 0, tr("you opened link %u, for which nothing asks here"),
                               (unsigned)last);
}

/* A word of the seat is one that was sent, and was not refused. */
static bool check_word(struct check3 *check, uint32_t entry)
{
    struct fair3_note note;
    fair3_read_note(span_of(check->record.entries.line[entry - 1]), &note);
    struct transcript3_sent *sent =
        (struct transcript3_sent *)transcript3_word(&check->transcript, note.number);
    if (!sent || sent->seen != note.seen || memcmp(sent->digest, note.bytes, FAIR_BYTES) != 0)
        return verdict3_contradict(check, entry, tr("these are not your words"));
    sent->carried = true;
    return !sent->refused ||
           verdict3_contradict(check, entry, tr("your word %u was refused, and is carried out"),
                               (unsigned)note.number);
}

static bool check_words(struct check3 *check)
{
    const struct transcript3 *kept = &check->transcript;
    const struct ledger *ledger = &check->ledger;
    for (uint32_t i = 1; i <= ledger->sum.count; i++) {
        const struct ledger_entry *entry = &ledger->entry[i];
        const bool word = entry->kind == FAIR3_BY || entry->kind == FAIR3_YES;
        if (entry->seat != kept->seat || i < check->from || i >= check->to)
            continue;
        if (word && !check_word(check, i))
            return false;
        check->made +=
            entry->kind == FAIR3_LINE && (entry->how == LEDGER_LATE || entry->how == LEDGER_UNSAID);
    }
    for (size_t i = 0; i < kept->sents; i++)
        check->dropped += !check->later && !kept->sent[i].refused && !kept->sent[i].lost &&
                          !kept->sent[i].carried;
    return true;
}

/* The entry that set the clock which `late` is about: a move or a step; for the game's own a draw.
 */
static uint32_t find_setter(const struct ledger *ledger, uint32_t late)
{
    const bool own = ledger->entry[late].seat == 0;
    uint32_t i = late - 1;
    for (; i > 0; i--) {
        const struct ledger_entry *entry = &ledger->entry[i];
        if (entry->kind == FAIR3_STEP || entry->kind == FAIR3_UNDO ||
            (entry->kind == FAIR3_LINE && (!own || entry->how == LEDGER_DRAW)))
            break;
    }
    return i;
}

/* One time-out, by all messages about its clock. */
static bool check_time(struct check3 *check, uint32_t late)
{
    const struct transcript3 *kept = &check->transcript;
    const struct ledger_entry *entry = &check->ledger.entry[late];
    const uint32_t setter = find_setter(&check->ledger, late);
    const uint64_t at = late <= kept->saw.count ? kept->saw_at[late - 1] : 0;
    bool told = false, timed = false, early = false;
    for (size_t i = 0; i < kept->clocks; i++) {
        const struct transcript3_clock *clock = &kept->clock[i];
        if (clock->seat != entry->seat || clock->entry < setter || clock->entry >= late)
            continue;
        if (entry->seat && entry->ms < clock->left)
            return verdict3_contradict(check, late, tr("the server announced more time than this"));
        /* Moves may shorten the game's own time, as the rules say. */
        const uint64_t left = entry->ms < clock->left ? entry->ms : clock->left;
        timed |= clock->left + 2000 >= entry->ms; /* announced at its start, not for a short rest */
        told = true;
        early |= at < clock->at || at - clock->at + 2000 < left;
    }
    const bool shown = late <= kept->saw.count && kept->saw.line[late - 1][0];
    check->untimed += !timed || !shown;
    check->early += told && shown && early;
    return true;
}

static bool check_times(struct check3 *check)
{
    for (uint32_t i = 1; i <= check->ledger.sum.count; i++) {
        if (check->ledger.entry[i].kind == FAIR3_LATE && !check_time(check, i))
            return false;
    }
    return true;
}

static bool check_transcript(struct check3 *check)
{
    const struct transcript3 *kept = &check->transcript;
    const struct fair3_record *record = &check->record;
    if (strcmp(kept->table, record->head.table) != 0)
        return verdict3_contradict(
            check, 0, tr("this record belongs to table %s, and the transcript to table %s"),
            record->head.table, kept->table);
    if (kept->seat > record->match->settings.players)
        return verdict3_contradict(check, 0, tr("this record has no seat %d"), kept->seat);
    if (memcmp(kept->head, ledger_hash(&check->ledger, 0), FAIR_BYTES) != 0)
        return verdict3_contradict(check, 0,
                                   tr("the table's settings or promises are not those that you "
                                      "were shown"));
    return true;
}

/* The record was saved during the game: it is compared with what the client had seen until then. */
static void forget_later(struct check3 *check)
{
    struct transcript3 *kept = &check->transcript;
    const uint32_t count = check->ledger.sum.count;
    size_t seals = 0;
    check->later = kept->saw.count - count;
    lines_cut(&kept->saw, count);
    while (kept->opens && kept->open[kept->opens - 1].n > check->ledger.asks)
        kept->opens--;
    for (size_t i = 0; i < kept->seals; i++) {
        if (kept->seal[i].entry <= count)
            kept->seal[seals++] = kept->seal[i];
    }
    kept->seals = seals;
}

/* The remaining checks when the ledger itself is right. */
static bool check_kept(struct check3 *check)
{
    const struct transcript3 *kept = &check->transcript;
    const size_t count = check->ledger.sum.count;
    const bool whole = ledger_is_over(&check->ledger) || check->record.has_hidden;
    if (kept->saw.count > count && whole)
        return verdict3_contradict(check, 0,
                                   tr("entries that you were shown: %zu; entries here: %zu"),
                                   kept->saw.count, count);
    if (kept->saw.count > count)
        forget_later(check);
    if (!check_seals(check) || !find_chain(check) || !check_steps(check) || !check_words(check) ||
        !check_times(check))
        return false;
    if (kept->contradiction)
        return verdict3_contradict(check, 0, tr("your client noted: %.200s"), kept->contradiction);
    check->unseen = count;
    for (size_t i = 0; i < kept->saw.count; i++)
        check->unseen -= kept->saw.line[i][0] != '\0';
    return true;
}

/* ---- all ---- */

/* Whether it was this seat's own decision, or a bot's. */
static bool is_vouched(const struct check3 *check, int seat, uint32_t word)
{
    const struct ledger_entry *entry = &check->ledger.entry[word];
    const bool own = check->kept && seat == check->transcript.seat && word >= check->from &&
                     word < check->to && entry->seat == seat;
    return own || (entry->seat == seat && entry->vouched);
}

/* Whose giving up is only the server's word: the last line is a forfeit or an agreed draw. */
static void find_given_up(struct check3 *check)
{
    const struct ledger *ledger = &check->ledger;
    const struct match *match = ledger->given.match;
    if (!ledger->started || !match->ended)
        return;
    for (int seat = 1; seat <= match->settings.players; seat++) {
        const uint32_t act = ledger->sum.count;
        uint32_t word = act - 1;
        if (match->ended != MATCH_DRAWN && match->ended != seat)
            continue;
        while (word > 0 &&
               (ledger->entry[word].kind == FAIR3_BY || ledger->entry[word].kind == FAIR3_YES) &&
               ledger->entry[word].seat != seat)
            word--;
        const bool said =
            ledger->entry[word].kind == FAIR3_BY || ledger->entry[word].kind == FAIR3_YES;
        if (ledger->seat[seat - 1].kind != FAIR3_BOT && !(said && is_vouched(check, seat, word)))
            check->given_up |= 1u << (seat - 1);
    }
}

static bool read_transcript(struct check3 *check, struct span transcript)
{
    struct verdict *out = check->out;
    struct text why = text_on(out->why, sizeof out->why);
    size_t line = 1;
    if (!transcript.at)
        return true;
    check->kept = true;
    const bool good =
        transcript.length > TRANSCRIPT_BYTES_MAX
            ? text_fail(&why, tr("a transcript has at most %u MiB"), TRANSCRIPT_BYTES_MAX >> 20)
        : !transcript3_is(transcript)
            ? text_fail(&why, tr("the record is of version 3 of the fair dice, and the transcript "
                                 "is not"))
            : transcript3_read(&check->transcript, transcript, &line, &why);
    if (!good) {
        out->in_transcript = true;
        out->line = line;
    }
    check->bit = check->transcript.seat ? 1u << (check->transcript.seat - 1) : 0;
    return good;
}

/* A transcript that is refused comes before a record whose body breaks a rule. */
static bool read_files(struct check3 *check, struct span record, struct span transcript)
{
    struct verdict *out = check->out;
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    out->grade = VERDICT_REFUSED;
    out->status = 1;
    const bool good = fair3_record_read(&check->record, record, &out->line, &why);
    if ((good || check->record.in_body) && !read_transcript(check, transcript))
        return false;
    if (good)
        return true;
    snprintf(out->why, sizeof out->why, "%s", why.start);
    if (check->record.in_body) {
        out->grade = VERDICT_CONTRADICTED;
        out->status = 2;
        verdict3_say_contradicted(check);
    }
    return false;
}

/* Also its version, and what older programs see of it. */
static bool check_whole(struct check3 *check, struct span record)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    size_t line;
    struct match *match = match_read(record, &line, &why);
    match_free(match);
    return match || verdict3_contradict(check, 0, "%s", why.start);
}

static bool check_all(struct check3 *check, struct span record, const struct ledger_given *given)
{
    struct lines head = {0};
    unsigned char hash[FAIR_BYTES];
    struct ledger_given own = *given;
    own.head = &check->record.head;
    own.match = match_again(check->record.match);
    match_set_names(own.match, (const char(*)[MATCH_NAME_MAX])check->record.match->name);
    own.opening = &check->record.opening;
    own.hidden = check->record.has_hidden ? check->record.hidden : NULL;
    fair3_write_head(own.head, own.match, &head);
    fair3_head_hash(&head, hash);
    lines_free(&head);
    ledger_begin(&check->ledger, &own, hash);
    if (check->kept && !check_transcript(check))
        return false;
    if (!check_entries(check) || !check_header(check) || !check_whole(check, record) ||
        (check->kept && !check_kept(check)))
        return false;
    if (!check->kept) {
        for (uint32_t i = 0; i < check->ledger.asks; i++)
            check->steps += check->ledger.step[i].drew;
    }
    find_given_up(check);
    return true;
}

void verdict3_of(struct span record, struct span transcript, ledger_check_sign *check_sign,
                 void *sign_context, struct verdict *out)
{
    struct check3 check = {.out = out};
    struct ledger_given given = {.check_sign = check_sign, .sign_context = sign_context};
    out->version = 3;
    if (read_files(&check, record, transcript)) {
        given.cache = fair_cache_new();
        out->line = 0;
        if (check_all(&check, record, &given))
            verdict3_say(&check);
        else
            verdict3_say_contradicted(&check);
        ledger_free(&check.ledger);
        fair_cache_free(given.cache);
    }
    fair3_record_free(&check.record);
    transcript3_free(&check.transcript);
}
