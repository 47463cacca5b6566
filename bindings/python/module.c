/* The module: its functions, types and exceptions. */
#include "extension.h"

PyObject *python_error_type, *python_fault_type;
PyTypeObject *python_match_type, *python_batch_type, *python_bot_type, *python_rng_type;

static PyObject *version(PyObject *module, PyObject *unused)
{
    (void)module;
    (void)unused;
    return PyUnicode_FromString(cornet_version());
}

static PyMethodDef functions[] = {
    {"game_ids", python_game_ids, METH_NOARGS, "game_ids()\n--\n\nThe ids of the games."},
    {"game_info", python_game_info, METH_VARARGS,
     "game_info(id, /)\n--\n\nThe properties of a game as a tuple: see cornet.Game."},
    {"id_name", python_id_name, METH_VARARGS,
     "id_name(game, id, /)\n--\n\nThe meaning of an action id."},
    {"load", python_load, METH_VARARGS, "load(path, /)\n--\n\nSee cornet.load."},
    {"version", version, METH_NOARGS, "version()\n--\n\nThe version of the library."},
    {"sim", python_sim, METH_VARARGS,
     "sim(game, players, options, agents, games, seed, threads, unused, /)\n--\n\nSee cornet.sim."},
    {"arena", python_arena, METH_VARARGS,
     "arena(game, players, options, agents, games, seed, threads, gauntlet, /)\n--\n\nSee "
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
                      "An invalid or impossible request, described in one sentence.",
                      PyExc_ValueError, &python_error_type) &&
        add_exception(module, "Fault", "cornet.Fault",
                      "A game or agent of a plugin broke its contract.", PyExc_RuntimeError,
                      &python_fault_type) &&
        add_type(module, &python_rng_spec, "Rng", &python_rng_type) &&
        add_type(module, &python_match_spec, "Match", &python_match_type) &&
        add_type(module, &python_bot_spec, "Bot", &python_bot_type) &&
        add_type(module, &python_batch_spec, "Batch", &python_batch_type))
        return module;
    Py_XDECREF(module);
    return NULL;
}
