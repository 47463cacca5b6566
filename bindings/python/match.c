/* One game being played. */
#include "extension.h"

/* The match of an object that nobody else uses now; NULL with an exception. */
static cornet_match *match_of(PyObject *self)
{
    return python_is_free(self) ? ((struct python_match *)self)->match : NULL;
}

/* Replaces seat 0 by the mover; false with an exception if the mover is no seat. */
static bool find_seat(const cornet_match *match, int *seat, const char *example)
{
    if (*seat != 0)
        return true;
    *seat = cornet_match_mover(match);
    if (*seat == CORNET_ANYONE)
        PyErr_Format(python_error_type, "anybody may act now: name a seat, as in %s", example);
    else if (*seat == CORNET_CHANCE)
        PyErr_SetString(python_error_type,
                        "dice or cards are next: call roll(rng), or see outcomes()");
    else if (*seat == CORNET_OVER)
        PyErr_SetString(python_error_type, "the game is over: see result()");
    return *seat > 0;
}

/* Gives the match to a new object; frees it if there is none. */
static PyObject *wrap_match(PyTypeObject *type, cornet_match *match)
{
    struct python_match *self = python_allocate(type);
    if (self)
        self->match = match;
    else
        cornet_match_free(match);
    return (PyObject *)self;
}

static PyObject *make(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"game", "players", "options", NULL};
    const char *id;
    int players = 0;
    PyObject *options = Py_None;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "s|iO:Match", names, &id, &players, &options))
        return NULL;
    cornet_setup *setup = python_setup(id, players, options);
    if (!setup)
        return NULL;
    cornet_match *match;
    cornet_error error;
    const cornet_status status = cornet_match_new(setup, &match, &error);
    cornet_setup_free(setup);
    return status == CORNET_OK ? wrap_match(type, match) : python_fail(status, &error);
}

static void deallocate(PyObject *self)
{
    cornet_match_free(((struct python_match *)self)->match);
    python_free(self);
}

static PyObject *copy(PyObject *self, PyObject *unused)
{
    cornet_match *match = match_of(self), *copy;
    cornet_error error;
    (void)unused;
    if (!match)
        return NULL;
    const cornet_status status = cornet_match_copy(match, &copy, &error);
    return status == CORNET_OK ? wrap_match(Py_TYPE(self), copy) : python_fail(status, &error);
}

static PyObject *play(PyObject *self, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"line", NULL};
    const char *line;
    cornet_error error;
    cornet_match *match;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "s:play", names, &line) ||
        !(match = match_of(self)))
        return NULL;
    return python_none(cornet_match_play(match, line, &error), &error);
}

static PyObject *play_action(PyObject *self, PyObject *object)
{
    uint32_t action;
    cornet_error error;
    cornet_match *match;
    if (!python_action(object, &action) || !(match = match_of(self)))
        return NULL;
    return python_none(cornet_match_play_action(match, action, &error), &error);
}

static PyObject *roll(PyObject *self, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"rng", NULL};
    PyObject *rng;
    cornet_error error;
    cornet_match *match;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "O!:roll", names, python_rng_type, &rng) ||
        !python_is_free(rng) || !(match = match_of(self)))
        return NULL;
    return python_none(cornet_match_roll(match, &((struct python_rng *)rng)->rng, &error), &error);
}

static PyObject *run(PyObject *self, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"rng", NULL};
    PyObject *object;
    cornet_error error;
    cornet_match *match;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "O!:run", names, python_rng_type, &object) ||
        !python_is_free(object) || !(match = match_of(self)))
        return NULL;
    struct python_rng *rng = (struct python_rng *)object;
    PyThreadState *thread = python_leave(self, rng, NULL);
    const cornet_status status = cornet_match_run(match, &rng->rng, &error);
    python_return(thread, self, rng, NULL);
    return python_none(status, &error);
}

