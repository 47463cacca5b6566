/* cornet.Rng: random numbers. */
#include "extension.h"

static PyObject *make(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"seed", NULL};
    PyObject *seed_arg = NULL;
    uint64_t seed;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "O:Rng", names, &seed_arg) ||
        !python_whole(seed_arg, "a seed", &seed))
        return NULL;
    struct python_rng *self = python_allocate(type);
    if (self)
        cornet_rng_seed(&self->rng, seed);
    return (PyObject *)self;
}

static PyObject *next(PyObject *self, PyObject *unused)
{
    (void)unused;
    if (!python_is_free(self))
        return NULL;
    return PyLong_FromUnsignedLongLong(cornet_rng_next(&((struct python_rng *)self)->rng));
}

static PyObject *below(PyObject *self, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"bound", NULL};
    long long bound;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "L:below", names, &bound) ||
        !python_is_free(self))
        return NULL;
    if (bound < 1 || bound > UINT32_MAX) {
        PyErr_SetString(python_error_type, "a bound is a number from 1 to 4294967295");
        return NULL;
    }
    return PyLong_FromUnsignedLong(
        cornet_rng_below(&((struct python_rng *)self)->rng, (uint32_t)bound));
}

static PyObject *get_state(PyObject *self, void *unused)
{
    const uint64_t *state = ((struct python_rng *)self)->rng.state;
    (void)unused;
    if (!python_is_free(self))
        return NULL;
    return Py_BuildValue("(KKKK)", (unsigned long long)state[0], (unsigned long long)state[1],
                         (unsigned long long)state[2], (unsigned long long)state[3]);
}

static int set_state(PyObject *self, PyObject *value, void *unused)
{
    PyObject *part[4];
    cornet_rng rng;
    (void)unused;
    if (!value || !PyTuple_Check(value) ||
        !PyArg_ParseTuple(value, "OOOO", &part[0], &part[1], &part[2], &part[3])) {
        PyErr_SetString(PyExc_TypeError, "the state of an Rng is a tuple of four whole numbers");
        return -1;
    }
    for (int i = 0; i < 4; i++) {
        if (!python_whole(part[i], "a number of an Rng's state", &rng.state[i]))
            return -1;
    }
    if (!python_is_free(self))
        return -1;
    ((struct python_rng *)self)->rng = rng;
    return 0;
}

static PyObject *reduce(PyObject *self, PyObject *unused)
{
    (void)unused;
    PyObject *state = get_state(self, NULL);
    return state ? Py_BuildValue("(O(i)N)", Py_TYPE(self), 0, state) : NULL;
}

static PyObject *restore(PyObject *self, PyObject *state)
{
    if (set_state(self, state, NULL) != 0)
        return NULL;
    Py_RETURN_NONE;
}

static PyGetSetDef properties[] = {
    {"state", get_state, set_state,
     "The state of the generator, four numbers of 64 bits. Set it to continue from there.", NULL},
    {0}};

static PyMethodDef methods[] = {
    {"next", next, METH_NOARGS, "next($self, /)\n--\n\nThe next 64 random bits."},
    {"below", KEYWORDS(below),
     "below($self, bound)\n--\n\nA uniform random number from 0 to bound - 1."},
    {"__reduce__", reduce, METH_NOARGS, "For pickle and copy."},
    {"__setstate__", restore, METH_O, "For pickle and copy."},
    {0}};

static PyType_Slot slots[] = {
    {Py_tp_new, make},
    {Py_tp_dealloc, python_free},
    {Py_tp_methods, methods},
    {Py_tp_getset, properties},
    {Py_tp_doc, "Rng(seed)\n--\n\nA random number generator for dice and bots. The same seed gives "
                "the same\nnumbers on every machine. Not for dice that must be trusted."},
    {0}};

PyType_Spec python_rng_spec = {.name = "cornet.Rng",
                               .basicsize = sizeof(struct python_rng),
                               .flags = Py_TPFLAGS_DEFAULT,
                               .slots = slots};
