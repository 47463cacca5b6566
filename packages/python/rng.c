/* cornet.Rng: random numbers. */
#include "extension.h"

static PyObject *make(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"seed", NULL};
    PyObject *seed_arg = NULL;
    uint64_t seed;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "O!:Rng", names, &PyLong_Type, &seed_arg) ||
        !python_whole(seed_arg, &seed))
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

static PyObject *below(PyObject *self, PyObject *args)
{
    long long bound;
    if (!PyArg_ParseTuple(args, "L:below", &bound) || !python_is_free(self))
        return NULL;
    if (bound < 1 || bound > UINT32_MAX) {
        PyErr_SetString(python_error_type, "a bound is a number from 1 to 4294967295");
        return NULL;
    }
    return PyLong_FromUnsignedLong(
        cornet_rng_below(&((struct python_rng *)self)->rng, (uint32_t)bound));
}

static PyMethodDef methods[] = {
    {"next", next, METH_NOARGS, "next()\n--\n\nThe next 64 random bits."},
    {"below", below, METH_VARARGS,
     "below(bound)\n--\n\nA random number from 0 to bound - 1, each with the same probability."},
    {0}};

static PyType_Slot slots[] = {
    {Py_tp_new, make},
    {Py_tp_dealloc, python_free},
    {Py_tp_methods, methods},
    {Py_tp_doc, "Rng(seed)\n--\n\nA generator of random numbers, for dice and bots: the same seed "
                "gives the same\nnumbers on every machine. Not for dice that must be trusted."},
    {0}};

PyType_Spec python_rng_spec = {.name = "cornet.Rng",
                               .basicsize = sizeof(struct python_rng),
                               .flags = Py_TPFLAGS_DEFAULT,
                               .slots = slots};