static PyObject *undo(PyObject *self, PyObject *unused)
{
    cornet_error error;
    cornet_match *match = match_of(self);
    (void)unused;
    return match ? python_none(cornet_match_undo(match, &error), &error) : NULL;
}

static PyObject *actions(PyObject *self, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"seat", NULL};
    uint32_t actions[CORNET_ACTIONS_MAX];
    size_t count;
    cornet_error error;
    int seat = 0;
    cornet_match *match;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "|i:actions", names, &seat) ||
        !(match = match_of(self)))
        return NULL;
    if (!find_seat(match, &seat, "actions(seat=1)"))
        return NULL;
    const cornet_status status = cornet_match_actions(match, seat, actions, &count, &error);
    PyObject *list = status == CORNET_OK ? PyList_New(0) : python_fail(status, &error);
    for (size_t i = 0; list && i < count; i++)
        python_append(&list, PyLong_FromUnsignedLong(actions[i]));
    return list;
}

static PyObject *ids(PyObject *self, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"seat", NULL};
    uint32_t ids[CORNET_ACTIONS_MAX];
    size_t count;
    cornet_error error;
    int seat = 0;
    cornet_match *match;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "|i:ids", names, &seat) ||
        !(match = match_of(self)) || !find_seat(match, &seat, "ids(seat=1)"))
        return NULL;
    const cornet_status status = cornet_match_ids(match, seat, ids, &count, &error);
    PyObject *list = status == CORNET_OK ? PyList_New(0) : python_fail(status, &error);
    for (size_t i = 0; list && i < count; i++)
        python_append(&list, PyLong_FromUnsignedLong(ids[i]));
    return list;
}

static PyObject *id_action(PyObject *self, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"id", "seat", NULL};
    PyObject *object;
    uint64_t id;
    uint32_t action;
    cornet_error error;
    int seat = 0;
    cornet_match *match;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "O|i:id_action", names, &object, &seat) ||
        !python_whole(object, "an action id", &id) || !(match = match_of(self)) ||
        !find_seat(match, &seat, "id_action(id, seat=1)"))
        return NULL;
    const cornet_status status = cornet_match_id_action(match, seat, id, &action, &error);
    return status == CORNET_OK ? PyLong_FromUnsignedLong(action) : python_fail(status, &error);
}

static PyObject *outcomes(PyObject *self, PyObject *unused)
{
    cornet_error error;
    size_t count;
    uint64_t denominator;
    cornet_match *match = match_of(self);
    (void)unused;
    if (!match)
        return NULL;
    const size_t room = cornet_match_outcomes_max(match);
    cornet_outcome *outcomes = PyMem_Malloc((room + 1) * sizeof *outcomes);
    if (!outcomes)
        return PyErr_NoMemory();
    const cornet_status status =
        cornet_match_outcomes(match, outcomes, &count, &denominator, &error);
    PyObject *list = status == CORNET_OK ? PyList_New(0) : python_fail(status, &error);
    for (size_t i = 0; list && i < count; i++)
        python_append(&list, Py_BuildValue("(Id)", outcomes[i].action,
                                           (double)outcomes[i].weight / (double)denominator));
    PyMem_Free(outcomes);
    return list;
}

static PyObject *line_of(PyObject *self, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"action", "viewer", NULL};
    PyObject *object;
    int viewer = CORNET_OPEN;
    uint32_t action;
    char *line = NULL;
    cornet_error error;
    cornet_match *match;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "O|i:line_of", names, &object, &viewer) ||
        !python_action(object, &action) || !(match = match_of(self)))
        return NULL;
    const cornet_status status = cornet_match_line_of(match, action, viewer, &line, &error);
    return python_text(status, line, &error);
}

static PyObject *action_of(PyObject *self, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"line", NULL};
    const char *line;
    uint32_t action;
    cornet_error error;
    cornet_match *match;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "s:action_of", names, &line) ||
        !(match = match_of(self)))
        return NULL;
    const cornet_status status = cornet_match_action_of(match, line, &action, &error);
    return status == CORNET_OK ? PyLong_FromUnsignedLong(action) : python_fail(status, &error);
}

