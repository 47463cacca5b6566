/* The agents. A game's own agents stand from weak to strong: the last one is offered to people. */
#include "agents/agent.h"

extern const struct agent random_agent;
extern const struct agent easycome_greedy_agent;
extern const struct agent wazabi_greedy_agent;
extern const struct agent debacle_greedy_agent;
extern const struct agent debacle_cautious_agent;
extern const struct agent debacle_engine_agent;
extern const struct agent themots_novice_agent;
extern const struct agent themots_amateur_agent;
extern const struct agent themots_expert_agent;

/* One a line. */
/* clang-format off */
const struct agent *const agent_list[] = {
    &random_agent,
    &easycome_greedy_agent,
    &wazabi_greedy_agent,
    &debacle_greedy_agent,
    &debacle_cautious_agent,
    &debacle_engine_agent,
    &themots_novice_agent,
    &themots_amateur_agent,
    &themots_expert_agent,
    NULL,
};
