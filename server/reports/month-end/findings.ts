import { type RawBuilder, sql } from 'kysely';
import type { CheckCode } from '#contract/reports/month-end.ts';
import { staleSpans } from '#server/reports/sql/stale-dry-matter.ts';
import type { MonthFarm } from './farms.ts';

export interface FindingsScope {
  client: number;
  farms: readonly MonthFarm[];
  /** `YYYY-MM`, both included. */
  from: string;
  to: string;
}

/** A line of `found`. */
export interface Finding {
  code: Exclude<CheckCode, 'no_account'>;
  farm: number;
  company: number;
  month: string;
  id: number;
  name: string;
  /** The first day it is about. */
  day: string | null;
  stock: number | null;
  kg: number | null;
  money: number | null;
}

/**
 * CTEs that end in `found`, the findings in the months of the farms (`CHECK_CODES` explains each), and `place`, where `begins` is the first
 * day with any record of the farm. Unfinished days have no findings yet.
 */
export const findings = ({ client, farms, from, to }: FindingsScope): RawBuilder<unknown> => sql`
  place as materialized (
    select f.id, f.company_id, f.name, o.today, s.day as feeds, least(s.day, l.day) as begins
    from farm f join unnest(${farms.map(({ id }) => id)}::bigint[], ${farms.map(({ today }) => today)}::date[]) as o (id, today) on o.id = f.id
    left join lateral (
      select planned_on as day from schedule where client_id = f.client_id and farm_id = f.id and not deleted order by planned_on limit 1
    ) s on true
    left join lateral (select min(month) as day from stock_month where client_id = f.client_id and farm_id = f.id) l on true
    where f.client_id = ${client}
  ), months as materialized (
    select m::date as month, (m + interval '1 month')::date as next
    from generate_series(${`${from}-01`}::date, ${`${to}-01`}::date, interval '1 month') m
  ), span as (
    select min(month) as first, max(next) as next from months
  ), fed_on as materialized (
    select distinct s.farm_id, s.planned_on as day from schedule s join place p on p.id = s.farm_id cross join span
    where s.client_id = ${client} and s.planned_on >= span.first and s.planned_on < least(span.next, p.today)
      and s.status <> 'waited' and not s.deleted and not s.ignore_in_reports
  ), open_feeding as materialized (
    select s.*, p.company_id from schedule s join place p on p.id = s.farm_id cross join span
    where s.client_id = ${client} and s.planned_on >= span.first and s.planned_on < least(span.next, p.today)
      and not s.deleted and not s.ignore_in_reports and (s.implausible or s.status <> 'uploaded')
  ), moved as materialized (
    select n.farm_id, n.stock_id, n.id, n.name, l.month, l.kind, sum(l.kg) as kg, sum(l.value) as value
    from stock_month l join ingredient n on n.client_id = l.client_id and n.id = l.ingredient_id join place p on p.id = n.farm_id cross join span
    where l.client_id = ${client} and l.month < span.next and not n.water
    group by n.farm_id, n.stock_id, n.id, n.name, l.month, l.kind
  ), balance as materialized (
    select d.farm_id, d.stock_id, d.id, d.name, m.month, sum(d.kg) as kg, sum(d.value) as value
    from months m join moved d on d.month <= m.month
    group by d.farm_id, d.stock_id, d.id, d.name, m.month
  ), found as (
    select 'days_without_facts' as code, p.id as farm, p.company_id as company, m.month, p.id, p.name, d::date as day,
      null::bigint as stock, null::numeric as kg, null::numeric as money
    from place p cross join months m
    cross join lateral generate_series(greatest(m.month, p.feeds), least(m.next, p.today) - 1, interval '1 day') d
    where p.feeds is not null and not exists (select from fed_on o where o.farm_id = p.id and o.day = d::date)
    union all
    select case when s.implausible then 'implausible' when s.status = 'waited' then 'waiting' else 'incomplete' end,
      s.farm_id, s.company_id, month_of(s.planned_on), s.id, concat_ws(' · ', l.name, r.name), s.planned_on, null, s.weight_plan, w.money
    from open_feeding s join ration r on r.client_id = s.client_id and r.id = s.ration_id
    left join loading l on l.client_id = s.client_id and l.id = s.loading_id
    left join lateral (
      select sum(i.weight_fact * i.price) as money from schedule_ingredient i
      where i.client_id = s.client_id and i.planned_on = s.planned_on and i.schedule_id = s.id
    ) w on s.status <> 'waited'
    where s.implausible or s.status <> 'waited' or exists (select from fed_on o where o.farm_id = s.farm_id and o.day = s.planned_on)
    union all
    select 'batches', p.id, p.company_id, month_of(b.planned_on), b.id, r.name, b.planned_on, null, b.weight_plan, null
    from batch b join place p on p.id = b.farm_id join recipe r on r.client_id = b.client_id and r.id = b.recipe_id cross join span
    where b.client_id = ${client} and not b.deleted and b.status <> 'loaded'
      and b.planned_on >= span.first and b.planned_on < least(span.next, p.today)
    union all
    select 'negative_stock', p.id, p.company_id, b.month, b.id, b.name, null, b.stock_id, b.kg, b.value
    from balance b join place p on p.id = b.farm_id where b.kg < 0 and b.month < p.today
    union all
    select 'no_count', p.id, p.company_id, m.month, k.id, k.name, null, k.id, null, v.value
    from (
      select farm_id, stock_id, month from moved cross join span where month >= span.first
      group by farm_id, stock_id, month having not bool_or(kind = 'count')
    ) u join months m on m.month = u.month join place p on p.id = u.farm_id
    join stock k on k.client_id = ${client} and k.id = u.stock_id
    cross join lateral (
      select sum(b.value) as value from balance b where b.farm_id = u.farm_id and b.stock_id = u.stock_id and b.month = u.month
    ) v
    where m.next <= p.today
    union all
    select 'no_price', p.id, p.company_id, month_of(f.day), n.id, n.name, min(f.day), n.stock_id, sum(f.fact_kg), null
    from feed_day f join place p on p.id = f.farm_id join ingredient n on n.client_id = f.client_id and n.id = f.ingredient_id cross join span
    where f.client_id = ${client} and f.day >= span.first and f.day < span.next and f.fact_kg > 0 and coalesce(f.cost, 0) = 0 and not n.water
    group by p.id, p.company_id, month_of(f.day), n.id, n.name, n.stock_id
    union all
    select 'old_dry_matter', p.id, p.company_id, month_of(f.day), n.id, n.name, min(f.day), n.stock_id, sum(f.fact_kg), sum(f.cost)
    from feed_day f join place p on p.id = f.farm_id join ingredient n on n.client_id = f.client_id and n.id = f.ingredient_id cross join span
    join lateral ${staleSpans} k on f.day between k.first and k.last
    where f.client_id = ${client} and f.day >= span.first and f.day < span.next and f.fact_kg > 0
    group by p.id, p.company_id, month_of(f.day), n.id, n.name, n.stock_id
  )`;