static PyObject *result(PyObject *self, PyObject *unused)
{
    double share[CORNET_SEATS_MAX + 1];
    cornet_error error;
    cornet_match *match = match_of(self);
    (void)unused;
    if (!match)
        return NULL;
    const cornet_status status = cornet_match_result(match, share, &error);
    return status == CORNET_OK ? python_by_seat(share, cornet_match_players(match))
                               : python_fail(status, &error);
}

typedef cornet_status write_for_viewer(const cornet_match *match, int viewer, char **text,
                                       cornet_error *error);

static PyObject *text_for_viewer(PyObject *self, PyObject *args, PyObject *keywords,
                                 write_for_viewer *write)
{
    static char *names[] = {"viewer", NULL};
    int viewer = CORNET_OPEN;
    char *text = NULL;
    cornet_error error;
    cornet_match *match;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "|i", names, &viewer) ||
        !(match = match_of(self)))
        return NULL;
    const cornet_status status = write(match, viewer, &text, &error);
    return python_text(status, text, &error);
}

static PyObject *json(PyObject *self, PyObject *args, PyObject *keywords)
{
    return text_for_viewer(self, args, keywords, cornet_match_json);
}

static PyObject *log_record(PyObject *self, PyObject *args, PyObject *keywords)
{
    return text_for_viewer(self, args, keywords, cornet_match_log);
}

typedef cornet_status write_text(const cornet_match *match, char **text, cornet_error *error);

static PyObject *text_of(PyObject *self, write_text *write)
{
    char *text = NULL;
    cornet_error error;
    const cornet_match *match = match_of(self);
    if (!match)
        return NULL;
    const cornet_status status = write(match, &text, &error);
    return python_text(status, text, &error);
}

static PyObject *position(PyObject *self, PyObject *unused)
{
    (void)unused;
    return text_of(self, cornet_match_position);
}

static PyObject *record_text(PyObject *self, PyObject *unused)
{
    (void)unused;
    return text_of(self, cornet_record_write);
}

static PyObject *legal_text(PyObject *self, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"seat", NULL};
    int seat = 0;
    char *text = NULL;
    cornet_error error;
    cornet_match *match;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "|i:legal_text", names, &seat) ||
        !(match = match_of(self)))
        return NULL;
    if (seat == 0 && cornet_match_mover(match) != CORNET_ANYONE)
        return text_of(self, cornet_match_legal);
    if (!find_seat(match, &seat, "legal(seat=1)"))
        return NULL;
    const cornet_status status = cornet_match_legal_of(match, seat, &text, &error);
    return python_text(status, text, &error);
}

static PyObject *save(PyObject *self, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"path", NULL};
    PyObject *path = NULL;
    cornet_error error;
    cornet_match *match;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "O&:save", names, PyUnicode_FSConverter,
                                     &path))
        return NULL;
    if (!(match = match_of(self))) {
        Py_DECREF(path);
        return NULL;
    }
    const cornet_status status = cornet_record_save(match, PyBytes_AsString(path), &error);
    Py_DECREF(path);
    return python_none(status, &error);
}

/* A refused record: the sentence, with the line that is to blame. */
static PyObject *fail_at_line(cornet_status status, size_t line, const cornet_error *error)
{
    if (status == CORNET_REFUSED && line != 0)
        return PyErr_Format(python_error_type, "line %zu: %s", line, error->message);
    return python_fail(status, error);
}

static PyObject *read_record(PyObject *type, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"text", NULL};
    Py_buffer bytes;
    cornet_match *match;
    size_t line = 0;
    cornet_error error;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "s*:read", names, &bytes))
        return NULL;
    const cornet_status status =
        cornet_record_read(bytes.buf ? bytes.buf : "", (size_t)bytes.len, &match, &line, &error);
    PyBuffer_Release(&bytes);
    return status == CORNET_OK ? wrap_match((PyTypeObject *)type, match)
                               : fail_at_line(status, line, &error);
}

