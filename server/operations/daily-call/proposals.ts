import { sql } from 'kysely';
import { addDays } from '#contract/days.ts';
import { CallProposal, PROPOSALS_PATH, ProposalQuery, proposeCall, WALK_DAYS } from '#contract/operations/daily-call.ts';
import { many } from '#contract/resource.ts';
import { hasGiven } from '#server/domain/has-fed.ts';
import { type ClientContext, farmsInScope } from '#server/platform/context.ts';
import { invalid } from '#server/platform/errors.ts';
import { endpoint } from '#server/platform/http/endpoint.ts';
import { groupBy } from '#server/platform/resource/group-by.ts';

type Day = CallProposal['days'][number] & { group: number };
type Fed = Omit<CallProposal, 'score' | 'percent_before' | 'percent_two_before' | 'percent' | 'held' | 'days'>;

/** For each group fed on a day: feed given and eaten on the days before, bunk score, and the call that the farm's rules propose. */
export const proposalsEndpoint = endpoint({
  method: 'get',
  path: `/${PROPOSALS_PATH}`,
  summary: 'The call that the rules of a farm ask for, for each group that is fed on a day',
  need: { item: 'schedule', action: 'view' },
  query: ProposalQuery,
  response: many(CallProposal),
  async handle(context, { query: { farm, day } }) {
    const { rows: farms } = await sql<{ rows: never[] | null; max_percent: number | null; scale: number | null }>`
      select r.rows, r.max_percent, r.scale_id as scale from farm f left join call_rule r on r.client_id = f.client_id and r.farm_id = f.id
      where f.client_id = ${context.client} and f.id = any(${farmsInScope(context, [farm])})`.execute(context.db);
    if (!farms[0]) throw invalid('farm', 'invalid_value');
    const { rows, max_percent, scale } = farms[0];
    const rules = rows && max_percent !== null ? { rows, max_percent } : null;
    const fed = await readFedGroups(context, farm, day);
    const days = groupBy(await readDays(context, farm, day, scale), (row) => row.group);
    const data = fed.map((group): CallProposal => {
      const known = new Map((days.get(group.group) ?? []).map(({ group: _, ...row }) => [row.day, row]));
      const level = (back: number) => known.get(addDays(day, -back))?.percent ?? 0;
      const judged = { score: known.get(day)?.score ?? null, percent_before: level(1), percent_two_before: level(2) };
      const before = Array.from({ length: WALK_DAYS }, (_, index) => addDays(day, index - WALK_DAYS));
      return {
        ...group,
        ...judged,
        ...proposeCall(judged, rules),
        days: before.map((one) => known.get(one) ?? { day: one, score: null, percent: null, delivered: null, left: null, eaten: null }),
      };
    });
    return { data, count: data.length };
  },
});

async function readFedGroups(context: ClientContext, farm: number, day: string): Promise<Fed[]> {
  const { rows } = await sql<Fed>`
    select g.group_id as group, a.name as group_name, max(g.heads) as heads, sum(coalesce(g.base_plan, g.weight_plan)) as weight_base,
      sum(g.weight_plan) as weight_plan, coalesce(sum(g.weight_plan) filter (where s.locked or s.status <> 'waited'), 0) as weight_kept,
      bool_or(s.status = 'waited' and not s.locked) as follows,
      (select json_build_object('id', c.id, 'percent', c.percent, 'reason', c.reason) from feed_call c
       where c.client_id = ${context.client} and c.group_id = g.group_id and c.day = ${day}) as call
    from schedule_group g
    join schedule s on s.client_id = g.client_id and s.id = g.schedule_id and not s.deleted
    join animal_group a on a.client_id = g.client_id and a.id = g.group_id
    where g.client_id = ${context.client} and g.farm_id = ${farm} and g.planned_on = ${day}
    group by g.group_id, a.name order by a.name, g.group_id`.execute(context.db);
  return rows;
}

/** By group and day: score in the scale, call, feed given and the part left over. */
async function readDays(context: ClientContext, farm: number, day: string, scale: number | null): Promise<Day[]> {
  const first = addDays(day, -WALK_DAYS);
  const { rows } = await sql<Day>`
    with given as (
      select g.group_id, g.planned_on as day, sum(g.weight_fact) as kg
      from schedule_group g join schedule s on s.client_id = g.client_id and s.id = g.schedule_id and not s.deleted and not s.ignore_in_reports
      where g.client_id = ${context.client} and g.farm_id = ${farm} and g.counted and g.planned_on >= ${first} and g.planned_on < ${day}
      group by 1, 2
    ), left_over as (
      select l.group_id, l.fed_on as day, sum(l.weight * g.counted / g.kg) as kg
      from leftover l cross join lateral (
        select sum(g.weight_fact) as kg, coalesce(sum(g.weight_fact) filter (where g.counted), 0) as counted from schedule_group g
        where g.client_id = l.client_id and g.farm_id = l.farm_id and g.group_id = l.group_id and g.planned_on = l.fed_on and ${sql.raw(hasGiven('g'))}
      ) g
      where l.client_id = ${context.client} and l.farm_id = ${farm} and l.fed_on >= ${first} and l.fed_on <= ${day} and g.counted > 0
      group by 1, 2
    ), score as (
      select group_id, day, score from bunk_score
      where client_id = ${context.client} and farm_id = ${farm} and day between ${first} and ${day} and scale_id is not distinct from ${scale}
    ), called as (
      select group_id, day, percent from feed_call
      where client_id = ${context.client} and farm_id = ${farm} and day between ${first} and ${day}
    )
    select group_id as group, day, score.score, called.percent, given.kg as delivered, left_over.kg as left,
      given.kg - coalesce(left_over.kg, 0) as eaten
    from score full join called using (group_id, day) full join given using (group_id, day) full join left_over using (group_id, day)`.execute(
    context.db,
  );
  return rows;
}
