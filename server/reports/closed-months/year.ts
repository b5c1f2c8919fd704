import { sql } from 'kysely';
import type { z } from 'zod';
import { dayAt } from '#common/format/clock.ts';
import type { AffectedMonth, AffectedMonthsQuery, MonthState, MonthYearQuery } from '#contract/operations/closed-months.ts';
import { type ClientContext, farmsInScope } from '#server/platform/context.ts';
import { demandFound, invalid } from '#server/platform/errors.ts';

/** The months of a year that have begun at the farm, newest first, each with its open cases. */
export async function monthsOfYear(context: ClientContext, { farm, year }: z.output<typeof MonthYearQuery>): Promise<MonthState[]> {
  const { client, db } = context;
  const visibleFarms = farmsInScope(context, [farm]);
  const { rows: farms } = await sql<{ timezone: string }>`
    select timezone from farm where client_id = ${client} and id = any(${visibleFarms})`.execute(db);
  if (!farms[0]) throw invalid('farm', 'invalid_value');
  const today = dayAt(context.services.now(), farms[0].timezone);
  return readMonthStates(context, farm, { today, first: `${year}-01-01`, last: `${year}-12-31` });
}

/**
 * The months that closing or reopening a month would change at these farms, in the order in which they would be changed: on closing every open
 * month up to it, on reopening every closed month from it on.
 */
export async function affectedMonths(context: ClientContext, query: z.output<typeof AffectedMonthsQuery>): Promise<AffectedMonth[]> {
  const { client, db, services } = context;
  const visibleFarms = farmsInScope(context, query.farm);
  const { rows: farms } = await sql<{ id: number; name: string; timezone: string; begins: string | null; closed: string[] }>`
    select f.id, f.name, f.timezone, to_char(books_begin(f.client_id, f.id), 'YYYY-MM') as begins,
      array(select to_char(c.month, 'YYYY-MM') from month_close c where c.client_id = f.client_id and c.farm_id = f.id order by c.month) as closed
    from farm f where f.client_id = ${client} and f.id = any(${visibleFarms}) order by f.name, f.id`.execute(db);
  demandFound(query.farm, farms, 'farm.*');
  const affected: AffectedMonth[] = [];
  for (const { id, name, timezone, begins, closed } of farms) {
    const reopened = closed.filter((month) => month >= query.month);
    const first = query.action === 'reopen' ? reopened[0] : [begins ?? query.month, query.month].toSorted()[0];
    const last = query.action === 'reopen' ? reopened.at(-1) : query.month;
    if (!first || !last) continue;
    const states = await readMonthStates(context, id, { today: dayAt(services.now(), timezone), first: `${first}-01`, last: `${last}-01` });
    const months = query.action === 'reopen' ? states : states.filter(({ month }) => !closed.includes(month)).toReversed();
    affected.push(...months.map((state) => ({ farm: id, farm_name: name, ...state })));
  }
  return affected;
}

interface Months {
  /** By the farm's clock. */
  today: string;
  /** Any day of the first and of the last month. */
  first: string;
  last: string;
}

/** The begun months from the first to the last, newest first, each with its open cases. */
async function readMonthStates({ client, db }: ClientContext, farm: number, { today, first, last }: Months): Promise<MonthState[]> {
  const until = sql`least((month_of(${last}::date) + interval '1 month')::date, ${today}::date)`;
  const { rows } = await sql<MonthState>`
    with months as (
      select m::date as first, (m + interval '1 month')::date as next, least((m + interval '1 month')::date, ${today}::date) as until
      from generate_series(month_of(${first}::date), least(${last}::date, ${today}::date), interval '1 month') m
    ), fed as (
      select date_trunc('month', planned_on)::date as first, count(*) as feedings,
        count(*) filter (where status in ('in_process', 'loaded', 'out_process') or implausible) as incomplete,
        count(*) filter (where status = 'waited') as waiting,
        count(distinct planned_on) filter (where status <> 'waited') as days
      from schedule
      where client_id = ${client} and farm_id = ${farm} and not deleted and not ignore_in_reports
        and planned_on >= month_of(${first}::date) and planned_on < ${until}
      group by 1
    ), made as (
      select date_trunc('month', planned_on)::date as first, count(*) as batches from batch
      where client_id = ${client} and farm_id = ${farm} and not deleted and status <> 'loaded'
        and planned_on >= month_of(${first}::date) and planned_on < ${until}
      group by 1
    )
    select to_char(m.first, 'YYYY-MM') as month, m.next <= ${today}::date as over,
      month_is_closed(${client}, ${farm}, m.first) as closed, coalesce(fed.feedings, 0) as feedings,
      coalesce(fed.incomplete, 0) as incomplete, coalesce(fed.waiting, 0) as waiting, coalesce(made.batches, 0) as batches,
      m.until - m.first - coalesce(fed.days, 0) as days_without_facts
    from months m left join fed using (first) left join made using (first)
    order by m.first desc`.execute(db);
  return rows;
}