static PyObject *load_record(PyObject *type, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"path", NULL};
    PyObject *path = NULL;
    cornet_match *match;
    size_t line = 0;
    cornet_error error;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "O&:load", names, PyUnicode_FSConverter,
                                     &path))
        return NULL;
    const cornet_status status = cornet_record_load(PyBytes_AsString(path), &match, &line, &error);
    Py_DECREF(path);
    return status == CORNET_OK ? wrap_match((PyTypeObject *)type, match)
                               : fail_at_line(status, line, &error);
}

static PyObject *set_name(PyObject *self, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"seat", "name", NULL};
    int seat;
    const char *name;
    cornet_error error;
    cornet_match *match;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "is:set_name", names, &seat, &name) ||
        !(match = match_of(self)))
        return NULL;
    return python_none(cornet_match_set_name(match, seat, name, &error), &error);
}

static PyObject *name(PyObject *self, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"seat", NULL};
    int seat;
    cornet_match *match;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "i:name", names, &seat) ||
        !(match = match_of(self)))
        return NULL;
    const char *name = cornet_match_name(match, seat);
    return name ? PyUnicode_FromString(name)
                : PyErr_Format(python_error_type, "there is no seat %d", seat);
}

static PyObject *option(PyObject *self, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"name", NULL};
    const char *name;
    cornet_match *match;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "s:option", names, &name) ||
        !(match = match_of(self)))
        return NULL;
    const char *value = cornet_match_option(match, name);
    return value ? PyUnicode_FromString(value)
                 : PyErr_Format(python_error_type, "there is no option \"%.100s\"", name);
}

static PyObject *hints(PyObject *self, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"seat", "depth", NULL};
    cornet_hint hints[CORNET_ACTIONS_MAX];
    size_t count = 0;
    int seat = 0, depth = 0;
    cornet_error error;
    cornet_match *match;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "|ii:hints", names, &seat, &depth) ||
        !(match = match_of(self)))
        return NULL;
    if (!find_seat(match, &seat, "best(seat=1)"))
        return NULL;
    PyThreadState *thread = python_leave(self, NULL, NULL);
    const cornet_status status = cornet_hints(match, seat, depth, hints, &count, &error);
    python_return(thread, self, NULL, NULL);
    PyObject *list = status == CORNET_OK ? PyList_New(0) : python_fail(status, &error);
    for (size_t i = 0; list && i < count; i++)
        python_append(&list,
                      Py_BuildValue("(Idd)", hints[i].action, hints[i].share, hints[i].error));
    return list;
}

static PyObject *value(PyObject *self, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"rng", NULL};
    double share[CORNET_SEATS_MAX + 1], deviation, deviations[CORNET_SEATS_MAX + 1];
    PyObject *object;
    cornet_error error;
    cornet_match *match;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "O!:value", names, python_rng_type, &object) ||
        !python_is_free(object) || !(match = match_of(self)))
        return NULL;
    struct python_rng *rng = (struct python_rng *)object;
    PyThreadState *thread = python_leave(self, rng, NULL);
    const cornet_status status = cornet_value(match, &rng->rng, share, &deviation, &error);
    python_return(thread, self, rng, NULL);
    if (status != CORNET_OK)
        return python_fail(status, &error);
    const int players = cornet_match_players(match);
    for (int seat = 1; seat <= players; seat++)
        deviations[seat] = deviation; /* all shares have the same error */
    return Py_BuildValue("(NN)", python_by_seat(share, players),
                         python_by_seat(deviations, players));
}

