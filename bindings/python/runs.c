/* Many games between bots, and tournaments. */
#include "extension.h"

#include <string.h>

/* The arguments of both kinds of runs, and their interruption: the calling thread asks the
 * interpreter several times per second whether a signal has arrived. An exception of the signal
 * handler is returned beside the result of the games so far. */
struct run {
    cornet_setup *setup;
    PyObject *list; /* of the agents; keeps their texts */
    const char *agents[CORNET_ARENA_AGENTS_MAX];
    int agent_count;
    uint64_t games, seed;
    int threads, gauntlet;
    PyThreadState *thread;
    int stop; /* a handler has raised an exception, which is set; threads of the run read this */
};

static void look_for_signals(void *context, uint64_t done)
{
    struct run *run = context;
    (void)done;
    if (run->stop)
        return;
    PyEval_RestoreThread(run->thread);
    __atomic_store_n(&run->stop, PyErr_CheckSignals() != 0, __ATOMIC_RELAXED);
    run->thread = PyEval_SaveThread();
}

static bool set_agents(struct run *run, PyObject *agents)
{
    run->list = PySequence_List(agents);
    if (!run->list)
        return false;
    const Py_ssize_t count = PyList_Size(run->list);
    if (count > CORNET_ARENA_AGENTS_MAX) {
        PyErr_Format(python_error_type, "there are at most %d agents", CORNET_ARENA_AGENTS_MAX);
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
    if (!PyArg_ParseTuple(args, "siOOOOip", &id, &players, &options, &agents, &games, &seed,
                          &run->threads, &run->gauntlet))
        return false;
    if (!python_whole(games, "a number of games", &run->games) ||
        !python_whole(seed, "a seed", &run->seed))
        return false;
    run->setup = python_setup(id, players, options);
    if (run->setup && set_agents(run, agents))
        return true;
    end_run(run);
    return false;
}

/* Takes the exception of a signal handler and clears it; None if there is none. */
static PyObject *take_exception(const struct run *run)
{
    PyObject *type, *value, *trace;
    if (!run->stop)
        Py_RETURN_NONE;
    PyErr_Fetch(&type, &value, &trace);
    PyErr_NormalizeException(&type, &value, &trace);
    if (trace)
        PyException_SetTraceback(value, trace);
    Py_XDECREF(type);
    Py_XDECREF(trace);
    return value;
}

PyObject *python_sim(PyObject *module, PyObject *args)
{
    struct run run;
    (void)module;
    if (!begin_run(&run, args))
        return NULL;
    const int players = cornet_setup_players(run.setup);
    if (run.agent_count != players) {
        PyErr_Format(python_error_type, "%d players need %d agents, and there are %d", players,
                     players, run.agent_count);
        end_run(&run);
        return NULL;
    }
    const cornet_sim_job job = {.size = sizeof job,
                                .setup = run.setup,
                                .agents = run.agents,
                                .games = run.games,
                                .seed = run.seed,
                                .threads = run.threads,
                                .progress = look_for_signals,
                                .context = &run};
    cornet_sim_result result = {.size = sizeof result};
    cornet_error error;
    run.thread = PyEval_SaveThread();
    const cornet_status status = cornet_sim_run_until(&job, &run.stop, &result, &error);
    PyEval_RestoreThread(run.thread);
    end_run(&run);
    if (status != CORNET_OK)
        return run.stop ? NULL : python_fail(status, &error);
    PyObject *stopped = take_exception(&run);
    return Py_BuildValue("((KKKKKNNdN)N)", (unsigned long long)result.games,
                         (unsigned long long)result.moves, (unsigned long long)result.turns,
                         (unsigned long long)result.decisions, (unsigned long long)result.forced,
                         python_by_seat(result.mean, players),
                         python_by_seat(result.standard_error, players), result.seconds,
                         PyBool_FromLong(result.reproducible), stopped);
}

static PyObject *estimate(const cornet_estimate *of)
{
    return Py_BuildValue("(ddd)", of->value, of->low, of->high);
}

static PyObject *arena_tuple(const cornet_arena_result *result, const struct run *run)
{
    PyObject *stopped = take_exception(run);
    PyObject *pairs = PyList_New(0), *ratings = PyList_New(0);
    for (int i = 0; pairs && i < result->pair_count; i++) {
        const cornet_arena_pair *pair = &result->pair[i];
        python_append(&pairs, Py_BuildValue("(iiKNN)", pair->first, pair->second,
                                            (unsigned long long)pair->games, estimate(&pair->score),
                                            estimate(&pair->elo)));
    }
    for (int i = 0; ratings && i < run->agent_count; i++)
        python_append(&ratings, estimate(&result->rating[i]));
    return Py_BuildValue("((KNNdN)N)", (unsigned long long)result->games, pairs, ratings,
                         result->seconds, PyBool_FromLong(result->reproducible), stopped);
}

PyObject *python_arena(PyObject *module, PyObject *args)
{
    struct run run;
    (void)module;
    if (!begin_run(&run, args))
        return NULL;
    const cornet_arena_job job = {.size = sizeof job,
                                  .setup = run.setup,
                                  .agents = run.agents,
                                  .agent_count = run.agent_count,
                                  .gauntlet = run.gauntlet,
                                  .games = run.games,
                                  .seed = run.seed,
                                  .threads = run.threads,
                                  .progress = look_for_signals,
                                  .context = &run};
    cornet_arena_result *result = PyMem_Calloc(1, sizeof *result);
    if (!result) {
        end_run(&run);
        return PyErr_NoMemory();
    }
    result->size = sizeof *result;
    cornet_error error;
    run.thread = PyEval_SaveThread();
    const cornet_status status = cornet_arena_run_until(&job, &run.stop, result, &error);
    PyEval_RestoreThread(run.thread);
    end_run(&run);
    PyObject *made = NULL;
    if (status == CORNET_OK)
        made = arena_tuple(result, &run);
    else if (!run.stop)
        python_fail(status, &error);
    PyMem_Free(result);
    return made;
}
