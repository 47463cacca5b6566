/* The games, and their settings before the start. */
#include "extension.h"

#include <string.h>

/* `all`: with the games for programmers. */
static PyObject *list_ids(bool all)
{
    PyObject *list = PyList_New(0);
    const cornet_game *game;
    for (size_t i = 0; list && (game = cornet_game_at(i)); i++) {
        if (all || !(cornet_game_flags(game) & CORNET_GAME_EXAMPLE))
            python_append(&list, PyUnicode_FromString(cornet_game_id(game)));
    }
    return list;
}

static const cornet_game *find_game(const char *id)
{
    const cornet_game *game = cornet_game_find(id);
    PyObject *ids = game ? NULL : list_ids(false);
    if (ids)
        PyErr_Format(python_error_type, "there is no game \"%.100s\": the games are %S", id, ids);
    Py_XDECREF(ids);
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
        PyObject *text = PyObject_Str(value);
        const char *key = PyUnicode_Check(name) ? PyUnicode_AsUTF8AndSize(name, NULL) : NULL;
        const char *word = text ? PyUnicode_AsUTF8AndSize(text, NULL) : NULL;
        if (word && strcmp(word, "True") == 0) /* numpy's, or in a text */
            word = "on";
        else if (word && strcmp(word, "False") == 0)
            word = "off";
        if (!key && !PyErr_Occurred())
            PyErr_SetString(PyExc_TypeError, "the name of an option is a str");
        if (key && word) {
            const cornet_status status = cornet_setup_set_option(setup, key, word, &error);
            if (status != CORNET_OK)
                python_fail(status, &error);
        }
        Py_XDECREF(text);
        if (PyErr_Occurred())
            return;
    }
}

cornet_setup *python_setup(const char *id, int players, PyObject *options)
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
        python_fail(status, &error);
    PyObject *own = status == CORNET_OK && options != Py_None ? PyDict_Copy(options) : NULL;
    if (own)
        set_options(setup, own);
    Py_XDECREF(own);
    if (!PyErr_Occurred())
        return setup;
    cornet_setup_free(setup);
    return NULL;
}

/* ---- what there is ---- */

PyObject *python_game_ids(PyObject *module, PyObject *unused)
{
    (void)module;
    (void)unused;
    return list_ids(true);
}

PyObject *python_id_name(PyObject *module, PyObject *args)
{
    const char *id;
    Py_ssize_t number;
    const cornet_game *game;
    char *name = NULL;
    cornet_error error;
    (void)module;
    if (!PyArg_ParseTuple(args, "sn:id_name", &id, &number) || !(game = find_game(id)))
        return NULL;
    const cornet_status status = cornet_game_id_name(game, (size_t)number, &name, &error);
    return python_text(status, name, &error);
}

static PyObject *options_of(const cornet_game *game)
{
    PyObject *list = PyList_New(0);
    cornet_option option;
    for (size_t i = 0; list && cornet_game_option(game, i, &option); i++)
        python_append(&list, Py_BuildValue("(ssssiii)", option.name, option.about, option.words,
                                           option.default_value, option.min, option.max,
                                           option.free_text));
    return list;
}

static PyObject *agent_options_of(const cornet_game *game, const char *name)
{
    PyObject *list = PyList_New(0);
    cornet_agent_option option;
    for (size_t i = 0; list && cornet_agent_option_at(game, name, i, &option); i++)
        python_append(&list,
                      Py_BuildValue("(ssLLL)", option.name, option.about, (long long)option.min,
                                    (long long)option.max, (long long)option.default_value));
    return list;
}

static PyObject *agents_of(const cornet_game *game)
{
    PyObject *list = PyList_New(0);
    const char *name;
    for (size_t i = 0; list && (name = cornet_agent_at(game, i)); i++)
        python_append(&list, Py_BuildValue("(ssN)", name, cornet_agent_about(game, name),
                                           agent_options_of(game, name)));
    return list;
}

static PyObject *levels_of(const cornet_game *game)
{
    PyObject *list = PyList_New(0);
    const char *name;
    for (int level = 1; list && (name = cornet_agent_level(game, level)); level++)
        python_append(&list, PyUnicode_FromString(name));
    return list;
}

PyObject *python_load(PyObject *module, PyObject *args)
{
    PyObject *path = NULL;
    cornet_error error;
    (void)module;
    if (!PyArg_ParseTuple(args, "O&:load", PyUnicode_FSConverter, &path))
        return NULL;
    const cornet_status status = cornet_plugin_load(PyBytes_AsString(path), &error);
    Py_DECREF(path);
    return python_none(status, &error);
}

PyObject *python_game_info(PyObject *module, PyObject *args)
{
    const char *id;
    (void)module;
    if (!PyArg_ParseTuple(args, "s:game_info", &id))
        return NULL;
    const cornet_game *game = find_game(id);
    if (!game)
        return NULL;
    return Py_BuildValue("(sssIiiinNNN)", cornet_game_id(game), cornet_game_title(game),
                         cornet_game_about(game), cornet_game_flags(game),
                         cornet_game_players_min(game), cornet_game_players_max(game),
                         cornet_depths(game), (Py_ssize_t)cornet_game_ids(game), options_of(game),
                         agents_of(game), levels_of(game));
}