/* Asks the interpreter between two lines of an analysis whether it has been interrupted. */
static int analysis_goes_on(void *context, size_t done, size_t whole)
{
    (void)done;
    (void)whole;
    PyEval_RestoreThread(*(PyThreadState **)context);
    const bool interrupted = PyErr_CheckSignals() != 0;
    *(PyThreadState **)context = PyEval_SaveThread();
    return !interrupted;
}

static PyObject *analysis(PyObject *self, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"depth", NULL};
    int depth = 0;
    char *json = NULL;
    cornet_error error;
    cornet_match *match;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "|i:analysis", names, &depth) ||
        !(match = match_of(self)))
        return NULL;
    PyThreadState *thread = python_leave(self, NULL, NULL);
    const cornet_status status =
        cornet_analyse(match, depth, analysis_goes_on, &thread, &json, &error);
    python_return(thread, self, NULL, NULL);
    if (PyErr_Occurred()) {
        if (status == CORNET_OK)
            cornet_free(json);
        return NULL;
    }
    return python_text(status, json, &error);
}

static PyObject *numbers(PyObject *self, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"seat", NULL};
    int32_t numbers[CORNET_NUMBERS_MAX];
    size_t count;
    int seat;
    cornet_error error;
    cornet_match *match;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "i:numbers", names, &seat) ||
        !(match = match_of(self)))
        return NULL;
    const cornet_status status = cornet_match_numbers(match, seat, numbers, &count, &error);
    PyObject *list = status == CORNET_OK ? PyList_New(0) : python_fail(status, &error);
    for (size_t i = 0; list && i < count; i++)
        python_append(&list, PyLong_FromLong(numbers[i]));
    return list;
}

static PyObject *lines_of(const cornet_match *match)
{
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list && i < cornet_match_line_count(match); i++)
        python_append(&list, PyUnicode_FromString(cornet_match_line(match, i)));
    return list;
}

enum property { GAME, PLAYERS, MOVER, TURNS, LINES };

static PyObject *get(PyObject *self, void *property)
{
    const cornet_match *match = match_of(self);
    if (!match)
        return NULL;
    switch ((enum property)(intptr_t)property) {
    case GAME:
        return PyUnicode_FromString(cornet_game_id(cornet_match_game(match)));
    case PLAYERS:
        return PyLong_FromLong(cornet_match_players(match));
    case MOVER:
        return PyLong_FromLong(cornet_match_mover(match));
    case TURNS:
        return PyLong_FromUnsignedLongLong(cornet_match_turns(match));
    default:
        return lines_of(match);
    }
}

static PyGetSetDef properties[] = {
    {"game", get, NULL, "The id of the game.", (void *)(intptr_t)GAME},
    {"players", get, NULL, "The number of players.", (void *)(intptr_t)PLAYERS},
    {"mover", get, NULL, "Who moves next: a seat from 1, or CHANCE, ANYONE or OVER.",
     (void *)(intptr_t)MOVER},
    {"turns", get, NULL, "The number of completed turns.", (void *)(intptr_t)TURNS},
    {"lines", get, NULL, "The lines of the record after its header.", (void *)(intptr_t)LINES},
    {0}};

