// The functions by which the standard library looks up a scalar's normal form, for `==`, `<` and `hash` of strings. Here each
// scalar is its own normal form, so scalars are compared (docs/decisions/0039-texts-by-their-bytes.md). The library's own
// functions would bring their tables: 20 KB of the web app in brotli.

#include "CDaybookBrowser.h"

#if defined(__wasm__)

/// No scalar has a combining class, and none changes in a normal form.
uint16_t _swift_stdlib_getNormData(uint32_t scalar) { return 0; }

/// An entry names its scalar. This one names U+0000, for which nobody asks.
uint32_t _swift_stdlib_getDecompositionEntry(uint32_t scalar) { return 0; }

/// No two scalars become one.
uint32_t _swift_stdlib_getComposition(uint32_t first, uint32_t second) { return UINT32_MAX; }

/// The decompositions, of which there are none.
const uint8_t *const _swift_stdlib_nfd_decompositions = 0;

#endif
