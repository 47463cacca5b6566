/* base.h: shared parts of libcornet: version, errors, memory, random numbers.
 *
 * Rules for all of libcornet:
 *
 * - Seats are counted from 1. An array indexed by seat has CORNET_SEATS_MAX + 1 elements; element 0
 *   is unused. Lists in the order of the seats (the agents of a job, the rewards of a batch) have
 *   no such element: they start with seat 1.
 * - A function that can fail returns a cornet_status. If it is not CORNET_OK, nothing has changed
 *   unless the function says otherwise, and `error`, if not NULL, contains one sentence. The
 *   sentence is in the language of the process (setlocale, with the catalogue "cornet" if
 *   installed). No argument ends the process, but invalid pointers and freed objects are not
 *   detected.
 * - If memory runs out, the process ends with a message on standard error. Batches are the
 *   exception: cornet_batch_new and cornet_batch_set_bot return CORNET_NO_MEMORY.
 * - The caller owns every object made by a function named _new, _open, _copy, _read or _load, and
 *   frees it with the function named there. The caller frees a returned `char *` with cornet_free.
 *   The library owns a returned `const char *`. It is valid as long as the object it came from;
 *   texts of games and agents are always valid.
 * - Different threads may use different objects at the same time. Only one thread at a time
 *   may use an object. Exceptions: threads may share games, and setups that nobody changes.
 * - Two things are never freed: registered games and agents, and the solutions of Easy Come Easy Go
 *   that were used, one per number of players and `hold`. Unpacking a solution takes up to a second
 *   and tens of megabytes. All threads may use both. Apart from these, the library has only
 *   constant data and one pointer per thread, to the current call.
 * - After fork, the child may use everything of its parent, unless another thread of the parent was
 *   inside a call. A batch starts new threads in the child. */
#ifndef CORNET_BASE_H
#define CORNET_BASE_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define CORNET_API __attribute__((visibility("default")))
#else
#define CORNET_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The version of these headers. The minor number grows with additions, the major number with
 * incompatible changes. The name of the shared library contains the major number. */
#define CORNET_VERSION_MAJOR 1
#define CORNET_VERSION_MINOR 1

/* Limits of every game. */
#define CORNET_SEATS_MAX 6
#define CORNET_ACTIONS_MAX 512 /* actions of one seat at one state */
#define CORNET_NUMBERS_MAX 256 /* numbers in a view */
#define CORNET_MESSAGE_MAX 512 /* bytes of an error message, including the final NUL */

/* Movers that are not seats. */
#define CORNET_CHANCE 0  /* dice or cards */
#define CORNET_ANYONE -1 /* simultaneous play: any seat may act */
#define CORNET_OVER -2   /* nobody: the game is over */

/* Viewers that are not seats. */
#define CORNET_SPECTATOR 0 /* sees public information only */
#define CORNET_OPEN -1     /* sees everything, as in a record */

/* The result of a function that can fail. */
typedef enum cornet_status {
    CORNET_OK = 0,
    CORNET_BAD_ARGUMENT = 1, /* an invalid argument: NULL, a seat that does not exist */
    CORNET_REFUSED = 2,      /* valid but not possible: an illegal move, a wrong value */
    CORNET_NO_MEMORY = 3,    /* not enough memory for the games of a batch */
    CORNET_FAULT = 4         /* a registered game or agent broke its contract */
} cornet_status;

/* One sentence that describes an error. The caller owns it, and may pass NULL instead. */
typedef struct cornet_error {
    char message[CORNET_MESSAGE_MAX];
} cornet_error;

/* A random number generator for simulations and bots; not for dice that must be trusted. The caller
 * owns it and may copy it. Start it with cornet_rng_seed; all zeros means seed 0. */
typedef struct cornet_rng {
    uint64_t state[4];
} cornet_rng;

/* The version of the running library, for example "1.1.0". Callable from any thread. */
CORNET_API const char *cornet_version(void);

/* Frees a text made by the library. NULL is allowed. Callable from any thread. */
CORNET_API void cornet_free(char *text);

/* Seeds a generator. The same seed gives the same numbers on every machine. If `rng` is NULL, this
 * function does nothing and the two below return 0. */
CORNET_API void cornet_rng_seed(cornet_rng *rng, uint64_t seed);

/* The next 64 random bits. */
CORNET_API uint64_t cornet_rng_next(cornet_rng *rng);

/* A uniform random number from 0 to bound - 1; 0 if bound is 0. */
CORNET_API uint32_t cornet_rng_below(cornet_rng *rng, uint32_t bound);

#ifdef __cplusplus
}
#endif

#endif
