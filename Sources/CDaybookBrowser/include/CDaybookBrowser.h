#ifndef CDAYBOOKBROWSER_H
#define CDAYBOOKBROWSER_H

// Link-time support for the WebAssembly build (shim.c and normalization.c). Swift calls none of it by name: the
// compiler and the standard library do. It declares only what the host provides.

#include <stddef.h>
#include <stdint.h>

#if defined(__wasm__)
/// Fills `length` bytes from the host's cryptographic generator (host.js: crypto.getRandomValues).
void daybook_host_random(void *bytes, int length);
#endif

#endif
