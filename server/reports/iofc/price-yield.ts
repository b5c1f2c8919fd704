import { sql } from 'kysely';
import { iofc } from '#contract/reports/iofc.ts';
import { PRICE_YIELD_STEPS, PriceYield, PriceYieldQuery } from '#contract/reports/iofc-price-yield.ts';
import { one } from '#contract/resource.ts';
import { endpoint } from '#server/platform/http/endpoint.ts';
import { reportTurns } from '#server/reports/kit/endpoints.ts';
import { withSwitchDefaults } from '#server/reports/kit/switch-defaults.ts';
import { daySourcesOf } from '#server/reports/sql/feeding-days.ts';
import { milkDays } from '#server/reports/sql/milk.ts';
import { lengthOf, type ReportScope, resolveScope } from '#server/reports/sql/scope.ts';

const DECIMALS = 6;

/** The table of a scope's days that have both milk and feed; null where there are none, or milk that has no price. */
async function readPriceYield(scope: ReportScope): Promise<PriceYield | null> {
  const { rows } = await sql<PriceYield>`
    with ${milkDays(scope, await daySourcesOf(scope, false))}, whole as (
      select sum(kg) / nullif(sum(heads), 0)::numeric as yield, case when bool_and(money is not null) then sum(money) end / nullif(sum(kg), 0) as price,
        sum(cost) / nullif(sum(heads), 0)::numeric as cost
      from both_day
    ), step as (
      select value::integer as step, ordinality as place from unnest(${[...PRICE_YIELD_STEPS]}::integer[]) with ordinality as s (value, ordinality)
    ), cell as (
      select w.*, y.step, y.place, round(w.yield * (100 + y.step) / 100, ${DECIMALS}::integer) as milk_per_head,
        json_agg(round(w.yield * (100 + y.step) / 100 * w.price * (100 + p.step) / 100 - w.cost, ${DECIMALS}::integer) order by p.place) as iofc_per_head
      from whole w cross join step y cross join step p
      group by w.yield, w.price, w.cost, y.step, y.place
    )
    select json_agg(step order by place) as steps, json_agg(round(price * (100 + step) / 100, ${DECIMALS}::integer) order by place) as prices,
      json_agg(json_build_object('step', step, 'milk_per_head', milk_per_head, 'iofc_per_head', iofc_per_head) order by place) as rows,
      round(max(cost), ${DECIMALS}::integer) as cost_per_head
    from cell where price is not null and cost is not null having count(*) > 0`.execute(scope.db);
  return rows[0] ?? null;
}

export const priceYieldEndpoint = endpoint({
  method: 'get',
  path: '/report/iofc/price-yield',
  summary: 'Income over feed cost a head at other milk prices and yields',
  need: { item: iofc.permission, action: 'view' },
  query: PriceYieldQuery,
  response: one(PriceYield.nullable()),
  costly: true,
  handle: async (context, { query }) => {
    const scope = await resolveScope(context, { ...query, ...withSwitchDefaults(iofc, query) });
    return { data: await reportTurns[lengthOf(scope.from, scope.to)].during(context.client, () => readPriceYield(scope)) };
  },
});
