/* cornet._cornet: libcornet for Python, by the stable interface of Python 3.11.
 *
 * Match, Batch, Bot and Rng are objects of the library, each owned by one Python object. While a
 * call runs without the interpreter's lock the objects that it uses are marked busy, and a call
 * from another thread is refused. The arrays of a batch are buffers of the caller's that the batch
 * keeps exported, so that they can neither move nor end before it does. */
#define Py_LIMITED_API 0x030b0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <cornet/cornet.h>
#include <limits.h>
#include <stdbool.h>
#include <string.h>

static PyObject *error_type; /* cornet.Error, a ValueError */
static PyObject *fault_type; /* cornet.Fault, a RuntimeError */
static PyTypeObject *match_type, *batch_type, *bot_type, *rng_type;

/* Keyword functions are stored as plain ones. */
#define KEYWORDS(function) ((PyCFunction)(void (*)(void))(function)), METH_VARARGS | METH_KEYWORDS

/* ---- errors and texts ---- */

static PyObject *fail(cornet_status status, const cornet_error *error)
{
    PyObject *type = error_type;
    if (status == CORNET_NO_MEMORY)
        type = PyExc_MemoryError;
    if (status == CORNET_FAULT)
        type = fault_type;
    PyErr_SetString(type, error->message);
    return NULL;
}

static PyObject *none_or_fail(cornet_status status, const cornet_error *error)
{
    if (status != CORNET_OK)
        return fail(status, error);
    Py_RETURN_NONE;
}

/* The text as a str; frees it. */
static PyObject *take_text(cornet_status status, char *text, const cornet_error *error)
{
    if (status != CORNET_OK)
        return fail(status, error);
    PyObject *made = PyUnicode_FromString(text);
    cornet_free(text);
    return made;
}

/* An object that is used by one call at a time. */
struct held {
    PyObject_HEAD bool busy;
};

static bool is_free(const void *object)
{
    if (!((const struct held *)object)->busy)
        return true;
    PyErr_SetString(PyExc_RuntimeError, "another thread is using this object");
    return false;
}

static void free_object(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DECREF(type);
}

static void *allocate(PyTypeObject *type)
{
    allocfunc make = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    return make(type, 0);
}

/* ---- random numbers ---- */

struct rng_object {
    struct held held;
    cornet_rng rng;
};

static PyObject *rng_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"seed", NULL};
    PyObject *seed = NULL;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "O!:Rng", names, &PyLong_Type, &seed))
        return NULL;
    const uint64_t value = PyLong_AsUnsignedLongLong(seed);
    if (PyErr_Occurred())
        return NULL;
    struct rng_object *self = allocate(type);
    if (self)
        cornet_rng_seed(&self->rng, value);
    return (PyObject *)self;
}

static PyObject *rng_next_bits(PyObject *self, PyObject *unused)
{
    (void)unused;
    if (!is_free(self))
        return NULL;
    return PyLong_FromUnsignedLongLong(cornet_rng_next(&((struct rng_object *)self)->rng));
}

static PyObject *rng_below(PyObject *self, PyObject *args)
{
    long long bound;
    if (!PyArg_ParseTuple(args, "L:below", &bound) || !is_free(self))
        return NULL;
    if (bound < 1 || bound > UINT32_MAX) {
        PyErr_SetString(error_type, "a bound is a number from 1 to 4294967295");
        return NULL;
    }
    return PyLong_FromUnsignedLong(
        cornet_rng_below(&((struct rng_object *)self)->rng, (uint32_t)bound));
}

static PyMethodDef rng_methods[] = {
    {"next", rng_next_bits, METH_NOARGS, "next()\n--\n\nThe next 64 random bits."},
    {"below", rng_below, METH_VARARGS,
     "below(bound)\n--\n\nA random number from 0 to bound - 1, each with the same probability."},
    {0}};

static PyType_Slot rng_slots[] = {
    {Py_tp_new, rng_new},
    {Py_tp_dealloc, free_object},
    {Py_tp_methods, rng_methods},
    {Py_tp_doc, "Rng(seed)\n--\n\nA generator of random numbers, for dice and bots: the same seed "
                "gives the same\nnumbers on every machine. Not for dice that must be trusted."},
    {0}};

static PyType_Spec rng_spec = {.name = "cornet.Rng",
                               .basicsize = sizeof(struct rng_object),
                               .flags = Py_TPFLAGS_DEFAULT,
                               .slots = rng_slots};

/* ---- what is chosen before a game starts ---- */

static const cornet_game *find_game(const char *id)
{
    const cornet_game *game = cornet_game_find(id);
    if (!game)
        PyErr_Format(error_type, "there is no game \"%.100s\"", id);
    return game;
}

/* Sets the options that a dict has, whose values are made texts; True and False are on and off.
 * Nobody else knows the dict: what makes the texts may be Python. */
static void set_options(cornet_setup *setup, PyObject *options)
{
    PyObject *name, *value;
    Py_ssize_t at = 0;
    cornet_error error;
    while (PyDict_Next(options, &at, &name, &value)) {
        PyObject *text = PyBool_Check(value) ? PyUnicode_FromString(value == Py_True ? "on" : "off")
                                             : PyObject_Str(value);
        const char *key = PyUnicode_Check(name) ? PyUnicode_AsUTF8AndSize(name, NULL) : NULL;
        const char *word = text ? PyUnicode_AsUTF8AndSize(text, NULL) : NULL;
        if (!key && !PyErr_Occurred())
            PyErr_SetString(PyExc_TypeError, "the name of an option is a str");
        if (key && word) {
            const cornet_status status = cornet_setup_set_option(setup, key, word, &error);
            if (status != CORNET_OK)
                fail(status, &error);
        }
        Py_XDECREF(text);
        if (PyErr_Occurred())
            return;
    }
}

/* The caller frees it; NULL with an exception. 0 players are as few as the game has. */
static cornet_setup *make_setup(const char *id, int players, PyObject *options)
{
    const cornet_game *game = find_game(id);
    cornet_setup *setup = NULL;
    cornet_error error;
    if (!game)
        return NULL;
    if (options != Py_None && !PyDict_Check(options)) {
        PyErr_SetString(PyExc_TypeError, "options are a dict");
        return NULL;
    }
    cornet_status status = cornet_setup_new(game, &setup, &error);
    if (status == CORNET_OK && players != 0)
        status = cornet_setup_set_players(setup, players, &error);
    if (status != CORNET_OK)
        fail(status, &error);
    PyObject *own = status == CORNET_OK && options != Py_None ? PyDict_Copy(options) : NULL;
    if (own)
        set_options(setup, own);
    Py_XDECREF(own);
    if (!PyErr_Occurred())
        return setup;
    cornet_setup_free(setup);
    return NULL;
}

/* ---- matches ---- */

struct match_object {
    struct held held;
    cornet_match *match;
};

/* The match of an object that nobody else uses now; NULL with an exception. */
static cornet_match *match_of(PyObject *self)
{
    return is_free(self) ? ((struct match_object *)self)->match : NULL;
}

/* Gives the match to a new object; frees it if there is none. */
static PyObject *wrap_match(PyTypeObject *type, cornet_match *match)
{
    struct match_object *self = allocate(type);
    if (self)
        self->match = match;
    else
        cornet_match_free(match);
    return (PyObject *)self;
}

static PyObject *match_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"game", "players", "options", NULL};
    const char *id;
    int players = 0;
    PyObject *options = Py_None;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "s|iO:Match", names, &id, &players, &options))
        return NULL;
    cornet_setup *setup = make_setup(id, players, options);
    if (!setup)
        return NULL;
    cornet_match *match;
    cornet_error error;
    const cornet_status status = cornet_match_new(setup, &match, &error);
    cornet_setup_free(setup);
    return status == CORNET_OK ? wrap_match(type, match) : fail(status, &error);
}

