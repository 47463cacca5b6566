/* Statuses as exceptions, texts and numbers, and objects that one call uses at a time. */
#include "extension.h"

PyObject *python_fail(cornet_status status, const cornet_error *error)
{
    PyObject *type = python_error_type;
    if (status == CORNET_NO_MEMORY)
        type = PyExc_MemoryError;
    if (status == CORNET_FAULT)
        type = python_fault_type;
    PyErr_SetString(type, error->message);
    return NULL;
}

PyObject *python_none(cornet_status status, const cornet_error *error)
{
    if (status != CORNET_OK)
        return python_fail(status, error);
    Py_RETURN_NONE;
}

PyObject *python_text(cornet_status status, char *text, const cornet_error *error)
{
    if (status != CORNET_OK)
        return python_fail(status, error);
    PyObject *made = PyUnicode_FromString(text);
    cornet_free(text);
    return made;
}

void python_append(PyObject **list, PyObject *item)
{
    if (*list && (!item || PyList_Append(*list, item) != 0))
        Py_CLEAR(*list);
    Py_XDECREF(item);
}

PyObject *python_by_seat(const double *share, int players)
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

bool python_action(PyObject *object, uint32_t *action)
{
    PyObject *index = PyNumber_Index(object);
    if (!index)
        return false;
    const unsigned long long number = PyLong_AsUnsignedLongLong(index);
    Py_DECREF(index);
    if (!PyErr_Occurred() && number > UINT32_MAX)
        PyErr_SetString(PyExc_OverflowError, "an action is a number of 32 bits");
    *action = (uint32_t)number;
    return !PyErr_Occurred();
}

bool python_whole(PyObject *object, const char *what, uint64_t *number)
{
    PyObject *index = PyNumber_Index(object);
    if (!index)
        return false;
    *number = PyLong_AsUnsignedLongLong(index);
    if (PyErr_Occurred() && PyErr_ExceptionMatches(PyExc_OverflowError))
        PyErr_Format(python_error_type, "%s is a whole number from 0 to %llu, not %R", what,
                     (unsigned long long)UINT64_MAX, index);
    Py_DECREF(index);
    return !PyErr_Occurred();
}

PyObject *python_refuse_pickle(PyObject *self, const char *hint)
{
    PyObject *name = PyType_GetName(Py_TYPE(self));
    if (name)
        PyErr_Format(PyExc_TypeError, "a %U cannot be pickled or copied: %s", name, hint);
    Py_XDECREF(name);
    return NULL;
}

bool python_is_free(const void *object)
{
    if (!((const struct python_held *)object)->busy)
        return true;
    PyErr_SetString(PyExc_RuntimeError, "another thread is using this object");
    return false;
}

static void set_busy(void *first, void *second, void *third, bool busy)
{
    void *objects[] = {first, second, third};
    for (int i = 0; i < 3; i++) {
        if (objects[i])
            ((struct python_held *)objects[i])->busy = busy;
    }
}

PyThreadState *python_leave(void *first, void *second, void *third)
{
    set_busy(first, second, third, true);
    return PyEval_SaveThread();
}

void python_return(PyThreadState *thread, void *first, void *second, void *third)
{
    PyEval_RestoreThread(thread);
    set_busy(first, second, third, false);
}

void *python_allocate(PyTypeObject *type)
{
    allocfunc make = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    return make(type, 0);
}

void python_free(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DECREF(type);
}
