/* Many games of one kind, stepped at once.
 *
 * The arrays of a batch are buffers of the caller's that the batch keeps exported, so that they can
 * neither move nor end before it does. */
#include "extension.h"

#include <string.h>

enum { ARRAYS = 11 };

/* The arrays of the library, and those of the ids, which are bound apart. */
struct array_pointers {
    cornet_batch_arrays own;
    int32_t *ids;
    uint8_t *id_mask;
};

struct batch_object {
    struct python_held held;
    cornet_batch *batch;
    Py_buffer bound[ARRAYS]; /* `obj` is NULL where nothing is bound */
    struct array_pointers arrays;
};

enum row { ROW_ONE, ROW_WIDTH, ROW_NUMBERS, ROW_PLAYERS, ROW_IDS };

/* The arrays: their names, the kind and the size of an element, and how long a row is. */
static const struct {
    const char *name, *kinds, *what;
    Py_ssize_t size;
    enum row row;
    size_t offset; /* in struct array_pointers */
} array[ARRAYS] = {
#define ARRAY(name, member, kinds, what, row)                                                      \
    {                                                                                              \
        name, kinds, what, sizeof *((struct array_pointers *)0)->member, row,                      \
            offsetof(struct array_pointers, member)                                                \
    }
    ARRAY("mover", own.mover, "il", "int32", ROW_ONE),
    ARRAY("legal_count", own.legal_count, "il", "int32", ROW_ONE),
    ARRAY("actions", own.actions, "IL", "uint32", ROW_WIDTH),
    ARRAY("mask", own.mask, "B?", "uint8 or bool", ROW_WIDTH),
    ARRAY("probability", own.probability, "f", "float32", ROW_WIDTH),
    ARRAY("numbers", own.numbers, "il", "int32", ROW_NUMBERS),
    ARRAY("features", own.features, "f", "float32", ROW_NUMBERS),
    ARRAY("reward", own.reward, "f", "float32", ROW_PLAYERS),
    ARRAY("done", own.done, "B?", "uint8 or bool", ROW_ONE),
    ARRAY("ids", ids, "il", "int32", ROW_WIDTH),
    ARRAY("id_mask", id_mask, "B?", "uint8 or bool", ROW_IDS),
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
            PyErr_Format(python_error_type, "%s must be an array that lies in one piece%s", name,
                         written ? " and can be written" : "");
        return false;
    }
    if (!has_kind(buffer, kinds, size))
        PyErr_Format(PyExc_TypeError, "%s must be of %s", name, what);
    else if ((size_t)buffer->len != elements * (size_t)size)
        PyErr_Format(python_error_type, "%s must have %zu elements and has %zd", name, elements,
                     buffer->len / size);
    else
        return true;
    PyBuffer_Release(buffer);
    return false;
}

/* The batch of an object that nobody else uses now; NULL with an exception. */
static cornet_batch *batch_of(PyObject *self)
{
    if (!python_is_free(self))
        return NULL;
    cornet_batch *batch = ((struct batch_object *)self)->batch;
    if (!batch)
        PyErr_SetString(PyExc_RuntimeError, "the batch is closed");
    return batch;
}

/* Gives the batch to a new object; frees it if there is none. */
static PyObject *wrap(PyTypeObject *type, cornet_batch *batch)
{
    struct batch_object *self = python_allocate(type);
    if (self) {
        self->batch = batch;
        self->arrays.own.size = sizeof self->arrays.own;
    } else {
        cornet_batch_free(batch);
    }
    return (PyObject *)self;
}

static PyObject *make(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"game", "players", "options", "count", "width", "seed", "flags", NULL};
    const char *id;
    int players = 0;
    PyObject *options = Py_None, *seed_arg = NULL;
    Py_ssize_t count = 1, width = 0;
    int flags = 0;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "s|iOnnOi:Batch", names, &id, &players,
                                     &options, &count, &width, &seed_arg, &flags))
        return NULL;
    uint64_t seed = 0;
    if (seed_arg && !python_whole(seed_arg, "a seed", &seed))
        return NULL;
    if (count < 1)
        return PyErr_Format(python_error_type, "a batch has at least one game, not %zd", count);
    if (width < 0)
        return PyErr_Format(python_error_type, "the width of a batch is at least 0, not %zd",
                            width);
    cornet_setup *setup = python_setup(id, players, options);
    if (!setup)
        return NULL;
    cornet_batch *batch;
    cornet_error error;
    PyThreadState *thread = python_leave(NULL, NULL, NULL);
    const cornet_status status = cornet_batch_new(setup, (size_t)count, (size_t)width, seed,
                                                  (unsigned)flags, &batch, &error);
    python_return(thread, NULL, NULL, NULL);
    cornet_setup_free(setup);
    if (status != CORNET_OK)
        return python_fail(status, &error);
    return wrap(type, batch);
}