static PyMethodDef methods[] = {
    {"copy", copy, METH_NOARGS, "copy($self, /)\n--\n\nAn independent copy."},
    {"__copy__", copy, METH_NOARGS, "The same as copy()."},
    {"play", KEYWORDS(play),
     "play($self, line)\n--\n\nPlays one line of any mover, for example \"1 stop\" or \"* roll "
     "123\"."},
    {"play_action", play_action, METH_O,
     "play_action($self, action, /)\n--\n\nPlays an action of the mover, or an outcome at a chance "
     "state."},
    {"roll", KEYWORDS(roll),
     "roll($self, rng)\n--\n\nAt a chance state: draws an outcome and plays it."},
    {"run", KEYWORDS(run),
     "run($self, rng)\n--\n\nPlays until the game is over or a seat without a bot has to "
     "move."},
    {"undo", undo, METH_NOARGS, "undo($self, /)\n--\n\nUndoes the last move."},
    {"actions", KEYWORDS(actions),
     "actions($self, seat=0)\n--\n\nThe legal actions of a seat; seat 0 is the mover."},
    {"ids", KEYWORDS(ids),
     "ids($self, seat=0)\n--\n\nThe ids of the legal actions of a seat, in the order of "
     "actions()."},
    {"id_action", KEYWORDS(id_action),
     "id_action($self, id, seat=0)\n--\n\nThe legal action of a seat that has this id."},
    {"outcomes", outcomes, METH_NOARGS,
     "outcomes($self, /)\n--\n\nAt a chance state: pairs of an outcome (an action) and its "
     "probability."},
    {"line_of", KEYWORDS(line_of),
     "line_of($self, action, viewer=-1)\n--\n\nThe line of a legal action, as the viewer sees it."},
    {"action_of", KEYWORDS(action_of),
     "action_of($self, line)\n--\n\nThe action of a line that is legal now."},
    {"legal_text", KEYWORDS(legal_text),
     "legal_text($self, seat=0)\n--\n\nThe legal moves as text, one per line; outcomes of chance "
     "with probabilities."},
    {"result", result, METH_NOARGS,
     "result($self, /)\n--\n\nAfter the end: each seat's share of the result, as a dict by seat."},
    {"json", KEYWORDS(json),
     "json($self, viewer=-1)\n--\n\nThe state as JSON, as the viewer sees it."},
    {"log", KEYWORDS(log_record),
     "log($self, viewer=-1)\n--\n\nThe lines as one text, as the viewer sees them."},
    {"numbers", KEYWORDS(numbers),
     "numbers($self, seat)\n--\n\nA seat's view as integers, in the order of a batch."},
    {"position", position, METH_NOARGS, "position($self, /)\n--\n\nThe position as text."},
    {"record_text", record_text, METH_NOARGS, "record_text($self, /)\n--\n\nThe record as text."},
    {"save", KEYWORDS(save),
     "save($self, path)\n--\n\nWrites the record to a file, replacing it atomically."},
    {"read", KEYWORDS(read_record) | METH_CLASS,
     "read($type, text)\n--\n\nMakes a match from the text or bytes of a record."},
    {"load", KEYWORDS(load_record) | METH_CLASS,
     "load($type, path)\n--\n\nMakes a match from the file of a record."},
    {"set_name", KEYWORDS(set_name),
     "set_name($self, seat, name)\n--\n\nNames a seat; \"bot:AGENT\" makes it a bot's seat, for "
     "run()."},
    {"name", KEYWORDS(name), "name($self, seat)\n--\n\nThe name of a seat; \"\" for none."},
    {"option", KEYWORDS(option),
     "option($self, name)\n--\n\nThe value of an option of the game, as a str."},
    {"hints", KEYWORDS(hints),
     "hints($self, seat=0, depth=0)\n--\n\nThe values of the seat's actions, best first: tuples "
     "of the action, its\nexpected share, and the error of the share (0 if it is exact)."},
    {"value", KEYWORDS(value),
     "value($self, rng)\n--\n\nThe expected share of each seat, and its error: two dicts by seat.\n"
     "They are computed from the whole state, including hidden information."},
    {"analysis_json", KEYWORDS(analysis),
     "analysis_json($self, depth=0)\n--\n\nThe analysis of the match, move by move, as JSON."},
    {0}};

static PyType_Slot slots[] = {{Py_tp_new, make},
                              {Py_tp_dealloc, deallocate},
                              {Py_tp_methods, methods},
                              {Py_tp_getset, properties},
                              {Py_tp_doc, "Match(game, players=0, options=None)\n--\n\nOne game "
                                          "in progress, with its record."},
                              {0}};

PyType_Spec python_match_spec = {.name = "cornet._cornet.Match",
                                 .basicsize = sizeof(struct python_match),
                                 .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                                 .slots = slots};