static void match_dealloc(PyObject *self)
{
    cornet_match_free(((struct match_object *)self)->match);
    free_object(self);
}

static PyObject *match_copy(PyObject *self, PyObject *unused)
{
    cornet_match *match = match_of(self), *copy;
    cornet_error error;
    (void)unused;
    if (!match)
        return NULL;
    const cornet_status status = cornet_match_copy(match, &copy, &error);
    return status == CORNET_OK ? wrap_match(Py_TYPE(self), copy) : fail(status, &error);
}

static PyObject *match_play(PyObject *self, PyObject *args)
{
    const char *line;
    cornet_error error;
    cornet_match *match;
    if (!PyArg_ParseTuple(args, "s:play", &line) || !(match = match_of(self)))
        return NULL;
    return none_or_fail(cornet_match_play(match, line, &error), &error);
}

/* A number of 32 bits; false with an exception. */
static bool to_action(unsigned long long number, uint32_t *action)
{
    if (number > UINT32_MAX)
        PyErr_SetString(PyExc_OverflowError, "an action is a number of 32 bits");
    *action = (uint32_t)number;
    return number <= UINT32_MAX;
}

static bool parse_action(PyObject *object, uint32_t *action)
{
    if (!PyLong_Check(object)) {
        PyObject *number = PyNumber_Index(object); /* numpy's numbers too */
        if (!number)
            return false;
        const bool fine = parse_action(number, action);
        Py_DECREF(number);
        return fine;
    }
    const unsigned long long number = PyLong_AsUnsignedLongLong(object);
    return !PyErr_Occurred() && to_action(number, action);
}

static PyObject *match_play_action(PyObject *self, PyObject *object)
{
    uint32_t action;
    cornet_error error;
    cornet_match *match;
    if (!parse_action(object, &action) || !(match = match_of(self)))
        return NULL;
    return none_or_fail(cornet_match_play_action(match, action, &error), &error);
}

static PyObject *match_roll(PyObject *self, PyObject *args)
{
    PyObject *rng;
    cornet_error error;
    cornet_match *match;
    if (!PyArg_ParseTuple(args, "O!:roll", rng_type, &rng) || !is_free(rng) ||
        !(match = match_of(self)))
        return NULL;
    return none_or_fail(cornet_match_roll(match, &((struct rng_object *)rng)->rng, &error), &error);
}

static PyObject *match_run(PyObject *self, PyObject *args)
{
    PyObject *object;
    cornet_error error;
    cornet_status status;
    cornet_match *match;
    if (!PyArg_ParseTuple(args, "O!:run", rng_type, &object) || !is_free(object) ||
        !(match = match_of(self)))
        return NULL;
    struct rng_object *rng = (struct rng_object *)object;
    ((struct held *)self)->busy = rng->held.busy = true;
    Py_BEGIN_ALLOW_THREADS;
    status = cornet_match_run(match, &rng->rng, &error);
    Py_END_ALLOW_THREADS;
    ((struct held *)self)->busy = rng->held.busy = false;
    return none_or_fail(status, &error);
}

static PyObject *match_undo(PyObject *self, PyObject *unused)
{
    cornet_error error;
    cornet_match *match = match_of(self);
    (void)unused;
    return match ? none_or_fail(cornet_match_undo(match, &error), &error) : NULL;
}

static PyObject *list_of_actions(const uint32_t *actions, size_t count)
{
    PyObject *list = PyList_New((Py_ssize_t)count);
    for (size_t i = 0; list && i < count; i++) {
        PyObject *number = PyLong_FromUnsignedLong(actions[i]);
        if (!number) {
            Py_DECREF(list);
            return NULL;
        }
        PyList_SetItem(list, (Py_ssize_t)i, number);
    }
    return list;
}

static PyObject *match_actions(PyObject *self, PyObject *args)
{
    uint32_t actions[CORNET_ACTIONS_MAX];
    size_t count;
    cornet_error error;
    int seat = 0;
    cornet_match *match;
    if (!PyArg_ParseTuple(args, "|i:actions", &seat) || !(match = match_of(self)))
        return NULL;
    if (seat == 0)
        seat = cornet_match_mover(match);
    const cornet_status status = cornet_match_actions(match, seat, actions, &count, &error);
    return status == CORNET_OK ? list_of_actions(actions, count) : fail(status, &error);
}

static PyObject *match_outcomes(PyObject *self, PyObject *unused)
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
    PyObject *list = status == CORNET_OK ? PyList_New(0) : fail(status, &error);
    for (size_t i = 0; list && i < count; i++) {
        PyObject *pair = Py_BuildValue("(Id)", outcomes[i].action,
                                       (double)outcomes[i].weight / (double)denominator);
        if (!pair || PyList_Append(list, pair) != 0)
            Py_CLEAR(list);
        Py_XDECREF(pair);
    }
    PyMem_Free(outcomes);
    return list;
}

static PyObject *match_line_of(PyObject *self, PyObject *args)
{
    PyObject *object;
    int viewer = CORNET_OPEN;
    uint32_t action;
    char *line = NULL;
    cornet_error error;
    cornet_match *match;
    if (!PyArg_ParseTuple(args, "O|i:line_of", &object, &viewer) ||
        !parse_action(object, &action) || !(match = match_of(self)))
        return NULL;
    const cornet_status status = cornet_match_line_of(match, action, viewer, &line, &error);
    return take_text(status, line, &error);
}

static PyObject *match_action_of(PyObject *self, PyObject *args)
{
    const char *line;
    uint32_t action;
    cornet_error error;
    cornet_match *match;
    if (!PyArg_ParseTuple(args, "s:action_of", &line) || !(match = match_of(self)))
        return NULL;
    const cornet_status status = cornet_match_action_of(match, line, &action, &error);
    return status == CORNET_OK ? PyLong_FromUnsignedLong(action) : fail(status, &error);
}

static PyObject *match_legal_text(PyObject *self, PyObject *unused)
{
    char *lines = NULL;
    cornet_error error;
    cornet_match *match = match_of(self);
    (void)unused;
    if (!match)
        return NULL;
    const cornet_status status = cornet_match_legal(match, &lines, &error);
    return take_text(status, lines, &error);
}

/* The shares of the seats as a dict. */
static PyObject *by_seat(const double *share, int players)
{
    PyObject *dict = PyDict_New();
    for (int seat = 1; dict && seat <= players; seat++) {
        PyObject *key = PyLong_FromLong(seat), *value = PyFloat_FromDouble(share[seat]);
        if (!key || !value || PyDict_SetItem(dict, key, value) != 0)
            Py_CLEAR(dict);
        Py_XDECREF(key);
        Py_XDECREF(value);
    }
    return dict;
}

static PyObject *match_result(PyObject *self, PyObject *unused)
{
    double share[CORNET_SEATS_MAX + 1];
    cornet_error error;
    cornet_match *match = match_of(self);
    (void)unused;
    if (!match)
        return NULL;
    const cornet_status status = cornet_match_result(match, share, &error);
    return status == CORNET_OK ? by_seat(share, cornet_match_players(match)) : fail(status, &error);
}

typedef cornet_status write_for_viewer(const cornet_match *match, int viewer, char **text,
                                       cornet_error *error);

static PyObject *text_for_viewer(PyObject *self, PyObject *args, write_for_viewer *write)
{
    int viewer = CORNET_OPEN;
    char *text = NULL;
    cornet_error error;
    cornet_match *match;
    if (!PyArg_ParseTuple(args, "|i", &viewer) || !(match = match_of(self)))
        return NULL;
    const cornet_status status = write(match, viewer, &text, &error);
    return take_text(status, text, &error);
}

