import { sql } from 'kysely';
import { SCHEDULE_OPTIONS, schedules } from '#contract/operations/feedings.ts';
import { FilterOption, OptionsQuery } from '#contract/options.ts';
import { many } from '#contract/resource.ts';
import { needsOf } from '#contract/rights.ts';
import { type ClientContext, farmsInScope } from '#server/platform/context.ts';
import { endpoint } from '#server/platform/http/endpoint.ts';
import { optionsOf } from '#server/platform/resource/options.ts';

/** Periods on the days asked for: in the plan, `loading` filters by a period on one date; in reports, by a period on all dates. */
async function loadings(context: ClientContext, { farm, planned_on_after: from, planned_on_before: to }: OptionsQuery) {
  const farms = farmsInScope(context, farm);
  const { rows } = await sql<FilterOption>`
    select id, name from loading where client_id = ${context.client} and ${farms ? sql`farm_id = any(${farms})` : sql`true`}
      and planned_on >= ${from ?? '-infinity'}::date and planned_on <= ${to ?? 'infinity'}::date
    order by planned_on desc, start_time, id limit 500`.execute(context.db);
  return { data: rows, count: rows.length };
}

export const scheduleOptions = endpoint({
  method: 'get',
  path: `/${schedules.path}/options`,
  summary: 'What a filter of schedules offers, for whoever sees them',
  need: needsOf(schedules, 'view'),
  query: OptionsQuery.extend({ filter: OptionsQuery.shape.filter.extract(SCHEDULE_OPTIONS) }),
  response: many(FilterOption),
  // Only people choose filters; a terminal's key is for the feedings.
  people: true,
  handle: (context, { query }) => (query.filter === 'loading' ? loadings(context, query) : optionsOf(context, query)),
});
