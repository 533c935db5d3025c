// The parts of a C runtime that the compiled browser half needs and wasi-libc does not give without WASI:
// random bytes for Swift's hashing seed, the stack protector's two symbols, and the 128-bit product
// that the compiler calls to multiply 64-bit integers with an overflow check. Natively it is empty.

#include "CDaybookBrowser.h"

#if defined(__wasm__)

__attribute__((import_module("host"), import_name("random")))
void daybook_host_random(void *bytes, int length);

void arc4random_buf(void *bytes, size_t length) { daybook_host_random(bytes, (int)length); }

uintptr_t __stack_chk_guard = 0x0DA7B00C;

__attribute__((noreturn)) void __stack_chk_fail(void) { __builtin_trap(); }

typedef union {
    __int128 whole;
    struct {
        uint64_t low;
        uint64_t high;
    } half;
} Wide;

/// The 128-bit product of two 64-bit numbers, from four 32-bit products as on paper.
static Wide product(uint64_t a, uint64_t b) {
    const uint64_t mask = 0xFFFFFFFFu;
    uint64_t low = (a & mask) * (b & mask);
    uint64_t left = (a >> 32) * (b & mask) + (low >> 32);
    uint64_t right = (a & mask) * (b >> 32) + (left & mask);
    Wide result;
    result.half.low = (right << 32) | (low & mask);
    result.half.high = (a >> 32) * (b >> 32) + (left >> 32) + (right >> 32);
    return result;
}

/// LLVM's helper for a 128-bit multiplication; it wraps around, as the instruction it stands for does.
__int128 __multi3(__int128 a, __int128 b) {
    Wide x = {.whole = a}, y = {.whole = b};
    Wide result = product(x.half.low, y.half.low);
    result.half.high += x.half.high * y.half.low + x.half.low * y.half.high;
    return result.whole;
}

#endif