static PyObject *copy(PyObject *object, PyObject *unused)
{
    cornet_batch *batch = batch_of(object), *copy;
    cornet_error error;
    (void)unused;
    if (!batch)
        return NULL;
    PyThreadState *thread = python_leave(object, NULL, NULL);
    const cornet_status status = cornet_batch_copy(batch, &copy, &error);
    python_return(thread, object, NULL, NULL);
    return status == CORNET_OK ? wrap(Py_TYPE(object), copy) : python_fail(status, &error);
}

static PyObject *save(PyObject *object, PyObject *unused)
{
    cornet_batch *batch = batch_of(object);
    char *bytes = NULL;
    size_t length = 0;
    cornet_error error;
    (void)unused;
    if (!batch)
        return NULL;
    PyThreadState *thread = python_leave(object, NULL, NULL);
    const cornet_status status = cornet_batch_save(batch, &bytes, &length, &error);
    python_return(thread, object, NULL, NULL);
    if (status != CORNET_OK)
        return python_fail(status, &error);
    PyObject *made = PyBytes_FromStringAndSize(bytes, (Py_ssize_t)length);
    cornet_free(bytes);
    return made;
}

static PyObject *load(PyObject *type, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"saved", NULL};
    Py_buffer bytes;
    cornet_batch *batch;
    cornet_error error;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "y*:load_bytes", names, &bytes))
        return NULL;
    const cornet_status status =
        cornet_batch_load(bytes.buf ? bytes.buf : "", (size_t)bytes.len, &batch, &error);
    PyBuffer_Release(&bytes);
    return status == CORNET_OK ? wrap((PyTypeObject *)type, batch) : python_fail(status, &error);
}

static void unbind(struct batch_object *self)
{
    for (int i = 0; i < ARRAYS; i++)
        PyBuffer_Release(&self->bound[i]); /* does nothing where nothing is bound */
    memset(self->bound, 0, sizeof self->bound);
    self->arrays = (struct array_pointers){.own = {.size = sizeof self->arrays.own}};
}

static void deallocate(PyObject *object)
{
    struct batch_object *self = (struct batch_object *)object;
    unbind(self);
    cornet_batch_free(self->batch);
    python_free(object);
}

static PyObject *close_batch(PyObject *object, PyObject *unused)
{
    struct batch_object *self = (struct batch_object *)object;
    (void)unused;
    if (!python_is_free(object))
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
    case ROW_IDS:
        return cornet_batch_ids(batch);
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
    PyErr_Format(python_error_type, "a batch has no array %R", name);
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

static PyObject *bind(PyObject *object, PyObject *arrays)
{
    struct batch_object *self = (struct batch_object *)object;
    cornet_batch *batch = batch_of(object);
    if (!batch)
        return NULL;
    if (!PyDict_Check(arrays)) {
        PyErr_SetString(PyExc_TypeError, "arrays are a dict of names and buffers");
        return NULL;
    }
    struct batch_object next = {.arrays = {.own = {.size = sizeof next.arrays.own}}};
    cornet_error error;
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
    return python_none(cornet_batch_bind_ids(batch, self->arrays.ids, self->arrays.id_mask, &error),
                       &error);
}

static PyObject *look(PyObject *object, PyObject *unused)
{
    struct batch_object *self = (struct batch_object *)object;
    cornet_error error;
    cornet_batch *batch = batch_of(object);
    (void)unused;
    if (!batch)
        return NULL;
    PyThreadState *thread = python_leave(object, NULL, NULL);
    const cornet_status status = cornet_batch_look(batch, &self->arrays.own, &error);
    python_return(thread, object, NULL, NULL);
    return python_none(status, &error);
}

typedef cornet_status step_games(cornet_batch *batch, const int32_t *choice,
                                 const cornet_batch_arrays *arrays, cornet_error *error);

static PyObject *step_by(PyObject *object, PyObject *choices, const char *what, step_games *step)
{
    struct batch_object *self = (struct batch_object *)object;
    Py_buffer buffer;
    cornet_error error;
    cornet_batch *batch = batch_of(object);
    if (!batch)
        return NULL;
    self->held.busy = true; /* what makes the buffer may be Python */
    if (!take_buffer(choices, &buffer, false, what, "il", "int32", sizeof(int32_t),
                     cornet_batch_count(batch))) {
        self->held.busy = false;
        return NULL;
    }
    PyThreadState *thread = python_leave(object, NULL, NULL);
    const cornet_status status = step(batch, buffer.buf, &self->arrays.own, &error);
    python_return(thread, object, NULL, NULL);
    PyBuffer_Release(&buffer);
    return python_none(status, &error);
}

static PyObject *step(PyObject *object, PyObject *choices)
{
    return step_by(object, choices, "choices", cornet_batch_step);
}

static PyObject *step_ids(PyObject *object, PyObject *ids)
{
    return step_by(object, ids, "action ids", cornet_batch_step_ids);
}

static PyObject *reset(PyObject *object, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"seed", NULL};
    PyObject *seed_arg;
    cornet_error error;
    cornet_batch *batch;
    uint64_t seed;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "O:reset", names, &seed_arg) ||
        !python_whole(seed_arg, "a seed", &seed) || !(batch = batch_of(object)))
        return NULL;
    PyThreadState *thread = python_leave(object, NULL, NULL);
    const cornet_status status = cornet_batch_reset(batch, seed, &error);
    python_return(thread, object, NULL, NULL);
    return python_none(status, &error);
}

