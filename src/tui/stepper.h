/* stepper.h: a record on the full screen, step by step, with the judge's curve and verdicts once it
 * is analysed. */
#ifndef CORNET_TUI_STEPPER_H
#define CORNET_TUI_STEPPER_H

#include "match/match.h"
#include "tui/full.h"

/* Runs until the user leaves. `analyse`: starts the analysis immediately. */
void stepper_run(struct full *full, const struct match *match, bool analyse);

/* An analyse_progress: shows on the full screen how far the analysis is; a key ends it there. */
bool stepper_progress(void *full, size_t done, size_t whole);

#endif