static PyObject *match_json(PyObject *self, PyObject *args)
{
    return text_for_viewer(self, args, cornet_match_json);
}

static PyObject *match_log(PyObject *self, PyObject *args)
{
    return text_for_viewer(self, args, cornet_match_log);
}

static PyObject *match_position(PyObject *self, PyObject *unused)
{
    char *text = NULL;
    cornet_error error;
    cornet_match *match = match_of(self);
    (void)unused;
    if (!match)
        return NULL;
    const cornet_status status = cornet_match_position(match, &text, &error);
    return take_text(status, text, &error);
}

static PyObject *match_record_text(PyObject *self, PyObject *unused)
{
    char *text = NULL;
    cornet_error error;
    cornet_match *match = match_of(self);
    (void)unused;
    if (!match)
        return NULL;
    const cornet_status status = cornet_record_write(match, &text, &error);
    return take_text(status, text, &error);
}

static PyObject *match_save(PyObject *self, PyObject *args)
{
    PyObject *path = NULL;
    cornet_error error;
    cornet_match *match;
    if (!PyArg_ParseTuple(args, "O&:save", PyUnicode_FSConverter, &path))
        return NULL;
    if (!(match = match_of(self))) {
        Py_DECREF(path);
        return NULL;
    }
    const cornet_status status = cornet_record_save(match, PyBytes_AsString(path), &error);
    Py_DECREF(path);
    return none_or_fail(status, &error);
}

/* A refused record: the sentence, with the line that is to blame. */
static PyObject *fail_at_line(cornet_status status, size_t line, const cornet_error *error)
{
    if (status == CORNET_REFUSED && line != 0)
        return PyErr_Format(error_type, "line %zu: %s", line, error->message);
    return fail(status, error);
}

static PyObject *match_read(PyObject *type, PyObject *args)
{
    Py_buffer bytes;
    cornet_match *match;
    size_t line = 0;
    cornet_error error;
    if (!PyArg_ParseTuple(args, "s*:read", &bytes))
        return NULL;
    const cornet_status status =
        cornet_record_read(bytes.buf ? bytes.buf : "", (size_t)bytes.len, &match, &line, &error);
    PyBuffer_Release(&bytes);
    return status == CORNET_OK ? wrap_match((PyTypeObject *)type, match)
                               : fail_at_line(status, line, &error);
}

static PyObject *match_load(PyObject *type, PyObject *args)
{
    PyObject *path = NULL;
    cornet_match *match;
    size_t line = 0;
    cornet_error error;
    if (!PyArg_ParseTuple(args, "O&:load", PyUnicode_FSConverter, &path))
        return NULL;
    const cornet_status status = cornet_record_load(PyBytes_AsString(path), &match, &line, &error);
    Py_DECREF(path);
    return status == CORNET_OK ? wrap_match((PyTypeObject *)type, match)
                               : fail_at_line(status, line, &error);
}

static PyObject *match_set_name(PyObject *self, PyObject *args)
{
    int seat;
    const char *name;
    cornet_error error;
    cornet_match *match;
    if (!PyArg_ParseTuple(args, "is:set_name", &seat, &name) || !(match = match_of(self)))
        return NULL;
    return none_or_fail(cornet_match_set_name(match, seat, name, &error), &error);
}

static PyObject *match_name(PyObject *self, PyObject *args)
{
    int seat;
    cornet_match *match;
    if (!PyArg_ParseTuple(args, "i:name", &seat) || !(match = match_of(self)))
        return NULL;
    const char *name = cornet_match_name(match, seat);
    return name ? PyUnicode_FromString(name)
                : PyErr_Format(error_type, "there is no seat %d", seat);
}

static PyObject *match_option(PyObject *self, PyObject *args)
{
    const char *name;
    cornet_match *match;
    if (!PyArg_ParseTuple(args, "s:option", &name) || !(match = match_of(self)))
        return NULL;
    const char *value = cornet_match_option(match, name);
    return value ? PyUnicode_FromString(value)
                 : PyErr_Format(error_type, "there is no option \"%.100s\"", name);
}

static PyObject *match_hints(PyObject *self, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"seat", "depth", NULL};
    cornet_hint hints[CORNET_ACTIONS_MAX];
    size_t count = 0;
    int seat = 0, depth = 0;
    cornet_status status;
    cornet_error error;
    cornet_match *match;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "|ii:hints", names, &seat, &depth) ||
        !(match = match_of(self)))
        return NULL;
    if (seat == 0)
        seat = cornet_match_mover(match);
    ((struct held *)self)->busy = true;
    Py_BEGIN_ALLOW_THREADS;
    status = cornet_hints(match, seat, depth, hints, &count, &error);
    Py_END_ALLOW_THREADS;
    ((struct held *)self)->busy = false;
    PyObject *list = status == CORNET_OK ? PyList_New(0) : fail(status, &error);
    for (size_t i = 0; list && i < count; i++) {
        PyObject *hint = Py_BuildValue("(Idd)", hints[i].action, hints[i].share, hints[i].error);
        if (!hint || PyList_Append(list, hint) != 0)
            Py_CLEAR(list);
        Py_XDECREF(hint);
    }
    return list;
}