/* An index from 0; false with an exception. */
static bool check_index(const cornet_batch *batch, Py_ssize_t index)
{
    const bool fine = index >= 0 && (size_t)index < cornet_batch_count(batch);
    if (!fine)
        PyErr_SetString(PyExc_IndexError, "the batch has no game with that index");
    return fine;
}

static PyObject *restart(PyObject *object, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"index", NULL};
    Py_ssize_t index;
    cornet_error error;
    cornet_batch *batch;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "n:restart", names, &index) ||
        !(batch = batch_of(object)) || !check_index(batch, index))
        return NULL;
    return python_none(cornet_batch_restart(batch, (size_t)index, &error), &error);
}

static PyObject *set(PyObject *object, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"index", "match", NULL};
    Py_ssize_t index;
    PyObject *match;
    cornet_error error;
    cornet_batch *batch;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "nO!:set_match", names, &index,
                                     python_match_type, &match) ||
        !python_is_free(match) || !(batch = batch_of(object)) || !check_index(batch, index))
        return NULL;
    PyThreadState *thread = python_leave(object, match, NULL);
    const cornet_status status =
        cornet_batch_set(batch, (size_t)index, ((struct python_match *)match)->match, &error);
    python_return(thread, object, match, NULL);
    return python_none(status, &error);
}

static PyObject *set_threads(PyObject *object, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"threads", NULL};
    int threads;
    cornet_error error;
    cornet_batch *batch;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "i:set_threads", names, &threads) ||
        !(batch = batch_of(object)))
        return NULL;
    return python_none(cornet_batch_set_threads(batch, threads, &error), &error);
}

static PyObject *set_bot(PyObject *object, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"seat", "agent", NULL};
    int seat;
    const char *agent;
    cornet_error error;
    cornet_batch *batch;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "iz:set_bot", names, &seat, &agent) ||
        !(batch = batch_of(object)))
        return NULL;
    PyThreadState *thread = python_leave(object, NULL, NULL);
    const cornet_status status = cornet_batch_set_bot(batch, seat, agent, &error);
    python_return(thread, object, NULL, NULL);
    return python_none(status, &error);
}

static PyObject *json(PyObject *object, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"index", "viewer", NULL};
    Py_ssize_t index;
    int viewer = CORNET_OPEN;
    char *json = NULL;
    cornet_error error;
    cornet_batch *batch;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "n|i:json", names, &index, &viewer) ||
        !(batch = batch_of(object)) || !check_index(batch, index))
        return NULL;
    const cornet_status status = cornet_batch_json(batch, (size_t)index, viewer, &json, &error);
    return python_text(status, json, &error);
}

static PyObject *line_of(PyObject *object, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"index", "action", NULL};
    Py_ssize_t index;
    PyObject *action_arg;
    uint32_t action;
    char *line = NULL;
    cornet_error error;
    cornet_batch *batch;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "nO:line_of", names, &index, &action_arg) ||
        !python_action(action_arg, &action) || !(batch = batch_of(object)) ||
        !check_index(batch, index))
        return NULL;
    const cornet_status status = cornet_batch_line_of(batch, (size_t)index, action, &line, &error);
    return python_text(status, line, &error);
}

static PyObject *names_of(const cornet_batch *batch)
{
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list && i < cornet_batch_numbers(batch); i++)
        python_append(&list, PyUnicode_FromString(cornet_batch_number_name(batch, i)));
    return list;
}

