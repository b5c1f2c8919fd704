import type { z } from 'zod';
import { HomeCost, HomeFarms, HomeIntakes, HomeTrends, HomeWrong } from '#contract/reports/home.ts';
import { one } from '#contract/resource.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';
import { reportTurns } from '#server/reports/kit/endpoints.ts';
import { costOf } from './cost.ts';
import { farmsOf } from './farms.ts';
import { intakesOf } from './intakes.ts';
import { type HomeScope, homeScope } from './scope.ts';
import { findTrends } from './trends.ts';
import { findDisabledWebhooks } from './webhooks.ts';
import { findProblems } from './wrong.ts';

/** Each block is a separate request under the concurrency limits of reports, so that a slow or failing block delays no other. */
const block = <T>(
  name: string,
  summary: string,
  shape: z.ZodType<T>,
  make: (home: HomeScope, context: ClientContext) => Promise<T>,
): Endpoint =>
  endpoint({
    method: 'get',
    path: `/report/home/${name}`,
    summary,
    need: { item: 'dashboard', action: 'view' },
    response: one(shape),
    costly: true,
    handle: async (context) => {
      const home = await homeScope(context);
      return { data: await reportTurns.short.during(context.client, () => make(home, context)) };
    },
  });

/** The blocks of home that are made of reports, over all farms of the caller. */
export const homeEndpoints: Endpoint[] = [
  block('trends', 'Cost per head, income over feed cost and feed efficiency of the last 30 days, by day over 60', HomeTrends, findTrends),
  block('cost', 'What feeding cost yesterday, this month and last, and why it changed', HomeCost, costOf),
  block('wrong', 'What is wrong now and in the last seven days, what costs most first', HomeWrong, async (home, context) => {
    const [wrong, webhooks] = await Promise.all([findProblems(home), findDisabledWebhooks(context)]);
    return { ...wrong, webhooks };
  }),
  block('farms', 'Farms beside each other over the last seven days', HomeFarms, farmsOf),
  block('intakes', 'Groups that eat clearly more or less than the week before', HomeIntakes, intakesOf),
];
