/* libintl.h for WebAssembly: gettext's two functions that the library uses, by wasm/lang.c. */
#ifndef CORNET_WASM_LIBINTL_H
#define CORNET_WASM_LIBINTL_H

__attribute__((format_arg(2))) char *dgettext(const char *domain, const char *text);
__attribute__((format_arg(2), format_arg(3))) char *dngettext(const char *domain, const char *one,
                                                              const char *many, unsigned long n);

#endif
