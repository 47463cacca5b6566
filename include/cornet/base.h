/* base.h: what every part of libcornet uses: the version, errors, memory, random numbers.
 *
 * Rules that hold for all of libcornet:
 *
 * - Seats are counted from 1 everywhere. An array by seat has CORNET_SEATS_MAX + 1 elements, of
 *   which element 0 is not used. A list of what all seats have, in their order, has no such
 * element: the agents of a job, and the rewards of a batch, begin with seat 1's.
 * - A function that can fail returns a cornet_status. It is CORNET_OK or says what kind of thing
 *   went wrong, and then `error`, if it is not NULL, holds one sentence in the language of the
 *   process (setlocale, with the catalogue "cornet" if it is installed) and nothing has changed,
 * unless the function says otherwise. Nothing a host passes in ends the process, but a pointer that
 * points nowhere, or an object that has been freed, is not detected.
 * - Memory: if the system has no more, the process ends with a sentence on standard error. Only for
 *   the games of a batch, whose number the host chooses, there is a status, CORNET_NO_MEMORY
 *   (cornet_batch_new, cornet_batch_set_bot).
 * - What a function named _new, _open, _copy, _read or _load makes belongs to the caller, who ends
 * it with the function named beside it. A `char *` that a function makes belongs to the caller, who
 *   frees it with cornet_free. A `const char *` that is returned belongs to the library; where
 *   nothing else is said it lasts as long as the object that it was asked of, and one of a game or
 * an agent lasts as long as the process.
 * - Different threads may use different objects at the same time. One object is used by one thread
 *   at a time, except that games, and setups that nobody changes, may be shared.
 * - What the process keeps besides the objects above: the games and agents that were registered,
 *   since a game's state is only bytes and finds its rules there; and the solutions of Easy Come
 *   Easy Go that were asked for, one for each number of players and `hold`, since unpacking one
 *   takes up to a second and tens of megabytes. Both only grow, and are never freed; any
 *   thread may use them at any time. Each thread has a pointer to the call that it is in. Nothing
 *   else of the library can be written to: all tables are constants.
 * - A child process that fork made may use everything that its parent had, unless another thread of
 * the parent was inside a call then: a batch starts threads of its own there. */
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

/* The version of these headers. The second number grows when something is added, the first when
 * something that worked no longer does; the name of the shared library has the first. */
#define CORNET_VERSION_MAJOR 1
#define CORNET_VERSION_MINOR 1

/* Limits that hold for every game. */
#define CORNET_SEATS_MAX 6
#define CORNET_ACTIONS_MAX 512 /* actions of one seat at one state */
#define CORNET_NUMBERS_MAX 256 /* numbers that a view is */
#define CORNET_MESSAGE_MAX 512 /* bytes of an error's sentence, the final NUL included */

/* Who moves, if it is not a seat. */
#define CORNET_CHANCE 0  /* dice or cards */
#define CORNET_ANYONE -1 /* simultaneous play: any seat may act */
#define CORNET_OVER -2   /* nobody: the game is over */

/* Who a text or a view is for, if it is not a seat. */
#define CORNET_SPECTATOR 0 /* sees what is public */
#define CORNET_OPEN -1     /* sees everything, as in a record */

/* What a function that can fail returns. */
typedef enum cornet_status {
    CORNET_OK = 0,
    CORNET_BAD_ARGUMENT = 1, /* what was passed in makes no sense: NULL, a seat that is not there */
    CORNET_REFUSED = 2,   /* it makes sense and is not possible: an illegal move, a wrong value */
    CORNET_NO_MEMORY = 3, /* there is not enough memory for the games of a batch */
    CORNET_FAULT = 4      /* a registered game or agent broke its contract */
} cornet_status;

/* One sentence about what went wrong. The caller owns it; NULL may be passed instead. */
typedef struct cornet_error {
    char message[CORNET_MESSAGE_MAX];
} cornet_error;

/* A generator of random numbers, for simulation and bots and not for dice that must be trusted. The
 * caller owns it and copies it as it likes. cornet_rng_seed starts it; one that is all zeros is
 * taken as started with 0. */
typedef struct cornet_rng {
    uint64_t state[4];
} cornet_rng;

/* The version of the library that runs, "1.0.0". From any thread. */
CORNET_API const char *cornet_version(void);

/* Frees a text that the library made. NULL is allowed. From any thread. */
CORNET_API void cornet_free(char *text);

/* Starts a generator: the same seed gives the same numbers on every machine. NULL is allowed here
 * and below: nothing happens, and the numbers are 0. */
CORNET_API void cornet_rng_seed(cornet_rng *rng, uint64_t seed);

/* The next 64 random bits. */
CORNET_API uint64_t cornet_rng_next(cornet_rng *rng);

/* A random number from 0 to bound - 1, each with the same probability; 0 if the bound is 0. */
CORNET_API uint32_t cornet_rng_below(cornet_rng *rng, uint32_t bound);

#ifdef __cplusplus
}
#endif

#endif