static PyObject *match_value(PyObject *self, PyObject *args)
{
    double share[CORNET_SEATS_MAX + 1], deviation[CORNET_SEATS_MAX + 1];
    PyObject *object;
    cornet_status status;
    cornet_error error;
    cornet_match *match;
    if (!PyArg_ParseTuple(args, "O!:value", rng_type, &object) || !is_free(object) ||
        !(match = match_of(self)))
        return NULL;
    struct rng_object *rng = (struct rng_object *)object;
    ((struct held *)self)->busy = rng->held.busy = true;
    Py_BEGIN_ALLOW_THREADS;
    status = cornet_value(match, &rng->rng, share, deviation, &error);
    Py_END_ALLOW_THREADS;
    ((struct held *)self)->busy = rng->held.busy = false;
    if (status != CORNET_OK)
        return fail(status, &error);
    const int players = cornet_match_players(match);
    return Py_BuildValue("(NN)", by_seat(share, players), by_seat(deviation, players));
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

static PyObject *match_analysis(PyObject *self, PyObject *args)
{
    int depth = 0;
    char *json = NULL;
    cornet_error error;
    cornet_match *match;
    if (!PyArg_ParseTuple(args, "|i:analysis", &depth) || !(match = match_of(self)))
        return NULL;
    ((struct held *)self)->busy = true;
    PyThreadState *thread = PyEval_SaveThread();
    const cornet_status status =
        cornet_analyse(match, depth, analysis_goes_on, &thread, &json, &error);
    PyEval_RestoreThread(thread);
    ((struct held *)self)->busy = false;
    if (PyErr_Occurred()) {
        if (status == CORNET_OK)
            cornet_free(json);
        return NULL;
    }
    return take_text(status, json, &error);
}

static PyObject *match_numbers(PyObject *self, PyObject *args)
{
    int32_t numbers[CORNET_NUMBERS_MAX];
    size_t count;
    int seat;
    cornet_error error;
    cornet_match *match;
    if (!PyArg_ParseTuple(args, "i:numbers", &seat) || !(match = match_of(self)))
        return NULL;
    const cornet_status status = cornet_match_numbers(match, seat, numbers, &count, &error);
    PyObject *list = status == CORNET_OK ? PyList_New(0) : fail(status, &error);
    for (size_t i = 0; list && i < count; i++) {
        PyObject *number = PyLong_FromLong(numbers[i]);
        if (!number || PyList_Append(list, number) != 0)
            Py_CLEAR(list);
        Py_XDECREF(number);
    }
    return list;
}

static PyObject *match_get_game(PyObject *self, void *unused)
{
    const cornet_match *match = match_of(self);
    (void)unused;
    return match ? PyUnicode_FromString(cornet_game_id(cornet_match_game(match))) : NULL;
}

static PyObject *match_get_players(PyObject *self, void *unused)
{
    const cornet_match *match = match_of(self);
    (void)unused;
    return match ? PyLong_FromLong(cornet_match_players(match)) : NULL;
}

static PyObject *match_get_mover(PyObject *self, void *unused)
{
    const cornet_match *match = match_of(self);
    (void)unused;
    return match ? PyLong_FromLong(cornet_match_mover(match)) : NULL;
}

static PyObject *match_get_turns(PyObject *self, void *unused)
{
    const cornet_match *match = match_of(self);
    (void)unused;
    return match ? PyLong_FromUnsignedLongLong(cornet_match_turns(match)) : NULL;
}

static PyObject *match_get_lines(PyObject *self, void *unused)
{
    const cornet_match *match = match_of(self);
    (void)unused;
    PyObject *list = match ? PyList_New(0) : NULL;
    const size_t count = list ? cornet_match_line_count(match) : 0;
    for (size_t i = 0; list && i < count; i++) {
        PyObject *line = PyUnicode_FromString(cornet_match_line(match, i));
        if (!line || PyList_Append(list, line) != 0)
            Py_CLEAR(list);
        Py_XDECREF(line);
    }
    return list;
}

static PyGetSetDef match_properties[] = {
    {"game", match_get_game, NULL, "The id of the game.", NULL},
    {"players", match_get_players, NULL, "The number of players.", NULL},
    {"mover", match_get_mover, NULL, "Who moves next: a seat from 1, or CHANCE, ANYONE or OVER.",
     NULL},
    {"turns", match_get_turns, NULL, "How many turns have been completed.", NULL},
    {"lines", match_get_lines, NULL, "The lines of the record after its header.", NULL},
    {0}};

static PyMethodDef match_methods[] = {
    {"copy", match_copy, METH_NOARGS, "copy()\n--\n\nA copy that goes its own way."},
    {"__copy__", match_copy, METH_NOARGS, "The same as copy()."},
    {"play", match_play, METH_VARARGS,
     "play(line)\n--\n\nPlays one move line of anybody, for example \"1 stop\" or \"* roll "
     "123\"."},
    {"play_action", match_play_action, METH_O,
     "play_action(action)\n--\n\nPlays an action of the mover, or an outcome at a chance state."},
    {"roll", match_roll, METH_VARARGS,
     "roll(rng)\n--\n\nAt a chance state: draws an outcome and plays it."},
    {"run", match_run, METH_VARARGS,
     "run(rng)\n--\n\nPlays on until the game is over or a seat without a bot's name is to move."},
    {"undo", match_undo, METH_NOARGS, "undo()\n--\n\nTakes back the last move."},
    {"actions", match_actions, METH_VARARGS,
     "actions(seat=0)\n--\n\nThe legal actions of a seat; 0 is the mover."},
    {"outcomes", match_outcomes, METH_NOARGS,
     "outcomes()\n--\n\nAt a chance state: pairs of an outcome's action and its probability."},
    {"line_of", match_line_of, METH_VARARGS,
     "line_of(action, viewer=OPEN)\n--\n\nThe line of a legal action, as the viewer may see it."},
    {"action_of", match_action_of, METH_VARARGS,
     "action_of(line)\n--\n\nThe action of a line that is legal now."},
    {"legal_text", match_legal_text, METH_NOARGS,
     "legal_text()\n--\n\nThe legal moves as text, one a line; of chance with probabilities."},
    {"result", match_result, METH_NOARGS,
     "result()\n--\n\nAt the end: each seat's share of the result, as a dict by seat."},
    {"json", match_json, METH_VARARGS,
     "json(viewer=OPEN)\n--\n\nThe state as JSON, as the viewer may see it."},
    {"log", match_log, METH_VARARGS,
     "log(viewer=OPEN)\n--\n\nThe lines as one text, as the viewer may see them."},
    {"numbers", match_numbers, METH_VARARGS,
     "numbers(seat)\n--\n\nWhat a seat sees, as whole numbers: those of a batch, in the same "
     "order."},
    {"position", match_position, METH_NOARGS, "position()\n--\n\nThe position as text."},
    {"record_text", match_record_text, METH_NOARGS, "record_text()\n--\n\nThe record as text."},
    {"save", match_save, METH_VARARGS,
     "save(path)\n--\n\nWrites the record to a file, which it replaces whole or not at all."},
    {"read", match_read, METH_VARARGS | METH_CLASS,
     "read(text)\n--\n\nThe match that a record's text or bytes describe."},
    {"load", match_load, METH_VARARGS | METH_CLASS,
     "load(path)\n--\n\nThe match that a record's file describes."},
    {"set_name", match_set_name, METH_VARARGS,
     "set_name(seat, name)\n--\n\nNames a seat; \"bot:AGENT\" makes it a bot's, for run()."},
    {"name", match_name, METH_VARARGS, "name(seat)\n--\n\nThe name of a seat; \"\" for none."},
    {"option", match_option, METH_VARARGS,
     "option(name)\n--\n\nThe value of an option of the game, as a str."},
    {"hints", KEYWORDS(match_hints),
     "hints(seat=0, depth=0)\n--\n\nWhat the seat's actions are worth to it, best first: tuples of "
     "the action, its\nexpected share, and the share's error (0 if it is exact)."},
    {"value", match_value, METH_VARARGS,
     "value(rng)\n--\n\nWhat each seat may expect of the result, and the error of that: two dicts "
     "by seat."},
    {"analysis_json", match_analysis, METH_VARARGS,
     "analysis_json(depth=0)\n--\n\nThe analysis of the match, move by move, as JSON."},
    {0}};

static PyType_Slot match_slots[] = {
    {Py_tp_new, match_new},
    {Py_tp_dealloc, match_dealloc},
    {Py_tp_methods, match_methods},
    {Py_tp_getset, match_properties},
    {Py_tp_doc, "Match(game, players=0, options=None)\n--\n\nOne game being played, move by move, "
                "with its record."},
    {0}};

static PyType_Spec match_spec = {.name = "cornet._cornet.Match",
                                 .basicsize = sizeof(struct match_object),
                                 .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                                 .slots = match_slots};

/* ---- bots ---- */

struct bot_object {
    struct held held;
    cornet_bot *bot;
};

static PyObject *bot_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"game", "agent", "players", "options", NULL};
    const char *id, *agent;
    int players = 0;
    PyObject *options = Py_None;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "ss|iO:Bot", names, &id, &agent, &players,
                                     &options))
        return NULL;
    cornet_setup *setup = make_setup(id, players, options);
    if (!setup)
        return NULL;
    cornet_bot *bot;
    cornet_error error;
    const cornet_status status = cornet_bot_open(setup, agent, &bot, &error);
    cornet_setup_free(setup);
    if (status != CORNET_OK)
        return fail(status, &error);
    struct bot_object *self = allocate(type);
    if (self)
        self->bot = bot;
    else
        cornet_bot_close(bot);
    return (PyObject *)self;
}

static void bot_dealloc(PyObject *self)
{
    cornet_bot_close(((struct bot_object *)self)->bot);
    free_object(self);
}

