import { sql } from 'kysely';
import type { z } from 'zod';
import { dayAt } from '#common/format/clock.ts';
import type { MonthState, MonthYearQuery } from '#contract/operations/closed-months.ts';
import { type ClientContext, farmsInScope } from '#server/platform/context.ts';
import { invalid } from '#server/platform/errors.ts';

/** The months of a year that have begun at the farm, newest first, each with what is still open in it. */
export async function monthsOfYear(context: ClientContext, { farm, year }: z.output<typeof MonthYearQuery>): Promise<MonthState[]> {
  const { client, db } = context;
  const visibleFarms = farmsInScope(context, [farm]);
  const { rows: farms } = await sql<{ timezone: string }>`
    select timezone from farm where client_id = ${client} and id = any(${visibleFarms})`.execute(db);
  if (!farms[0]) throw invalid('farm', 'invalid_value');
  const today = dayAt(context.services.now(), farms[0].timezone);
  const [first, last] = [`${year}-01-01`, `${year}-12-31`];
  const { rows } = await sql<MonthState>`
    with months as (
      select m::date as first, (m + interval '1 month')::date as next, least((m + interval '1 month')::date, ${today}::date) as until
      from generate_series(${first}::date, least(${last}::date, ${today}::date), interval '1 month') m
    ), fed as (
      select date_trunc('month', planned_on)::date as first, count(*) as feedings,
        count(*) filter (where status in ('in_process', 'loaded', 'out_process') or implausible) as incomplete,
        count(*) filter (where status = 'waited') as waiting,
        count(distinct planned_on) filter (where status <> 'waited') as days
      from schedule
      where client_id = ${client} and farm_id = ${farm} and not deleted and not ignore_in_reports
        and planned_on between ${first}::date and ${last}::date and planned_on < ${today}::date
      group by 1
    ), made as (
      select date_trunc('month', planned_on)::date as first, count(*) as batches from batch
      where client_id = ${client} and farm_id = ${farm} and not deleted and status <> 'loaded'
        and planned_on between ${first}::date and ${last}::date and planned_on < ${today}::date
      group by 1
    )
    select to_char(m.first, 'YYYY-MM') as month, m.next <= ${today}::date as over, coalesce(fed.feedings, 0) as feedings,
      coalesce(fed.incomplete, 0) as incomplete, coalesce(fed.waiting, 0) as waiting, coalesce(made.batches, 0) as batches,
      m.until - m.first - coalesce(fed.days, 0) as days_without_facts
    from months m left join fed using (first) left join made using (first)
    order by m.first desc`.execute(db);
  return rows;
}