enum property { COUNT, PLAYERS, FLAGS, WIDTH, IDS, NAMES };

static PyObject *get(PyObject *self, void *property)
{
    const cornet_batch *batch = batch_of(self);
    if (!batch)
        return NULL;
    switch ((enum property)(intptr_t)property) {
    case COUNT:
        return PyLong_FromSize_t(cornet_batch_count(batch));
    case PLAYERS:
        return PyLong_FromLong(cornet_batch_players(batch));
    case FLAGS:
        return PyLong_FromUnsignedLong(cornet_batch_flags(batch));
    case WIDTH:
        return PyLong_FromSize_t(cornet_batch_width(batch));
    case IDS:
        return PyLong_FromSize_t(cornet_batch_ids(batch));
    default:
        return names_of(batch);
    }
}

static PyGetSetDef properties[] = {
    {"count", get, NULL, "The number of games.", (void *)(intptr_t)COUNT},
    {"players", get, NULL, "The number of players in each game.", (void *)(intptr_t)PLAYERS},
    {"flags", get, NULL, "1: chance, 2: stay, 4: forced; their sum.", (void *)(intptr_t)FLAGS},
    {"width", get, NULL, "The number of columns of the actions.", (void *)(intptr_t)WIDTH},
    {"id_count", get, NULL, "The number of columns of `id_mask`.", (void *)(intptr_t)IDS},
    {"number_names", get, NULL,
     "The names of the columns of `numbers`. Seats in them are counted from the mover, who is 1.",
     (void *)(intptr_t)NAMES},
    {0}};

static PyMethodDef methods[] = {
    {"bind", bind, METH_O,
     "bind($self, arrays, /)\n--\n\nFills these arrays, a dict by name, in later steps. "
     "They stay exported\nuntil others are bound or the batch is closed."},
    {"look", look, METH_NOARGS,
     "look($self, /)\n--\n\nWrites the current state into the arrays, without a step."},
    {"step", step, METH_O,
     "step($self, choices, /)\n--\n\nPlays one choice in each game, the index of a legal action "
     "(int32, from 0), continues\nto the next decision, and writes the arrays. Other Python "
     "threads continue to run."},
    {"step_ids", step_ids, METH_O,
     "step_ids($self, ids, /)\n--\n\nLike step, with an action id for each game."},
    {"copy_games", copy, METH_NOARGS,
     "copy_games($self, /)\n--\n\nAn independent copy without arrays."},
    {"save_bytes", save, METH_NOARGS,
     "save_bytes($self, /)\n--\n\nThe games as bytes, for load_bytes of the same version."},
    {"load_bytes", KEYWORDS(load) | METH_CLASS,
     "load_bytes($type, saved)\n--\n\nA batch without arrays, from the bytes of save_bytes."},
    {"set_match", KEYWORDS(set),
     "set_match($self, index, match)\n--\n\nSets one game to the state of a match."},
    {"reset", KEYWORDS(reset),
     "reset($self, seed)\n--\n\nRestarts all games, with generators from this seed."},
    {"restart", KEYWORDS(restart),
     "restart($self, index)\n--\n\nRestarts one game. Its generator is not reset."},
    {"set_threads", KEYWORDS(set_threads),
     "set_threads($self, threads)\n--\n\nSets the number of threads. It affects speed only, not "
     "results."},
    {"set_bot", KEYWORDS(set_bot),
     "set_bot($self, seat, agent)\n--\n\nGives a seat to a bot in all games; None removes the "
     "bot. All games restart."},
    {"json", KEYWORDS(json),
     "json($self, index, viewer=-1)\n--\n\nThe state of one game as JSON, as the viewer sees it."},
    {"line_of", KEYWORDS(line_of),
     "line_of($self, index, action)\n--\n\nThe line of a legal action of one game."},
    {"close", close_batch, METH_NOARGS,
     "close($self, /)\n--\n\nEnds the games and releases the arrays. The batch cannot be used "
     "afterwards."},
    {0}};

static PyType_Slot slots[] = {
    {Py_tp_new, make},
    {Py_tp_dealloc, deallocate},
    {Py_tp_methods, methods},
    {Py_tp_getset, properties},
    {Py_tp_doc, "Batch(game, players=0, options=None, count=1, width=0, seed=0, "
                "flags=0)\n--\n\nMany games of one kind, stepped at once into bound arrays."},
    {0}};

PyType_Spec python_batch_spec = {.name = "cornet._cornet.Batch",
                                 .basicsize = sizeof(struct batch_object),
                                 .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                                 .slots = slots};
