/* fit: fits a network to examples: one hidden layer over binary inputs, seen from one or two sides
 * with the same weights.
 *
 * Each input that is set adds its row to the biases. The sums are clipped to 0 and 1 and squared,
 * then weighted and summed to log-odds. Adam minimises the cross entropy with the examples'
 * chances, in mini-batches. A batch is divided into the same parts for any number of threads, and
 * their gradients are summed in the same order. libm is not used, so that other machines get the
 * same network. */
#ifndef CORNET_TOOLS_TRAIN_FIT_H
#define CORNET_TOOLS_TRAIN_FIT_H

#include "tools/train/train.h"

enum { FIT_SIDES_MAX = 2, FIT_INPUTS_MAX = 256, FIT_LANES = 8 };

/* The weights are one array of floats: [units] biases, [sides][units] of the output, [rows][units]
 * of the inputs, and last the output's bias, in a vector of FIT_LANES whose other elements are
 * zero. */
struct fit_net {
    int rows, units, sides; /* units: a multiple of FIT_LANES */
    float *weight;
};

struct fit_example {
    uint16_t input[FIT_SIDES_MAX][FIT_INPUTS_MAX];
    int count[FIT_SIDES_MAX];
    float odds; /* log-odds known without the network */
    float goal; /* the chance, 0 to 1 */
};

struct fit_job {
    uint64_t examples;
    uint64_t held_back; /* the last examples, used only to measure the loss */
    /* Several threads call it at the same time. */
    void (*describe)(const void *context, uint64_t index, struct fit_example *out);
    const void *context;
    int epochs, batch;
    float rate, decay, limit; /* the highest rate; weight decay; limit of each weight */
    uint64_t seed;
    const char *step;       /* name shown with the progress */
    const char *checkpoint; /* its name; written after each epoch, removed by the caller */
};

size_t fit_weights(const struct fit_net *net); /* number of floats */

/* Fits the network, from random weights or from the checkpoint. `loss` gets the mean cross entropy
 * of the examples held back (of all if there are none). */
bool fit_run(struct train_run *run, const struct fit_job *job, struct fit_net *net, double *loss,
             struct text *why);

/* The network as a file of games/NAME/data/ (docs/design/data.md) that the caller frees: integers,
 * where `one` represents 1 in biases and rows, `out_one` in the output's weights, and their product
 * in its bias. */
void *fit_file(const struct fit_net *net, const char *magic, int one, int out_one, size_t *length);

#endif
