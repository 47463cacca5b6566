/* The agents, a game's own from weak to strong: the last one is offered to people. And the judges.
 */
#include "agents/agent.h"
#include "agents/judge.h"

extern const struct agent random_agent;
extern const struct agent easycome_greedy_agent;
extern const struct agent easycome_perfect_agent;
extern const struct agent wazabi_greedy_agent;
extern const struct agent wazabi_judging_agent;
extern const struct agent wazabi_search_agent;
extern const struct agent debacle_greedy_agent;
extern const struct agent debacle_cautious_agent;
extern const struct agent debacle_engine_agent;
extern const struct agent themots_novice_agent;
extern const struct agent themots_easy_agent;
extern const struct agent themots_amateur_agent;
extern const struct agent themots_hard_agent;
extern const struct agent themots_expert_agent;

extern const struct judge easycome_judge;
extern const struct judge wazabi_judge;
extern const struct judge debacle_judge;
extern const struct judge themots_judge;

/* One a line. */
/* clang-format off */
const struct agent *const agent_list[] = {
    &random_agent,
    &easycome_greedy_agent,
    &easycome_perfect_agent,
    &wazabi_greedy_agent,
    &wazabi_judging_agent,
    &wazabi_search_agent,
    &debacle_greedy_agent,
    &debacle_cautious_agent,
    &debacle_engine_agent,
    &themots_novice_agent,
    &themots_easy_agent,
    &themots_amateur_agent,
    &themots_hard_agent,
    &themots_expert_agent,
    NULL,
};

const struct judge *const judge_list[] = {
    &easycome_judge,
    &wazabi_judge,
    &debacle_judge,
    &themots_judge,
    NULL,
};
