/* libintl.h for WebAssembly: there is no host that has chosen a language by gettext. */
#ifndef CORNET_WASM_LIBINTL_H
#define CORNET_WASM_LIBINTL_H

__attribute__((format_arg(2))) static inline const char *dgettext(const char *domain,
                                                                  const char *text)
{
    (void)domain;
    return text;
}

__attribute__((format_arg(2), format_arg(3))) static inline const char *
dngettext(const char *domain, const char *one, const char *many, unsigned long count)
{
    (void)domain;
    return count == 1 ? one : many;
}

#endif
