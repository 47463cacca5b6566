#include "server/health.h"

bool health_is_cut_off(const struct health *health)
{
    return health->is_shared && !health->number;
}

bool health_is_away(const struct health *health)
{
    return health->stopping || health_is_cut_off(health);
}