static PyObject *bot_act(PyObject *object, PyObject *args)
{
    struct bot_object *self = (struct bot_object *)object;
    PyObject *match_arg, *rng_arg;
    int seat = 0;
    uint32_t action;
    cornet_status status;
    cornet_error error;
    if (!PyArg_ParseTuple(args, "O!O!|i:act", match_type, &match_arg, rng_type, &rng_arg, &seat) ||
        !is_free(object) || !is_free(match_arg) || !is_free(rng_arg))
        return NULL;
    struct match_object *match = (struct match_object *)match_arg;
    struct rng_object *rng = (struct rng_object *)rng_arg;
    if (seat == 0)
        seat = cornet_match_mover(match->match);
    self->held.busy = match->held.busy = rng->held.busy = true;
    Py_BEGIN_ALLOW_THREADS;
    status = cornet_bot_choose(self->bot, match->match, seat, &rng->rng, &action, NULL, &error);
    Py_END_ALLOW_THREADS;
    self->held.busy = match->held.busy = rng->held.busy = false;
    return status == CORNET_OK ? PyLong_FromUnsignedLong(action) : fail(status, &error);
}

static PyObject *bot_get_name(PyObject *self, void *unused)
{
    char *name = NULL;
    cornet_error error;
    (void)unused;
    if (!is_free(self))
        return NULL;
    const cornet_status status = cornet_bot_name(((struct bot_object *)self)->bot, &name, &error);
    return take_text(status, name, &error);
}

static PyObject *bot_get_reproducible(PyObject *self, void *unused)
{
    (void)unused;
    if (!is_free(self))
        return NULL;
    return PyBool_FromLong(cornet_bot_is_reproducible(((struct bot_object *)self)->bot));
}

static PyGetSetDef bot_properties[] = {
    {"name", bot_get_name, NULL, "The name that opens the same bot.", NULL},
    {"reproducible", bot_get_reproducible, NULL,
     "Whether the same generator gives the same choices.", NULL},
    {0}};

static PyMethodDef bot_methods[] = {
    {"act", bot_act, METH_VARARGS,
     "act(match, rng, seat=0)\n--\n\nThe action that the bot chooses for a seat, from what the "
     "seat sees; 0 is the mover.\nThe match does not change."},
    {0}};

static PyType_Slot bot_slots[] = {
    {Py_tp_new, bot_new},
    {Py_tp_dealloc, bot_dealloc},
    {Py_tp_methods, bot_methods},
    {Py_tp_getset, bot_properties},
    {Py_tp_doc, "Bot(game, agent, players=0, options=None)\n--\n\nAn agent, for example "
                "\"greedy\", or a level, for example \"hard\"."},
    {0}};

static PyType_Spec bot_spec = {.name = "cornet.Bot",
                               .basicsize = sizeof(struct bot_object),
                               .flags = Py_TPFLAGS_DEFAULT,
                               .slots = bot_slots};

/* ---- batches ---- */

enum { ARRAYS = 9 };

struct batch_object {
    struct held held;
    cornet_batch *batch;
    Py_buffer bound[ARRAYS]; /* `obj` is NULL where nothing is bound */
    cornet_batch_arrays arrays;
};

enum row { ROW_ONE, ROW_WIDTH, ROW_NUMBERS, ROW_PLAYERS };

/* The arrays: their names, the kind and the size of an element, and how long a row is. */
static const struct {
    const char *name, *kinds, *what;
    Py_ssize_t size;
    enum row row;
    size_t offset; /* in cornet_batch_arrays */
} array[ARRAYS] = {
#define ARRAY(name, kinds, what, row)                                                              \
    {                                                                                              \
#name, kinds, what, sizeof *((cornet_batch_arrays *)0)->name, row,                         \
            offsetof(cornet_batch_arrays, name)                                                    \
    }
    ARRAY(mover, "il", "int32", ROW_ONE),          ARRAY(legal_count, "il", "int32", ROW_ONE),
    ARRAY(actions, "IL", "uint32", ROW_WIDTH),     ARRAY(mask, "B?", "uint8 or bool", ROW_WIDTH),
    ARRAY(probability, "f", "float32", ROW_WIDTH), ARRAY(numbers, "il", "int32", ROW_NUMBERS),
    ARRAY(features, "f", "float32", ROW_NUMBERS),  ARRAY(reward, "f", "float32", ROW_PLAYERS),
    ARRAY(done, "B?", "uint8 or bool", ROW_ONE),
#undef ARRAY
};

/* Whether the buffer has elements of one of the kinds and of that size, in native order. */
static bool has_kind(const Py_buffer *buffer, const char *kinds, Py_ssize_t size)
{
    const char *format = buffer->format ? buffer->format : "B";
    if (*format == '@' || *format == '=')
        format++;
    return buffer->itemsize == size && format[0] != '\0' && format[1] == '\0' &&
           strchr(kinds, format[0]) != NULL;
}

/* Takes the buffer of an object; false with an exception, and nothing taken. */
static bool take_buffer(PyObject *object, Py_buffer *buffer, bool written, const char *name,
                        const char *kinds, const char *what, Py_ssize_t size, size_t elements)
{
    const int flags = PyBUF_C_CONTIGUOUS | PyBUF_FORMAT | (written ? PyBUF_WRITABLE : 0);
    if (PyObject_GetBuffer(object, buffer, flags) != 0) {
        if (PyErr_ExceptionMatches(PyExc_BufferError) || PyErr_ExceptionMatches(PyExc_ValueError))
            PyErr_Format(error_type, "%s must be an array that lies in one piece%s", name,
                         written ? " and can be written" : "");
        return false;
    }
    if (!has_kind(buffer, kinds, size))
        PyErr_Format(PyExc_TypeError, "%s must be of %s", name, what);
    else if ((size_t)buffer->len != elements * (size_t)size)
        PyErr_Format(error_type, "%s must have %zu elements and has %zd", name, elements,
                     buffer->len / size);
    else
        return true;
    PyBuffer_Release(buffer);
    return false;
}

/* The batch of an object that nobody else uses now; NULL with an exception. */
static cornet_batch *batch_of(PyObject *self)
{
    if (!is_free(self))
        return NULL;
    cornet_batch *batch = ((struct batch_object *)self)->batch;
    if (!batch)
        PyErr_SetString(PyExc_RuntimeError, "the batch is closed");
    return batch;
}

static PyObject *batch_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"game", "players", "options", "count", "width", "seed", "flags", NULL};
    const char *id;
    int players = 0;
    PyObject *options = Py_None, *seed_arg = NULL;
    Py_ssize_t count = 1, width = 0;
    int flags = 0;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "s|iOnnO!i:Batch", names, &id, &players,
                                     &options, &count, &width, &PyLong_Type, &seed_arg, &flags))
        return NULL;
    const uint64_t seed = seed_arg ? PyLong_AsUnsignedLongLong(seed_arg) : 0;
    if (PyErr_Occurred())
        return NULL;
    if (count < 1 || width < 0 || flags < 0) {
        PyErr_SetString(error_type, "a batch has at least one game, and no negative width");
        return NULL;
    }
    cornet_setup *setup = make_setup(id, players, options);
    if (!setup)
        return NULL;
    cornet_batch *batch;
    cornet_error error;
    cornet_status status;
    Py_BEGIN_ALLOW_THREADS;
    status = cornet_batch_new(setup, (size_t)count, (size_t)width, seed, (unsigned)flags, &batch,
                              &error);
    Py_END_ALLOW_THREADS;
    cornet_setup_free(setup);
    if (status != CORNET_OK)
        return fail(status, &error);
    struct batch_object *self = allocate(type);
    if (self) {
        self->batch = batch;
        self->arrays.size = sizeof self->arrays;
    } else {
        cornet_batch_free(batch);
    }
    return (PyObject *)self;
}

