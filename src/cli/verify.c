/* cornet verify: were the dice of a finished game fair? */
#include <stdlib.h>
#include <string.h>

#include "base/files.h"
#include "base/lang.h"
#include "match/transcript.h"
#include "program/options.h"

static void say_seats(struct screen *screen, unsigned seats, const char *text)
{
    for (int seat = 0; seat < GAME_SEATS_MAX; seat++) {
        if (seats >> seat & 1)
            screen_printf(screen, text, seat + 1);
    }
}

/* Prints what the record proves without a transcript, and what it does not. */
static void say_proved(struct screen *screen, const struct fair_report *report)
{
    const struct fair *fair = &report->fair;
    screen_put(screen, tr("Proved: the dice follow from the seeds in this record.\n"));
    if (fair->version < 2)
        screen_put(screen, tr("Not proved: that the server did not choose seeds after it saw those "
                              "of others. This record is of version 1, which has no commitments of "
                              "the seats.\n"));
    else if (!fair->revealed)
        screen_put(screen, tr("Not proved: that the server did not choose its seed for the dice it "
                              "gives. No seat added one.\n"));
    else
        screen_put(screen, tr("Not proved: that the seeds were fixed before the players revealed "
                              "theirs. A player's transcript shows that: --transcript FILE.\n"));
}

/* Whether nothing is left open. */
static bool is_whole(const struct transcript_proof *proof)
{
    return proof->seen == proof->played && !proof->broken;
}

/* Prints what the transcript, or a seed alone, proves. */
static void say_bound(struct screen *screen, const struct transcript *transcript,
                      const struct transcript_proof *proof)
{
    if (!transcript->table[0]) {
        screen_put(screen,
                   tr("Your seed is in the dice. Not proved: that the other seeds were bound "
                      "before yours was opened; a transcript shows that.\n"));
        return;
    }
    screen_printf(screen,
                  is_whole(proof)
                      ? tr("Proved for seat %d: all seeds were bound before yours was opened.\n")
                      : tr("Proved in part for seat %d: all seeds were bound before yours was "
                           "opened.\n"),
                  transcript->seat);
    if (proof->seen == proof->played)
        screen_printf(screen,
                      trn("The game has %zu line, the one you saw.\n",
                          "All %zu lines of the game are those you saw.\n", proof->played),
                      proof->played);
    else
        screen_printf(screen,
                      tr("Lines of the game that you saw: %zu of %zu; all of these match. Not "
                         "proved: that the "
                         "others were played as recorded.\n"),
                      proof->seen, proof->played);
    if (proof->broken)
        screen_printf(screen,
                      trn("But %d attempt was broken off after you had opened your seed: "
                          "whoever failed then, together with the server, could choose "
                          "between two games.\n",
                          "But %d attempts were broken off after you had opened your seed: "
                          "whoever failed then, together with the server, could choose "
                          "among as many games and one.\n",
                          (unsigned long)proof->broken),
                      proof->broken);
}

static void say_seeds(struct screen *screen, const struct fair_report *report)
{
    const struct fair *fair = &report->fair;
    say_seats(screen, fair->revealed, tr("Seat %d added a seed of its own.\n"));
    say_seats(screen, report->withheld,
              tr("Seat %d promised a seed and did not reveal it; it was left out.\n"));
    say_seats(screen, fair->failed & ~fair->opened,
              tr("Seat %d promised a seed and did not answer before any was revealed; the exchange "
                 "started again without it.\n"));
    say_seats(screen, fair->opened,
              tr("Seat %d promised a seed and did not reveal it, when others may have revealed "
                 "theirs; the exchange started again without it.\n"));
    if (report->rulings)
        screen_printf(screen,
                      trn("%llu verdict or clock event is not a draw.\n",
                          "%llu verdicts and clock events are not draws.\n", report->rulings),
                      (unsigned long long)report->rulings);
}

/* Reads and checks the transcript; true if there is none. On error prints the reason and sets
 * `code`. */
