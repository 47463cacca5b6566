/* json: writing JSON into a `struct text`, and reading what was written so.
 *
 * A small writer without dependencies, since a state is written as JSON for every seat after every
 * move. Commas are written automatically; the caller balances the brackets. Keys are words of the
 * program, and nothing in them is escaped. JSON from outside is parsed with jansson, in other
 * layers. */
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

/* Reading. A value is the span of its text; {NULL, 0} is none. The text is JSON without blanks, as
 * this writer and jansson's JSON_COMPACT give it. Of any other text nothing outside it is read, but
 * the results mean nothing. */

/* The text between the brackets of an object or array; between the quotes of a string, with its
 * escapes. `opening` is '{', '[' or '"'. {NULL, 0} if the value is nothing of that kind. */
struct span json_inside(struct span value, char opening);

/* Cuts the first value (in an object: key or value) off the text between brackets. */
struct span json_cut(struct span *inside);

/* The member of that key. */
struct span json_get(struct span object, const char *key);

#endif