static void unbind(struct batch_object *self)
{
    for (int i = 0; i < ARRAYS; i++)
        PyBuffer_Release(&self->bound[i]); /* does nothing where nothing is bound */
    memset(self->bound, 0, sizeof self->bound);
    self->arrays = (cornet_batch_arrays){.size = sizeof self->arrays};
}

static void batch_dealloc(PyObject *object)
{
    struct batch_object *self = (struct batch_object *)object;
    unbind(self);
    cornet_batch_free(self->batch);
    free_object(object);
}

static PyObject *batch_close(PyObject *object, PyObject *unused)
{
    struct batch_object *self = (struct batch_object *)object;
    (void)unused;
    if (!is_free(object))
        return NULL;
    unbind(self);
    cornet_batch_free(self->batch);
    self->batch = NULL;
    Py_RETURN_NONE;
}

static size_t row_length(const cornet_batch *batch, enum row row)
{
    switch (row) {
    case ROW_WIDTH:
        return cornet_batch_width(batch);
    case ROW_NUMBERS:
        return cornet_batch_numbers(batch);
    case ROW_PLAYERS:
        return (size_t)cornet_batch_players(batch);
    default:
        return 1;
    }
}

static int find_array(PyObject *name)
{
    for (int i = 0; i < ARRAYS; i++) {
        if (PyUnicode_Check(name) && PyUnicode_CompareWithASCIIString(name, array[i].name) == 0)
            return i;
    }
    PyErr_Format(error_type, "a batch has no array %R", name);
    return -1;
}

/* Takes the buffers of a dict; false with an exception, and then some may be taken. */
static bool bind_all(const cornet_batch *batch, PyObject *arrays, struct batch_object *to)
{
    PyObject *name, *value;
    Py_ssize_t at = 0;
    while (PyDict_Next(arrays, &at, &name, &value)) {
        const int i = find_array(name);
        if (i < 0)
            return false;
        const size_t elements = cornet_batch_count(batch) * row_length(batch, array[i].row);
        Py_buffer buffer;
        if (!take_buffer(value, &buffer, true, array[i].name, array[i].kinds, array[i].what,
                         array[i].size, elements))
            return false;
        to->bound[i] = buffer;
        memcpy((char *)&to->arrays + array[i].offset, &buffer.buf, sizeof buffer.buf);
    }
    return true;
}

static PyObject *batch_bind(PyObject *object, PyObject *arrays)
{
    struct batch_object *self = (struct batch_object *)object;
    cornet_batch *batch = batch_of(object);
    if (!batch)
        return NULL;
    if (!PyDict_Check(arrays)) {
        PyErr_SetString(PyExc_TypeError, "arrays are a dict of names and buffers");
        return NULL;
    }
    struct batch_object next = {.arrays = {.size = sizeof next.arrays}};
    PyObject *own = PyDict_Copy(arrays);
    if (!own)
        return NULL;
    self->held.busy = true; /* what makes a buffer may be Python */
    const bool bound = bind_all(batch, own, &next);
    self->held.busy = false;
    Py_DECREF(own);
    if (!bound) {
        unbind(&next);
        return NULL;
    }
    unbind(self);
    memcpy(self->bound, next.bound, sizeof self->bound);
    self->arrays = next.arrays;
    Py_RETURN_NONE;
}

static PyObject *batch_look(PyObject *object, PyObject *unused)
{
    struct batch_object *self = (struct batch_object *)object;
    cornet_status status;
    cornet_error error;
    cornet_batch *batch = batch_of(object);
    (void)unused;
    if (!batch)
        return NULL;
    self->held.busy = true;
    Py_BEGIN_ALLOW_THREADS;
    status = cornet_batch_look(batch, &self->arrays, &error);
    Py_END_ALLOW_THREADS;
    self->held.busy = false;
    return none_or_fail(status, &error);
}

static PyObject *batch_step(PyObject *object, PyObject *choices)
{
    struct batch_object *self = (struct batch_object *)object;
    Py_buffer buffer;
    cornet_status status;
    cornet_error error;
    cornet_batch *batch = batch_of(object);
    if (!batch)
        return NULL;
    self->held.busy = true; /* what makes the buffer may be Python */
    if (!take_buffer(choices, &buffer, false, "choices", "il", "int32", sizeof(int32_t),
                     cornet_batch_count(batch))) {
        self->held.busy = false;
        return NULL;
    }
    Py_BEGIN_ALLOW_THREADS;
    status = cornet_batch_step(batch, buffer.buf, &self->arrays, &error);
    Py_END_ALLOW_THREADS;
    self->held.busy = false;
    PyBuffer_Release(&buffer);
    return none_or_fail(status, &error);
}

static PyObject *batch_reset(PyObject *object, PyObject *args)
{
    PyObject *seed_arg;
    cornet_status status;
    cornet_error error;
    cornet_batch *batch;
    if (!PyArg_ParseTuple(args, "O!:reset", &PyLong_Type, &seed_arg) || !(batch = batch_of(object)))
        return NULL;
    const uint64_t seed = PyLong_AsUnsignedLongLong(seed_arg);
    if (PyErr_Occurred())
        return NULL;
    ((struct held *)object)->busy = true;
    Py_BEGIN_ALLOW_THREADS;
    status = cornet_batch_reset(batch, seed, &error);
    Py_END_ALLOW_THREADS;
    ((struct held *)object)->busy = false;
    return none_or_fail(status, &error);
}

/* An index from 0; false with an exception. */
static bool check_index(const cornet_batch *batch, Py_ssize_t index)
{
    const bool fine = index >= 0 && (size_t)index < cornet_batch_count(batch);
    if (!fine)
        PyErr_SetString(PyExc_IndexError, "the batch has no game with that index");
    return fine;
}

static PyObject *batch_restart(PyObject *object, PyObject *args)
{
    Py_ssize_t index;
    cornet_error error;
    cornet_batch *batch;
    if (!PyArg_ParseTuple(args, "n:restart", &index) || !(batch = batch_of(object)) ||
        !check_index(batch, index))
        return NULL;
    return none_or_fail(cornet_batch_restart(batch, (size_t)index, &error), &error);
}

static PyObject *batch_set_threads(PyObject *object, PyObject *args)
{
    int threads;
    cornet_error error;
    cornet_batch *batch;
    if (!PyArg_ParseTuple(args, "i:set_threads", &threads) || !(batch = batch_of(object)))
        return NULL;
    return none_or_fail(cornet_batch_set_threads(batch, threads, &error), &error);
}

static PyObject *batch_set_bot(PyObject *object, PyObject *args)
{
    int seat;
    const char *agent;
    cornet_status status;
    cornet_error error;
    cornet_batch *batch;
    if (!PyArg_ParseTuple(args, "iz:set_bot", &seat, &agent) || !(batch = batch_of(object)))
        return NULL;
    ((struct held *)object)->busy = true;
    Py_BEGIN_ALLOW_THREADS;
    status = cornet_batch_set_bot(batch, seat, agent, &error);
    Py_END_ALLOW_THREADS;
    ((struct held *)object)->busy = false;
    return none_or_fail(status, &error);
}

static PyObject *batch_json(PyObject *object, PyObject *args)
{
    Py_ssize_t index;
    int viewer = CORNET_OPEN;
    char *json = NULL;
    cornet_error error;
    cornet_batch *batch;
    if (!PyArg_ParseTuple(args, "n|i:json", &index, &viewer) || !(batch = batch_of(object)) ||
        !check_index(batch, index))
        return NULL;
    const cornet_status status = cornet_batch_json(batch, (size_t)index, viewer, &json, &error);
    return take_text(status, json, &error);
}

