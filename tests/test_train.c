/* Training without whole runs: the fit and its file. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "helpers.h"
#include "tools/train/fit.h"

/* XOR, which a linear model cannot learn: the chance is high if exactly one input is set. */
static void describe(const void *context, uint64_t index, struct fit_example *out)
{
    (void)context;
    const int a = index & 1, b = index >> 1 & 1;
    memset(out->count, 0, sizeof out->count);
    if (a)
        out->input[0][out->count[0]++] = 0;
    if (b)
        out->input[0][out->count[0]++] = 1;
    out->goal = a != b ? 0.9f : 0.1f;
    out->odds = 0;
}

static void fit(int threads, struct fit_net *net, double *loss)
{
    char folder[] = "/tmp/test_train.XXXXXX", why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    assert_non_null(mkdtemp(folder));
    struct train_run run = {.folder = folder, .threads = threads};
    const struct fit_job job = {.examples = 4000,
                                .held_back = 400,
                                .describe = describe,
                                .epochs = 20,
                                .batch = 100,
                                .rate = 0.01f,
                                .limit = 1.9f,
                                .seed = 1,
                                .step = "fit",
                                .checkpoint = "fit"};
    *net = (struct fit_net){.rows = 2, .units = 64, .sides = 1};
    net->weight = memory_new(fit_weights(net), sizeof *net->weight);
    assert_true(fit_run(&run, &job, net, loss, &reason));
    train_forget(&run, "fit");
    assert_int_equal(rmdir(folder), 0);
}

static void the_fit_learns(void **unused)
{
    (void)unused;
    struct fit_net one, three;
    double loss, again;
    fit(1, &one, &loss);
    fit(3, &three, &again);
    const double best = -(0.9 * log(0.9) + 0.1 * log(0.1));
    assert_true(loss < best + 0.005); /* guessing gives 0.693, and so does the best linear model */
    assert_true(loss == again);
    assert_memory_equal(one.weight, three.weight, fit_weights(&one) * sizeof(float));
    size_t length;
    int16_t *file = fit_file(&one, "tst-net1", 255, 64, &length);
    assert_int_equal(length, 64 + 2 * 64 * (1 + 1 + 2));
    assert_memory_equal(file, "tst-net1", 8);
    for (int i = 0; i < 64; i++)
        assert_int_equal(file[32 + i], lrintf(255 * one.weight[i]));
    free(file);
    free(one.weight);
    free(three.weight);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_fit_learns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