static bool check_transcript(const char *path, struct transcript *transcript,
                             const struct fair_report *report, struct span record,
                             const char *record_path, struct transcript_proof *proof, int *code)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    size_t length = 0, line = 1;
    if (!path)
        return true;
    char *bytes = files_read(path, &length, &why);
    const bool read = bytes != NULL;
    if (bytes && length > TRANSCRIPT_BYTES_MAX)
        text_fail(&why, tr("a transcript has at most %u MiB"), TRANSCRIPT_BYTES_MAX >> 20);
    else if (bytes)
        transcript_read(transcript, (struct span){bytes, length}, &line, &why);
    free(bytes);
    if (!read)
        *code = command_failed(&command_verify, "%s", why.start); /* which names the file */
    else if (why.length)
        *code = command_wrong_line(path, line, why.start);
    else if (!transcript_check(transcript, report, record, proof, &why))
        *code = command_wrong_line(record_path, 1, why.start);
    return why.length == 0;
}

static void say_all(const struct fair_report *report, const struct transcript *transcript,
                    const struct transcript_proof *proof)
{
    struct screen screen = screen_on(stdout);
    screen_printf(&screen,
                  trn("Right: the seeds give the one draw of this game.\n",
                      "Right: the seeds give all %llu draws of this game.\n",
                      (unsigned long)report->draws),
                  (unsigned long long)report->draws);
    if (report->fair.from && report->fair.source[0] == '0' && report->fair.table[0] != '0')
        screen_printf(
            &screen,
            trn("A player imported its first %lu line from table %s of their own browser: it is "
                "legal, but nothing can be proved about its draws.\n",
                "A player imported its first %lu lines from table %s of their own browser: they "
                "are legal, but nothing can be proved about their draws.\n",
                report->fair.from),
            (unsigned long)report->fair.from, report->fair.source);
    else if (report->fair.from)
        screen_printf(&screen,
                      trn("Its first %lu line is that of table %s, from where it was continued: "
                          "the draws there are not of these seeds and were not checked.\n",
                          "Its first %lu lines are those of table %s, from where it was continued: "
                          "the draws there are not of these seeds and were not checked.\n",
                          report->fair.from),
                      (unsigned long)report->fair.from, report->fair.source);
    say_seeds(&screen, report);
    if (proof)
        say_bound(&screen, transcript, proof);
    else
        say_proved(&screen, report);
}

static int run(const struct command *command, int argc, char **argv)
{
    const char *kept = NULL;
    const struct command_option options[] = {
        {.argument = mark("FILE"),
         .help = mark("the record or the link of a game played on a server, or - for standard "
                      "input; docs/design/fair-dice.md describes the check")},
        {"transcript", mark("FILE"),
         mark("your client's transcript of the seed exchange (cornet join names the file, the page "
              "/check offers it), or your seed alone: the record must contain it"),
         .text = &kept},
        {0},
    };
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    struct fair_report report;
    struct transcript transcript = {0};
    size_t length, line = 1;
    struct transcript_proof proof = {0};
    int code;
    if (!options_read(command, options, &argc, &argv, &code))
        return code;
    if (argc != 1)
        return command_usage(command, tr("name one FILE, or - for standard input"));
    char *bytes = command_bytes(argv[0], &length, &why);
    const struct span record = {bytes, length};
    if (!bytes || !fair_verify(record, &report, &line, &why)) {
        code = command_wrong_line(argv[0], !bytes ? 0 : line ? line : 1, why.start);
    } else if (check_transcript(kept, &transcript, &report, record, argv[0], &proof, &code)) {
        say_all(&report, &transcript, kept ? &proof : NULL);
        code = command_finish(command);
        if (code == COMMAND_DONE && transcript.table[0] && !is_whole(&proof))
            code = COMMAND_WRONG_INPUT;
    }
    transcript_free(&transcript);
    free(bytes);
    return code;
}

const struct command command_verify = {
    .name = "verify",
    .topic = COMMAND_RECORDS,
    .arguments = mark("FILE"),
    .about = mark("Checks the fair dice of a finished game, draw by draw."),
    .example = "cornet verify %s.cornet",
    .run = run,
};
