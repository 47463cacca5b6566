#include "server/rules.h"

#include <stdlib.h>
#include <string.h>

#include "base/lang.h"
#include "base/memory.h"
#include "table/table.h"

static const char *member(const json_t *note, const char *key)
{
    const char *value = json_string_value(json_object_get(note, key));
    return value ? value : "";
}

/* Whether the rule is about this network, table or name, however it is written. */
static bool is_same(const struct rule *rule, const char *who)
{
    struct ip_net net;
    if (strcmp(rule->who, who) == 0 || rule->kind == RULE_CLOSED)
        return strcmp(rule->who, who) == 0;
    const bool is_net = ip_net_read(span_of(who), &net);
    return rule->is_net == is_net &&
           (is_net ? rule->net.bits == net.bits && ip_net_has(&rule->net, &net.ip)
                   : table_is_name_alike(rule->who, who));
}

/* The rule about this; NULL: none. */
static struct rule *find(struct rules *rules, enum rule_kind kind, const char *who)
{
    for (size_t i = 0; i < rules->count; i++) {
        if (rules->rule[i].kind == kind && is_same(&rules->rule[i], who))
            return &rules->rule[i];
    }
    return NULL;
}

/* Rules that are over make room. */
static void expire(struct rules *rules, uint64_t now)
{
    size_t kept = 0;
    for (size_t i = 0; i < rules->count; i++) {
        if (rule_holds(&rules->rule[i], now))
            rules->rule[kept++] = rules->rule[i];
    }
    rules->count = kept;
}

static void add(struct rules *rules, enum rule_kind kind, const json_t *note, uint64_t at)
{
    const char *who = member(note, "who");
    struct rule *rule = find(rules, kind, who);
    if (!rule && rules->count % 64 == 0)
        rules->rule = memory_resize(rules->rule, rules->count + 64, sizeof *rule);
    if (!rule && rules->count < RULES_MAX)
        rule = &rules->rule[rules->count++];
    if (!rule)
        return;
    *rule = (struct rule){.kind = kind,
                          .since = at,
                          .until = (uint64_t)json_integer_value(json_object_get(note, "until"))};
    rule->is_net = kind != RULE_CLOSED && ip_net_read(span_of(who), &rule->net);
    snprintf(rule->who, sizeof rule->who, "%s", who);
    snprintf(rule->reason, sizeof rule->reason, "%s", member(note, "reason"));
}

static void drop(struct rules *rules, enum rule_kind kind, const char *who)
{
    struct rule *rule = find(rules, kind, who);
    if (rule)
        *rule = rules->rule[--rules->count];
}

static void announce(struct rules *rules, const json_t *note)
{
    rules->announces = true;
    rules->until = (uint64_t)json_integer_value(json_object_get(note, "until"));
    snprintf(rules->text, sizeof rules->text, "%s", member(note, "text"));
    snprintf(rules->fr, sizeof rules->fr, "%s", member(note, "fr"));
}

static const char *const begins[RULE_KINDS] = {"ban", "mute", "close"};
static const char *const ends[RULE_KINDS] = {"unban", "unmute", "reopen"};

bool rules_is_vain(struct rules *rules, const char *what, const char *who, uint64_t now)
{
    expire(rules, now);
    for (int kind = 0; kind < RULE_KINDS; kind++) {
        if (strcmp(what, ends[kind]) == 0)
            return !find(rules, (enum rule_kind)kind, who);
    }
    return false;
}

bool rules_apply(struct rules *rules, const json_t *note, uint64_t at)
{
    const char *what = member(note, "do");
    expire(rules, at);
    for (int kind = 0; kind < RULE_KINDS; kind++) {
        if (strcmp(what, begins[kind]) == 0)
            add(rules, (enum rule_kind)kind, note, at);
        else if (strcmp(what, ends[kind]) == 0)
            drop(rules, (enum rule_kind)kind, member(note, "who"));
        else
            continue;
        return true;
    }
    if (strcmp(what, "announce") == 0)
        announce(rules, note);
    else if (strcmp(what, "retract") == 0)
        rules->announces = false;
    else
        return false;
    return true;
}

bool rule_holds(const struct rule *rule, uint64_t now)
{
    return !rule->until || rule->until > now;
}

static bool is_about(const struct rule *rule, const struct in6_addr *ip, const char *who)
{
    if (rule->is_net)
        return ip && ip_net_has(&rule->net, ip);
    return who && (rule->kind == RULE_CLOSED ? strcmp(rule->who, who) == 0
                                             : table_is_name_alike(rule->who, who));
}

const struct rule *rules_on(const struct rules *rules, enum rule_kind kind,
                            const struct in6_addr *ip, const char *who, uint64_t now)
{
    for (size_t i = 0; i < rules->count; i++) {
        const struct rule *rule = &rules->rule[i];
        if (rule->kind == kind && rule_holds(rule, now) && is_about(rule, ip, who))
            return rule;
    }
    return NULL;
}

bool rules_who_is(const char *who, const struct in6_addr *ip, const char *name)
{
    struct ip_net net;
    return ip_net_read(span_of(who), &net) ? ip_net_has(&net, ip)
                                           : name && table_is_name_alike(who, name);
}

void rule_explain(const struct rule *rule, struct text *out)
{
    static const char *const sentences[RULE_KINDS] = {
        mark("The operator of this server has banned you."),
        mark("The operator of this server has switched off your chat."),
        mark("The operator of this server has closed this table."),
    };
    text_add(out, tr(sentences[rule->kind]));
    if (rule->reason[0])
        text_printf(out, tr(" Reason: %s."), rule->reason);
    if (rule->until) {
        text_add(out, tr(" Until "));
        text_date(out, (int64_t)(rule->until / 1000));
        text_char(out, '.');
    }
}

void rules_announcement(const struct rules *rules, uint64_t now, struct text *out)
{
    if (!rules->announces || (rules->until && rules->until <= now))
        return;
    if (rules->text[0]) {
        text_add(out, lang_is_french() && rules->fr[0] ? rules->fr : rules->text);
        return;
    }
    const unsigned long minutes = (unsigned long)((rules->until - now + 59999) / 60000);
    text_printf(out,
                trn("Maintenance in %lu minute: the server will restart. Your games are kept.",
                    "Maintenance in %lu minutes: the server will restart. Your games are kept.",
                    minutes),
                minutes);
}

void rules_free(struct rules *rules)
{
    free(rules->rule);
}