static PyObject *batch_line_of(PyObject *object, PyObject *args)
{
    Py_ssize_t index;
    PyObject *action_arg;
    uint32_t action;
    char *line = NULL;
    cornet_error error;
    cornet_batch *batch;
    if (!PyArg_ParseTuple(args, "nO:line_of", &index, &action_arg) ||
        !parse_action(action_arg, &action) || !(batch = batch_of(object)) ||
        !check_index(batch, index))
        return NULL;
    const cornet_status status = cornet_batch_line_of(batch, (size_t)index, action, &line, &error);
    return take_text(status, line, &error);
}

static PyObject *batch_get_count(PyObject *self, void *unused)
{
    const cornet_batch *batch = batch_of(self);
    (void)unused;
    return batch ? PyLong_FromSize_t(cornet_batch_count(batch)) : NULL;
}

static PyObject *batch_get_players(PyObject *self, void *unused)
{
    const cornet_batch *batch = batch_of(self);
    (void)unused;
    return batch ? PyLong_FromLong(cornet_batch_players(batch)) : NULL;
}

static PyObject *batch_get_width(PyObject *self, void *unused)
{
    const cornet_batch *batch = batch_of(self);
    (void)unused;
    return batch ? PyLong_FromSize_t(cornet_batch_width(batch)) : NULL;
}

static PyObject *batch_get_names(PyObject *self, void *unused)
{
    const cornet_batch *batch = batch_of(self);
    (void)unused;
    PyObject *list = batch ? PyList_New(0) : NULL;
    const char *name;
    for (size_t i = 0; list && (name = cornet_batch_number_name(batch, i)); i++) {
        PyObject *text = PyUnicode_FromString(name);
        if (!text || PyList_Append(list, text) != 0)
            Py_CLEAR(list);
        Py_XDECREF(text);
    }
    return list;
}

static PyGetSetDef batch_properties[] = {
    {"count", batch_get_count, NULL, "The number of games.", NULL},
    {"players", batch_get_players, NULL, "The number of players of each game.", NULL},
    {"width", batch_get_width, NULL, "The length of the rows of actions.", NULL},
    {"number_names", batch_get_names, NULL,
     "What each number of a row of `numbers` is; seats in it count from the mover, who is 1.",
     NULL},
    {0}};

static PyMethodDef batch_methods[] = {
    {"bind", batch_bind, METH_O,
     "bind(arrays)\n--\n\nMakes these arrays, a dict by name, those that steps write; they stay "
     "exported\nuntil others are bound or the batch is closed."},
    {"look", batch_look, METH_NOARGS,
     "look()\n--\n\nWrites where the games stand into the arrays, without a step."},
    {"step", batch_step, METH_O,
     "step(choices)\n--\n\nPlays the choice of each game, an index from 0 of a legal action "
     "(int32), plays on\nto the next decision, and writes the arrays. Other Python threads run "
     "meanwhile."},
    {"reset", batch_reset, METH_VARARGS,
     "reset(seed)\n--\n\nStarts all games again, with the generators of this seed."},
    {"restart", batch_restart, METH_VARARGS,
     "restart(index)\n--\n\nStarts one game again; its generator goes on."},
    {"set_threads", batch_set_threads, METH_VARARGS,
     "set_threads(threads)\n--\n\nHow many threads the steps use; it changes nothing but the "
     "time."},
    {"set_bot", batch_set_bot, METH_VARARGS,
     "set_bot(seat, agent)\n--\n\nGives a seat to a bot in all games, which start again; None "
     "gives it back."},
    {"json", batch_json, METH_VARARGS,
     "json(index, viewer=OPEN)\n--\n\nThe state of one game as JSON, as the viewer may see it."},
    {"line_of", batch_line_of, METH_VARARGS,
     "line_of(index, action)\n--\n\nThe line of a legal action of one game."},
    {"close", batch_close, METH_NOARGS,
     "close()\n--\n\nEnds the games and lets go of the arrays; it cannot be used any more."},
    {0}};

static PyType_Slot batch_slots[] = {
    {Py_tp_new, batch_new},
    {Py_tp_dealloc, batch_dealloc},
    {Py_tp_methods, batch_methods},
    {Py_tp_getset, batch_properties},
    {Py_tp_doc, "Batch(game, players=0, options=None, count=1, width=0, seed=0, flags=0)\n--\n\n"
                "Many games of one kind, stepped at once into bound arrays."},
    {0}};

static PyType_Spec batch_spec = {.name = "cornet._cornet.Batch",
                                 .basicsize = sizeof(struct batch_object),
                                 .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                                 .slots = batch_slots};

/* ---- what there is ---- */

static PyObject *module_games(PyObject *self, PyObject *unused)
{
    (void)self;
    (void)unused;
    PyObject *list = PyList_New(0);
    const cornet_game *game;
    for (size_t i = 0; list && (game = cornet_game_at(i)); i++) {
        PyObject *id = PyUnicode_FromString(cornet_game_id(game));
        if (!id || PyList_Append(list, id) != 0)
            Py_CLEAR(list);
        Py_XDECREF(id);
    }
    return list;
}

/* Appends a new object, which may be NULL with an exception; the list is cleared if it fails. */
static void append(PyObject **list, PyObject *item)
{
    if (*list && (!item || PyList_Append(*list, item) != 0))
        Py_CLEAR(*list);
    Py_XDECREF(item);
}

static PyObject *options_of(const cornet_game *game)
{
    PyObject *list = PyList_New(0);
    cornet_option option;
    for (size_t i = 0; list && cornet_game_option(game, i, &option); i++)
        append(&list,
               Py_BuildValue("(ssssiii)", option.name, option.about, option.words,
                             option.default_value, option.min, option.max, option.free_text));
    return list;
}

static PyObject *agent_options_of(const cornet_game *game, const char *name)
{
    PyObject *list = PyList_New(0);
    cornet_agent_option option;
    for (size_t i = 0; list && cornet_agent_option_at(game, name, i, &option); i++)
        append(&list, Py_BuildValue("(ssLLL)", option.name, option.about, (long long)option.min,
                                    (long long)option.max, (long long)option.default_value));
    return list;
}

static PyObject *agents_of(const cornet_game *game)
{
    PyObject *list = PyList_New(0);
    const char *name;
    for (size_t i = 0; list && (name = cornet_agent_at(game, i)); i++)
        append(&list, Py_BuildValue("(ssN)", name, cornet_agent_about(game, name),
                                    agent_options_of(game, name)));
    return list;
}

static PyObject *levels_of(const cornet_game *game)
{
    PyObject *list = PyList_New(0);
    const char *name;
    for (int level = 1; list && (name = cornet_agent_level(game, level)); level++)
        append(&list, PyUnicode_FromString(name));
    return list;
}

static PyObject *module_game_info(PyObject *self, PyObject *args)
{
    const char *id;
    (void)self;
    if (!PyArg_ParseTuple(args, "s:game_info", &id))
        return NULL;
    const cornet_game *game = find_game(id);
    if (!game)
        return NULL;
    return Py_BuildValue("(sssIiiiNNN)", cornet_game_id(game), cornet_game_title(game),
                         cornet_game_about(game), cornet_game_flags(game),
                         cornet_game_players_min(game), cornet_game_players_max(game),
                         cornet_depths(game), options_of(game), agents_of(game), levels_of(game));
}

static PyObject *module_version(PyObject *self, PyObject *unused)
{
    (void)self;
    (void)unused;
    return PyUnicode_FromString(cornet_version());
}

/* ---- many games between bots ---- */

