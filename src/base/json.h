/* json: writes JSON into a `struct text`, and reads JSON that this writer made.
 *
 * A small writer without dependencies, since a state is written as JSON for every seat after every
 * move. Commas are written automatically; the caller balances the brackets. Keys are constants of
 * the program and are not escaped. Untrusted JSON is parsed with jansson, in other layers. */
#ifndef CORNET_BASE_JSON_H
#define CORNET_BASE_JSON_H

#include "base/text.h"

struct json {
    struct text *out;
    bool comma; /* the next value needs a comma before it */
};

struct json json_on(struct text *out);
void json_open(struct json *json, char bracket);  /* '{' or '[' */
void json_close(struct json *json, char bracket); /* '}' or ']' */
void json_put_key(struct json *json, const char *key);
void json_put_string(struct json *json, const char *string);
void json_put_number(struct json *json, long long number);
void json_put_unsigned(struct json *json, unsigned long long number);
void json_put_real(struct json *json, double number); /* infinite or not a number: null */
void json_put_bool(struct json *json, bool value);
void json_put_null(struct json *json);

/* A member of an object: its key and its value. */
void json_key_string(struct json *json, const char *key, const char *string); /* NULL: null */
void json_key_number(struct json *json, const char *key, long long number);
void json_key_unsigned(struct json *json, const char *key, unsigned long long number);
void json_key_real(struct json *json, const char *key, double number);
void json_key_bool(struct json *json, const char *key, bool value);
void json_key_null(struct json *json, const char *key);
void json_key_open(struct json *json, const char *key, char bracket);
void json_key_reals(struct json *json, const char *key, const double number[], size_t count);
void json_key_counts(struct json *json, const char *key, const uint64_t number[], size_t count);

/* Reading. A value is the span of its text; {NULL, 0} means no value. The input must be JSON
 * without white space, as this writer and jansson's JSON_COMPACT produce it. Other input gives
 * meaningless results, but is never read out of bounds. */

/* The text between the brackets of an object or array, or between the quotes of a string (escapes
 * are left in). `opening` is '{', '[' or '"'. {NULL, 0} if the value has another type. */
struct span json_inside(struct span value, char opening);

/* Removes the first value from `inside` and returns it. In an object, keys and values alternate. */
struct span json_cut(struct span *inside);

/* The value of the member `key`. */
struct span json_get(struct span object, const char *key);

#endif
