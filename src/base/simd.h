/* simd.h: the only file with code for particular processors. Functions with these attributes are
 * compiled for several processors and selected at run time; the results are the same on all. Even
 * static ones need names that are unique in the program, since clang's resolvers are not static.
 * With CORNET_NO_CLONES they are compiled once, for the oldest processor. */
#ifndef CORNET_BASE_SIMD_H
#define CORNET_BASE_SIMD_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* For static functions that count bits: uses the popcnt instruction where the processor has it. */
#if defined(__x86_64__) && defined(__GLIBC__) && !defined(CORNET_NO_CLONES)
#define SIMD_POPCOUNT __attribute__((target_clones("popcnt", "default")))

/* For static functions on vectors of four doubles. No fused multiply-adds, since they round
 * differently. */
#define SIMD_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define SIMD_POPCOUNT
#define SIMD_WIDE
#endif

/* For helpers of such a function: always inlined, so that they are compiled for the same processor.
 */
#define SIMD_PART static inline __attribute__((always_inline))

enum {
    SIMD_SQUARE_ONE = 1024
}; /* the number 1 in the fixed-point format of simd_weigh_squares16 */

/* Rows of n 16-bit numbers; n is a multiple of 8. Compilers turn arithmetic on these vectors into
 * the instructions of every processor that has them. */
typedef int16_t simd_row __attribute__((vector_size(16)));
typedef int32_t simd_sums __attribute__((vector_size(16)));

static inline simd_row simd_load(const int16_t *from)
{
    simd_row row;
    memcpy(&row, from, sizeof row);
    return row;
}

static inline void simd_store(int16_t *to, simd_row row)
{
    memcpy(to, &row, sizeof row);
}

/* Operations without vector operators:
 *
 *     simd_clamp         to 0..max
 *     simd_square        squares of numbers in 0..SIMD_SQUARE_ONE, in these units, rounded down
 *     simd_add_products  adds the sums of two products each to four 32-bit sums */
#if defined(__SSE2__)
#include <emmintrin.h>

static inline simd_row simd_clamp(simd_row x, int max)
{
    const __m128i top = _mm_set1_epi16((short)max);
    return (simd_row)_mm_max_epi16(_mm_min_epi16((__m128i)x, top), _mm_setzero_si128());
}

static inline simd_row simd_square(simd_row x)
{
    const __m128i eightfold = _mm_slli_epi16((__m128i)x, 3);
    return (simd_row)_mm_mulhi_epi16(eightfold, eightfold);
}

static inline simd_sums simd_add_products(simd_sums sums, simd_row a, simd_row b)
{
    return sums + (simd_sums)_mm_madd_epi16((__m128i)a, (__m128i)b);
}

#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>

static inline simd_row simd_clamp(simd_row x, int max)
{
    const v128_t low = wasm_i16x8_min((v128_t)x, wasm_i16x8_splat((short)max));
    return (simd_row)wasm_i16x8_max(low, wasm_i16x8_splat(0));
}

static inline simd_row simd_square(simd_row x) /* there is no upper half of a product here */
{
    const v128_t low = wasm_u32x4_shr(wasm_i32x4_extmul_low_i16x8((v128_t)x, (v128_t)x), 10);
    const v128_t high = wasm_u32x4_shr(wasm_i32x4_extmul_high_i16x8((v128_t)x, (v128_t)x), 10);
    return (simd_row)wasm_i16x8_narrow_i32x4(low, high);
}

static inline simd_sums simd_add_products(simd_sums sums, simd_row a, simd_row b)
{
    return sums + (simd_sums)wasm_i32x4_dot_i16x8((v128_t)a, (v128_t)b);
}

#else
static inline simd_row simd_clamp(simd_row x, int max)
{
    for (int i = 0; i < 8; i++)
        x[i] = (int16_t)(x[i] < 0 ? 0 : x[i] > max ? max : x[i]);
    return x;
}

static inline simd_row simd_square(simd_row x)
{
    for (int i = 0; i < 8; i++)
        x[i] = (int16_t)(x[i] * x[i] / SIMD_SQUARE_ONE);
    return x;
}

