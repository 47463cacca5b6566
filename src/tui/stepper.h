/* stepper.h: a record on the full screen, step by step, with the judge's curve and verdicts once it
 * is analysed. */
#ifndef CORNET_TUI_STEPPER_H
#define CORNET_TUI_STEPPER_H

#include "match/match.h"
#include "tui/full.h"

/* Until the user leaves. `analyse`: starts with the analysis. */
void stepper_run(struct full *full, const struct match *match, bool analyse);

#endif
