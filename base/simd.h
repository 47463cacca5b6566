/* simd.h: the one place that knows processors. Code marked with these is compiled for several and
 * the right one chosen at run time; what it computes is the same everywhere. */
#ifndef CORNET_BASE_SIMD_H
#define CORNET_BASE_SIMD_H

/* For static functions that count bits: one instruction where the processor has it. */
#if defined(__x86_64__) && defined(__GLIBC__)
#define SIMD_POPCOUNT __attribute__((target_clones("popcnt", "default")))
#else
#define SIMD_POPCOUNT
#endif

#endif
