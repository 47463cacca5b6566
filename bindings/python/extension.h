/* extension.h: shared by the files of cornet._cornet, which is libcornet for Python by the stable
 * interface of Python 3.11.
 *
 * Match, Batch, Bot and Rng are objects of the library, each owned by one Python object. While a
 * call runs without the interpreter's lock the objects that it uses are marked busy, and a call
 * from another thread is refused. A function that fails sets an exception and returns NULL or
 * false. */
#ifndef CORNET_BINDINGS_PYTHON_EXTENSION_H
#define CORNET_BINDINGS_PYTHON_EXTENSION_H

#define Py_LIMITED_API 0x030b0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <cornet/cornet.h>
#include <stdbool.h>

/* Keyword functions are stored as plain ones. */
#define KEYWORDS(function) ((PyCFunction)(void (*)(void))(function)), METH_VARARGS | METH_KEYWORDS

/* Created when the module is imported. */
extern PyObject *python_error_type; /* cornet.Error, a ValueError */
extern PyObject *python_fault_type; /* cornet.Fault, a RuntimeError */
extern PyTypeObject *python_match_type, *python_batch_type, *python_bot_type, *python_rng_type;
extern PyType_Spec python_match_spec, python_batch_spec, python_bot_spec, python_rng_spec;

/* ---- statuses, texts and numbers ---- */

/* Sets the exception of a status, and returns NULL. */
PyObject *python_fail(cornet_status status, const cornet_error *error);

/* None, if the status is CORNET_OK. */
PyObject *python_none(cornet_status status, const cornet_error *error);

/* The text as a str; frees it. */
PyObject *python_text(cornet_status status, char *text, const cornet_error *error);

/* Appends a new object, which may be NULL with an exception; the list is cleared if it fails. */
void python_append(PyObject **list, PyObject *item);

/* The shares of the seats as a dict. */
PyObject *python_by_seat(const double *share, int players);

/* Reads an action: a Python or numpy number of 32 bits. */
bool python_action(PyObject *object, uint32_t *action);

/* Reads a Python or numpy whole number of 64 bits. An error message begins with `what`, for example
 * "a seed". */
bool python_whole(PyObject *object, const char *what, uint64_t *number);

/* ---- objects ---- */

/* An object that is used by one call at a time. */
struct python_held {
    PyObject_HEAD bool busy;
};

bool python_is_free(const void *object);

/* Lets other Python threads run while the objects (the last may be NULL) are busy, and ends it. */
PyThreadState *python_leave(void *first, void *second, void *third);
void python_return(PyThreadState *thread, void *first, void *second, void *third);

/* For __reduce__ of what cannot be pickled or copied: sets a TypeError of the type and a hint. */
PyObject *python_refuse_pickle(PyObject *self, const char *hint);

void *python_allocate(PyTypeObject *type);
void python_free(PyObject *self);

struct python_rng {
    struct python_held held;
    cornet_rng rng;
};

struct python_match {
    struct python_held held;
    cornet_match *match;
};

/* ---- games, and many games between bots ---- */

/* The caller frees it. 0 players are as few as the game has; options are a dict or None. */
cornet_setup *python_setup(const char *id, int players, PyObject *options);

PyObject *python_game_ids(PyObject *module, PyObject *unused);
PyObject *python_game_info(PyObject *module, PyObject *args);
PyObject *python_id_name(PyObject *module, PyObject *args);
PyObject *python_load(PyObject *module, PyObject *args);
PyObject *python_sim(PyObject *module, PyObject *args);
PyObject *python_arena(PyObject *module, PyObject *args);

#endif