static inline simd_sums simd_add_products(simd_sums sums, simd_row a, simd_row b)
{
    for (int i = 0; i < 4; i++)
        sums[i] += a[2 * i] * b[2 * i] + a[2 * i + 1] * b[2 * i + 1];
    return sums;
}
#endif

static inline int simd_total(simd_sums sums)
{
    return sums[0] + sums[1] + sums[2] + sums[3];
}

/* Sets `to` to `from` plus the rows in `added` minus those in `removed`; n is a multiple of 64. */
static inline void simd_change_rows16_narrow(int16_t *to, const int16_t *from, const int16_t *rows,
                                             const uint16_t added[], size_t added_count,
                                             const uint16_t removed[], size_t removed_count, int n)
{
    for (int j = 0; j < n; j += 64) {
        simd_row sum[8];
        for (int k = 0; k < 8; k++)
            sum[k] = simd_load(from + j + 8 * k);
        for (size_t i = 0; i < added_count; i++) {
            const int16_t *row = rows + added[i] * n + j;
            for (int k = 0; k < 8; k++)
                sum[k] += simd_load(row + 8 * k);
        }
        for (size_t i = 0; i < removed_count; i++) {
            const int16_t *row = rows + removed[i] * n + j;
            for (int k = 0; k < 8; k++)
                sum[k] -= simd_load(row + 8 * k);
        }
        for (int k = 0; k < 8; k++)
            simd_store(to + j + 8 * k, sum[k]);
    }
}

/* The sum of weight times the square of each number, clamped to 0..max; a number
 * times its weight must fit 16 bits, and the sum 32. */
static inline int simd_squares16_narrow(const int16_t *x, const int16_t *weight, int max, int n)
{
    simd_sums sums = {0};
    for (int i = 0; i < n; i += 8) {
        const simd_row cut = simd_clamp(simd_load(x + i), max);
        sums = simd_add_products(sums, cut * simd_load(weight + i), cut);
    }
    return simd_total(sums);
}

/* The sum of weight times the square of each number, clamped to 0..SIMD_SQUARE_ONE;
 * squares are in these units too, rounded down, and the sum must fit 32 bits. */
static inline int simd_weigh_squares16(const int16_t *x, const int16_t *weight, int n)
{
    simd_sums sums = {0};
    for (int i = 0; i < n; i += 8) {
        const simd_row cut = simd_clamp(simd_load(x + i), SIMD_SQUARE_ONE);
        sums = simd_add_products(sums, simd_square(cut), simd_load(weight + i));
    }
    return simd_total(sums);
}
/* The same with vectors of sixteen numbers, if the processor at run time has them. */
#if defined(__x86_64__)
#include <immintrin.h>
#define SIMD_AVX2 __attribute__((target("avx2")))

static inline int simd_is_wide(void)
{
    return __builtin_cpu_supports("avx2") != 0;
}

SIMD_AVX2 static inline __m256i simd_load_wide(const int16_t *from)
{
    return _mm256_loadu_si256((const __m256i *)from);
}

SIMD_AVX2 static inline void simd_change_rows16_wide(int16_t *to, const int16_t *from,
                                                     const int16_t *rows, const uint16_t added[],
                                                     size_t added_count, const uint16_t removed[],
                                                     size_t removed_count, int n)
{
    for (int j = 0; j < n; j += 64) {
        __m256i sum[4];
        for (int k = 0; k < 4; k++)
            sum[k] = simd_load_wide(from + j + 16 * k);
        for (size_t i = 0; i < added_count; i++) {
            const int16_t *row = rows + added[i] * n + j;
            for (int k = 0; k < 4; k++)
                sum[k] = _mm256_add_epi16(sum[k], simd_load_wide(row + 16 * k));
        }
        for (size_t i = 0; i < removed_count; i++) {
            const int16_t *row = rows + removed[i] * n + j;
            for (int k = 0; k < 4; k++)
                sum[k] = _mm256_sub_epi16(sum[k], simd_load_wide(row + 16 * k));
        }
        for (int k = 0; k < 4; k++)
            _mm256_storeu_si256((__m256i *)(to + j + 16 * k), sum[k]);
    }
}