/* What both kinds of runs are given. */
struct run {
    cornet_setup *setup;
    PyObject *list; /* of the agents; keeps their texts */
    const char *agents[CORNET_ARENA_AGENTS_MAX];
    int agent_count;
    uint64_t games, seed;
    int threads, gauntlet;
};

static bool set_agents(struct run *run, PyObject *agents)
{
    run->list = PySequence_List(agents);
    if (!run->list)
        return false;
    const Py_ssize_t count = PyList_Size(run->list);
    if (count > CORNET_ARENA_AGENTS_MAX) {
        PyErr_Format(error_type, "there are at most %d agents", CORNET_ARENA_AGENTS_MAX);
        return false;
    }
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *agent = PyList_GetItem(run->list, i);
        if (!PyUnicode_Check(agent)) {
            PyErr_SetString(PyExc_TypeError, "an agent is a str");
            return false;
        }
        run->agents[i] = PyUnicode_AsUTF8AndSize(agent, NULL);
        if (!run->agents[i])
            return false;
    }
    run->agent_count = (int)count;
    return true;
}

static void end_run(struct run *run)
{
    cornet_setup_free(run->setup);
    Py_XDECREF(run->list);
}

/* Reads (game, players, options, agents, games, seed, threads, gauntlet). */
static bool begin_run(struct run *run, PyObject *args)
{
    const char *id;
    int players;
    PyObject *options, *agents, *games, *seed;
    memset(run, 0, sizeof *run);
    if (!PyArg_ParseTuple(args, "siOOO!O!ip", &id, &players, &options, &agents, &PyLong_Type,
                          &games, &PyLong_Type, &seed, &run->threads, &run->gauntlet))
        return false;
    run->games = PyLong_AsUnsignedLongLong(games);
    if (PyErr_Occurred())
        return false;
    run->seed = PyLong_AsUnsignedLongLong(seed);
    if (PyErr_Occurred())
        return false;
    run->setup = make_setup(id, players, options);
    if (run->setup && set_agents(run, agents))
        return true;
    end_run(run);
    return false;
}

static PyObject *module_sim(PyObject *self, PyObject *args)
{
    struct run run;
    (void)self;
    if (!begin_run(&run, args))
        return NULL;
    const int players = cornet_setup_players(run.setup);
    if (run.agent_count != players) {
        PyErr_Format(error_type, "%d players need %d agents, and there are %d", players, players,
                     run.agent_count);
        end_run(&run);
        return NULL;
    }
    const cornet_sim_job job = {.size = sizeof job,
                                .setup = run.setup,
                                .agents = run.agents,
                                .games = run.games,
                                .seed = run.seed,
                                .threads = run.threads};
    cornet_sim_result result = {.size = sizeof result};
    cornet_status status;
    cornet_error error;
    Py_BEGIN_ALLOW_THREADS;
    status = cornet_sim_run(&job, &result, &error);
    Py_END_ALLOW_THREADS;
    end_run(&run);
    if (status != CORNET_OK)
        return fail(status, &error);
    return Py_BuildValue("(KKKKKNNdN)", (unsigned long long)result.games,
                         (unsigned long long)result.moves, (unsigned long long)result.turns,
                         (unsigned long long)result.decisions, (unsigned long long)result.forced,
                         by_seat(result.mean, players), by_seat(result.standard_error, players),
                         result.seconds, PyBool_FromLong(result.reproducible));
}

static PyObject *estimate(const cornet_estimate *of)
{
    return Py_BuildValue("(ddd)", of->value, of->low, of->high);
}

static PyObject *arena_tuple(const cornet_arena_result *result, int agent_count)
{
    PyObject *pairs = PyList_New(0), *ratings = PyList_New(0);
    for (int i = 0; pairs && i < result->pair_count; i++) {
        const cornet_arena_pair *pair = &result->pair[i];
        append(&pairs,
               Py_BuildValue("(iiKNN)", pair->first, pair->second, (unsigned long long)pair->games,
                             estimate(&pair->score), estimate(&pair->elo)));
    }
    for (int i = 0; ratings && i < agent_count; i++)
        append(&ratings, estimate(&result->rating[i]));
    return Py_BuildValue("(KNNdN)", (unsigned long long)result->games, pairs, ratings,
                         result->seconds, PyBool_FromLong(result->reproducible));
}

static PyObject *module_arena(PyObject *self, PyObject *args)
{
    struct run run;
    (void)self;
    if (!begin_run(&run, args))
        return NULL;
    const cornet_arena_job job = {.size = sizeof job,
                                  .setup = run.setup,
                                  .agents = run.agents,
                                  .agent_count = run.agent_count,
                                  .gauntlet = run.gauntlet,
                                  .games = run.games,
                                  .seed = run.seed,
                                  .threads = run.threads};
    cornet_arena_result *result = PyMem_Calloc(1, sizeof *result);
    if (!result) {
        end_run(&run);
        return PyErr_NoMemory();
    }
    result->size = sizeof *result;
    cornet_status status;
    cornet_error error;
    Py_BEGIN_ALLOW_THREADS;
    status = cornet_arena_run(&job, result, &error);
    Py_END_ALLOW_THREADS;
    end_run(&run);
    PyObject *made =
        status == CORNET_OK ? arena_tuple(result, run.agent_count) : fail(status, &error);
    PyMem_Free(result);
    return made;
}

/* ---- the module ---- */

static PyMethodDef functions[] = {
    {"game_ids", module_games, METH_NOARGS, "game_ids()\n--\n\nThe ids of the games."},
    {"game_info", module_game_info, METH_VARARGS,
     "game_info(id)\n--\n\nWhat there is to know of a game, as a tuple; see cornet.Game."},
    {"version", module_version, METH_NOARGS, "version()\n--\n\nThe version of the library."},
    {"sim", module_sim, METH_VARARGS,
     "sim(game, players, options, agents, games, seed, threads, unused)\n--\n\nSee cornet.sim."},
    {"arena", module_arena, METH_VARARGS,
     "arena(game, players, options, agents, games, seed, threads, gauntlet)\n--\n\nSee "
     "cornet.arena."},
    {0}};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, .m_name = "cornet._cornet",
                                        .m_doc = "libcornet, called by the package cornet.",
                                        .m_size = -1, .m_methods = functions};

static bool add_type(PyObject *module, PyType_Spec *spec, const char *name, PyTypeObject **type)
{
    *type = (PyTypeObject *)PyType_FromSpec(spec);
    return *type && PyModule_AddObjectRef(module, name, (PyObject *)*type) == 0;
}

static bool add_exception(PyObject *module, const char *name, const char *full, const char *about,
                          PyObject *base, PyObject **type)
{
    *type = PyErr_NewExceptionWithDoc(full, about, base, NULL);
    return *type && PyModule_AddObjectRef(module, name, *type) == 0;
}

PyMODINIT_FUNC PyInit__cornet(void);

PyMODINIT_FUNC PyInit__cornet(void)
{
    PyObject *module = PyModule_Create(&definition);
    if (module &&
        add_exception(module, "Error", "cornet.Error",
                      "What was asked for makes no sense or is not possible: one sentence.",
                      PyExc_ValueError, &error_type) &&
        add_exception(module, "Fault", "cornet.Fault",
                      "A game or agent from outside broke its contract.", PyExc_RuntimeError,
                      &fault_type) &&
        add_type(module, &rng_spec, "Rng", &rng_type) &&
        add_type(module, &match_spec, "Match", &match_type) &&
        add_type(module, &bot_spec, "Bot", &bot_type) &&
        add_type(module, &batch_spec, "Batch", &batch_type))
        return module;
    Py_XDECREF(module);
    return NULL;
}
