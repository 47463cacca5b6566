/* cornet.Bot: an agent that chooses for a seat. */
#include "extension.h"

struct bot_object {
    struct python_held held;
    cornet_bot *bot;
};

static PyObject *make(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"game", "agent", "players", "options", NULL};
    const char *id, *agent;
    int players = 0;
    PyObject *options = Py_None;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "ss|iO:Bot", names, &id, &agent, &players,
                                     &options))
        return NULL;
    cornet_setup *setup = python_setup(id, players, options);
    if (!setup)
        return NULL;
    cornet_bot *bot;
    cornet_error error;
    const cornet_status status = cornet_bot_open(setup, agent, &bot, &error);
    cornet_setup_free(setup);
    if (status != CORNET_OK)
        return python_fail(status, &error);
    struct bot_object *self = python_allocate(type);
    if (self)
        self->bot = bot;
    else
        cornet_bot_close(bot);
    return (PyObject *)self;
}

static void deallocate(PyObject *self)
{
    cornet_bot_close(((struct bot_object *)self)->bot);
    python_free(self);
}

static PyObject *act(PyObject *self, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"match", "rng", "seat", NULL};
    PyObject *match_arg, *rng_arg;
    int seat = 0;
    uint32_t action;
    cornet_error error;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "O!O!|i:act", names, python_match_type,
                                     &match_arg, python_rng_type, &rng_arg, &seat) ||
        !python_is_free(self) || !python_is_free(match_arg) || !python_is_free(rng_arg))
        return NULL;
    cornet_bot *bot = ((struct bot_object *)self)->bot;
    const cornet_match *match = ((struct python_match *)match_arg)->match;
    cornet_rng *rng = &((struct python_rng *)rng_arg)->rng;
    if (seat == 0 && (seat = cornet_match_mover(match)) == CORNET_ANYONE) {
        PyErr_SetString(python_error_type,
                        "anybody may act now: name a seat, as in act(match, rng, seat=1)");
        return NULL;
    }
    PyThreadState *thread = python_leave(self, match_arg, rng_arg);
    const cornet_status status = cornet_bot_choose(bot, match, seat, rng, &action, NULL, &error);
    python_return(thread, self, match_arg, rng_arg);
    return status == CORNET_OK ? PyLong_FromUnsignedLong(action) : python_fail(status, &error);
}

static PyObject *get_name(PyObject *self, void *unused)
{
    char *name = NULL;
    cornet_error error;
    (void)unused;
    if (!python_is_free(self))
        return NULL;
    const cornet_status status = cornet_bot_name(((struct bot_object *)self)->bot, &name, &error);
    return python_text(status, name, &error);
}

static PyObject *get_reproducible(PyObject *self, void *unused)
{
    (void)unused;
    if (!python_is_free(self))
        return NULL;
    return PyBool_FromLong(cornet_bot_is_reproducible(((struct bot_object *)self)->bot));
}

static PyObject *reduce(PyObject *self, PyObject *unused)
{
    (void)unused;
    return python_refuse_pickle(self, "make another one by its name");
}

static PyGetSetDef properties[] = {
    {"name", get_name, NULL, "The name that opens the same bot.", NULL},
    {"reproducible", get_reproducible, NULL, "Whether the same generator gives the same choices.",
     NULL},
    {0}};

static PyMethodDef methods[] = {
    {"act", KEYWORDS(act),
     "act($self, match, rng, seat=0)\n--\n\nThe action that the bot chooses for a seat, from the "
     "seat's view; seat 0 is the mover.\nThe match does not change."},
    {"__reduce__", reduce, METH_NOARGS, "Refused: a bot has memory that cannot be copied."},
    {0}};

static PyType_Slot slots[] = {
    {Py_tp_new, make},
    {Py_tp_dealloc, deallocate},
    {Py_tp_methods, methods},
    {Py_tp_getset, properties},
    {Py_tp_doc, "Bot(game, agent, players=0, options=None)\n--\n\nAn agent, for example "
                "\"greedy\", or a level, for example \"hard\"."},
    {0}};

PyType_Spec python_bot_spec = {.name = "cornet.Bot",
                               .basicsize = sizeof(struct bot_object),
                               .flags = Py_TPFLAGS_DEFAULT,
                               .slots = slots};