SIMD_AVX2 static inline int simd_squares16_wide(const int16_t *x, const int16_t *weight, int max,
                                                int n)
{
    const __m256i zero = _mm256_setzero_si256(), top = _mm256_set1_epi16((short)max);
    __m256i sums = zero;
    for (int i = 0; i < n; i += 16) {
        const __m256i cut = _mm256_max_epi16(_mm256_min_epi16(simd_load_wide(x + i), top), zero);
        const __m256i weighted = _mm256_mullo_epi16(cut, simd_load_wide(weight + i));
        sums = _mm256_add_epi32(sums, _mm256_madd_epi16(weighted, cut));
    }
    return simd_total(
        (simd_sums)_mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1)));
}

static inline void simd_change_rows16(int16_t *to, const int16_t *from, const int16_t *rows,
                                      const uint16_t added[], size_t added_count,
                                      const uint16_t removed[], size_t removed_count, int n)
{
    if (simd_is_wide())
        simd_change_rows16_wide(to, from, rows, added, added_count, removed, removed_count, n);
    else
        simd_change_rows16_narrow(to, from, rows, added, added_count, removed, removed_count, n);
}

static inline int simd_squares16(const int16_t *x, const int16_t *weight, int max, int n)
{
    return simd_is_wide() ? simd_squares16_wide(x, weight, max, n)
                          : simd_squares16_narrow(x, weight, max, n);
}
#else
#define simd_change_rows16 simd_change_rows16_narrow
#define simd_squares16 simd_squares16_narrow
#endif

/* SHA-256 of blocks of 64 bytes by the processor's own instructions, five times as fast as
 * libsodium's. simd_has_sha256: whether it has them; else simd_sha256 must not be called. */
#if defined(__x86_64__) && !defined(CORNET_NO_CLONES)
#include <cpuid.h>
#include <immintrin.h>

/* The answer is kept: virtual machines take microseconds for it. */
static inline int simd_has_sha256(void)
{
    static _Atomic signed char known = -1;
    if (known < 0) {
        unsigned a, b = 0, c, d;
        known = __get_cpuid_count(7, 0, &a, &b, &c, &d) && b >> 29 & 1;
    }
    return known;
}

__attribute__((target("sha,sse4.1"))) static inline void
simd_sha256(uint32_t state[8], const unsigned char *blocks, size_t count, const uint32_t round[64])
{
    const __m128i order = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
    __m128i low = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)state), 0xb1);
    __m128i high = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(state + 4)), 0x1b);
    __m128i abef = _mm_alignr_epi8(low, high, 8), cdgh = _mm_blend_epi16(high, low, 0xf0);
    for (; count; count--, blocks += 64) {
        const __m128i abef_before = abef, cdgh_before = cdgh;
        __m128i w[4];
        for (int i = 0; i < 4; i++)
            w[i] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)blocks + i), order);
#pragma GCC unroll 16
        for (int i = 0; i < 16; i++) {
            const __m128i sum =
                _mm_add_epi32(w[i & 3], _mm_loadu_si128((const __m128i *)round + i));
            cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum);
            abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sum, 0x0e));
            const __m128i next = _mm_add_epi32(_mm_sha256msg1_epu32(w[i & 3], w[(i + 1) & 3]),
                                               _mm_alignr_epi8(w[(i + 3) & 3], w[(i + 2) & 3], 4));
            w[i & 3] = _mm_sha256msg2_epu32(next, w[(i + 3) & 3]);
        }
        abef = _mm_add_epi32(abef, abef_before);
        cdgh = _mm_add_epi32(cdgh, cdgh_before);
    }
    low = _mm_shuffle_epi32(abef, 0x1b);
    high = _mm_shuffle_epi32(cdgh, 0xb1);
    _mm_storeu_si128((__m128i *)state, _mm_blend_epi16(low, high, 0xf0));
    _mm_storeu_si128((__m128i *)(state + 4), _mm_alignr_epi8(high, low, 8));
}
#else
static inline int simd_has_sha256(void)
{
    return 0;
}

static inline void simd_sha256(uint32_t state[8], const unsigned char *blocks, size_t count,
                               const uint32_t round[64])
{
    (void)state, (void)blocks, (void)count, (void)round;
}
#endif

#endif
