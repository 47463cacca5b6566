/* simd.h: the only file with code for particular processors. Functions with these attributes are
 * compiled for several processors and chosen at run time; the results are the same on all. */
#ifndef CORNET_BASE_SIMD_H
#define CORNET_BASE_SIMD_H

#include <stddef.h>
#include <stdint.h>

/* For static functions that count bits: one instruction if the processor has it. */
#if defined(__x86_64__) && defined(__GLIBC__)
#define SIMD_POPCOUNT __attribute__((target_clones("popcnt", "default")))

/* For static functions that compute with vectors of four doubles. Without fused multiply-adds,
 * which round differently. */
#define SIMD_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define SIMD_POPCOUNT
#define SIMD_WIDE
#endif

/* For the parts of such a function: always inlined, and so compiled for the same processor. */
#define SIMD_PART static inline __attribute__((always_inline))

enum {
    SIMD_SQUARE_ONE = 1024
}; /* the number 1 in the fixed-point format of simd_weigh_squares16 */

/* Rows of 16-bit numbers; n is a multiple of 8. */
#if defined(__SSE2__)
#include <emmintrin.h>

/* Adds the rows with these numbers, of n numbers each, n a multiple of 32: the sums stay in
 * registers until all rows are in. */
static inline void simd_add_rows16(int16_t *sum, const int16_t *rows, const uint16_t number[],
                                   size_t count, int n)
{
    for (int j = 0; j < n; j += 32) {
        __m128i *to = (__m128i *)(sum + j);
        __m128i a = _mm_loadu_si128(to), b = _mm_loadu_si128(to + 1);
        __m128i c = _mm_loadu_si128(to + 2), d = _mm_loadu_si128(to + 3);
        for (size_t i = 0; i < count; i++) {
            const __m128i *row = (const __m128i *)(rows + number[i] * n + j);
            a = _mm_add_epi16(a, _mm_loadu_si128(row));
            b = _mm_add_epi16(b, _mm_loadu_si128(row + 1));
            c = _mm_add_epi16(c, _mm_loadu_si128(row + 2));
            d = _mm_add_epi16(d, _mm_loadu_si128(row + 3));
        }
        _mm_storeu_si128(to, a);
        _mm_storeu_si128(to + 1, b);
        _mm_storeu_si128(to + 2, c);
        _mm_storeu_si128(to + 3, d);
    }
}

static inline void simd_add16(int16_t *sum, const int16_t *row, int n)
{
    for (int i = 0; i < n; i += 8)
        _mm_storeu_si128((__m128i *)(sum + i),
                         _mm_add_epi16(_mm_loadu_si128((const __m128i *)(sum + i)),
                                       _mm_loadu_si128((const __m128i *)(row + i))));
}

static inline void simd_subtract16(int16_t *sum, const int16_t *row, int n)
{
    for (int i = 0; i < n; i += 8)
        _mm_storeu_si128((__m128i *)(sum + i),
                         _mm_sub_epi16(_mm_loadu_si128((const __m128i *)(sum + i)),
                                       _mm_loadu_si128((const __m128i *)(row + i))));
}

/* The sum of weight times the square of each number, clamped to 0..max; a number
 * times its weight must fit 16 bits, and the sum 32. */
static inline int simd_squares16(const int16_t *x, const int16_t *weight, int max, int n)
{
    const __m128i zero = _mm_setzero_si128(), top = _mm_set1_epi16((short)max);
    __m128i total = zero;
    for (int i = 0; i < n; i += 8) {
        const __m128i cut =
            _mm_max_epi16(_mm_min_epi16(_mm_loadu_si128((const __m128i *)(x + i)), top), zero);
        const __m128i weighted =
            _mm_mullo_epi16(cut, _mm_loadu_si128((const __m128i *)(weight + i)));
        total = _mm_add_epi32(total, _mm_madd_epi16(weighted, cut));
    }
    total = _mm_add_epi32(total, _mm_shuffle_epi32(total, 0x4e));
    total = _mm_add_epi32(total, _mm_shuffle_epi32(total, 0xb1));
    return _mm_cvtsi128_si32(total);
}

/* The sum of weight times the square of each number, clamped to 0..SIMD_SQUARE_ONE;
 * squares are in these units too, rounded down, and the sum must fit 32 bits. */
static inline int simd_weigh_squares16(const int16_t *x, const int16_t *weight, int n)
{
    const __m128i zero = _mm_setzero_si128(), top = _mm_set1_epi16(SIMD_SQUARE_ONE);
    __m128i total = zero;
    for (int i = 0; i < n; i += 8) {
        const __m128i cut = _mm_slli_epi16(
            _mm_max_epi16(_mm_min_epi16(_mm_loadu_si128((const __m128i *)(x + i)), top), zero), 3);
        const __m128i square = _mm_mulhi_epi16(cut, cut);
        total = _mm_add_epi32(
            total, _mm_madd_epi16(square, _mm_loadu_si128((const __m128i *)(weight + i))));
    }
    total = _mm_add_epi32(total, _mm_shuffle_epi32(total, 0x4e));
    total = _mm_add_epi32(total, _mm_shuffle_epi32(total, 0xb1));
    return _mm_cvtsi128_si32(total);
}
#else
static inline void simd_add_rows16(int16_t *sum, const int16_t *rows, const uint16_t number[],
                                   size_t count, int n)
{
    for (size_t i = 0; i < count; i++) {
        for (int j = 0; j < n; j++)
            sum[j] = (int16_t)(sum[j] + rows[number[i] * n + j]);
    }
}

static inline void simd_add16(int16_t *sum, const int16_t *row, int n)
{
    for (int i = 0; i < n; i++)
        sum[i] = (int16_t)(sum[i] + row[i]);
}

static inline void simd_subtract16(int16_t *sum, const int16_t *row, int n)
{
    for (int i = 0; i < n; i++)
        sum[i] = (int16_t)(sum[i] - row[i]);
}

static inline int simd_squares16(const int16_t *x, const int16_t *weight, int max, int n)
{
    int total = 0;
    for (int i = 0; i < n; i++) {
        const int cut = x[i] < 0 ? 0 : x[i] > max ? max : x[i];
        total += cut * cut * weight[i];
    }
    return total;
}

static inline int simd_weigh_squares16(const int16_t *x, const int16_t *weight, int n)
{
    int total = 0;
    for (int i = 0; i < n; i++) {
        const int cut = x[i] < 0 ? 0 : x[i] > SIMD_SQUARE_ONE ? SIMD_SQUARE_ONE : x[i];
        total += cut * cut / SIMD_SQUARE_ONE * weight[i];
    }
    return total;
}
#endif

#endif
