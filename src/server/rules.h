/* rules.h: what the operator has forbidden: bans, mutes, closed tables; and the announcement.
 *
 * Each is a line of the operator's log in the store, JSON with these members; later lines replace
 * or end earlier ones, so the rules in force are what replaying the log gives.
 *
 *   do      ban, unban, mute, unmute, close, reopen, announce, retract; others are only logged
 *   who     an address, a network or a name; a table's id
 *   until   milliseconds since 1970; absent: for good
 *   reason  for the person concerned
 *   text, fr  of an announcement, English and French; absent: a standard sentence about `until` */
#ifndef CORNET_SERVER_RULES_H
#define CORNET_SERVER_RULES_H

#include <jansson.h>

#include "net/ip.h"

#define RULE_WHO_MAX 64
#define RULE_REASON_MAX 200
#define RULE_TEXT_MAX 300
#define RULES_MAX 10000

enum rule_kind { RULE_BAN, RULE_MUTE, RULE_CLOSED, RULE_KINDS };

struct rule {
    enum rule_kind kind;
    char who[RULE_WHO_MAX];
    bool is_net; /* `who` is an address or a network: `net` */
    struct ip_net net;
    uint64_t since, until; /* milliseconds since 1970; until 0: for good */
    char reason[RULE_REASON_MAX];
};

/* Initially all zero. */
struct rules {
    struct rule *rule;
    size_t count;
    int64_t note; /* the last line of the log that was applied */

    /* The announcement; empty texts: about a restart at the time `until`. */
    bool announces;
    uint64_t until; /* 0: until it is retracted */
    char text[RULE_TEXT_MAX], fr[RULE_TEXT_MAX];
};

/* Applies a line of the log; false if it is not a rule. */
bool rules_apply(struct rules *rules, const json_t *note, uint64_t at);

/* Whether the command would end a rule, but no such rule is in force. */
bool rules_is_vain(struct rules *rules, const char *what, const char *who, uint64_t now);

/* The rule in force about an address, or about `who`, a name or a table's id; NULL: none. Either
 * may be NULL. */
const struct rule *rules_on(const struct rules *rules, enum rule_kind kind,
                            const struct in6_addr *ip, const char *who, uint64_t now);

/* Whether a rule is in force. */
bool rule_holds(const struct rule *rule, uint64_t now);

/* Whether `who` names this client: its address or, if not NULL, its name. */
bool rules_who_is(const char *who, const struct in6_addr *ip, const char *name);

/* The sentence for the person concerned, in the language of the thread. */
void rule_explain(const struct rule *rule, struct text *out);

/* The announcement at this time, in the language of the thread; empty: there is none. */
void rules_announcement(const struct rules *rules, uint64_t now, struct text *out);

void rules_free(struct rules *rules);

#endif
