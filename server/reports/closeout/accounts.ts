import { type RawBuilder, sql } from 'kysely';
import { TURNS } from '#server/domain/weight-turns.ts';
import { matchesGroupAtEnd } from '#server/reports/sql/conditions.ts';
import { feedings } from '#server/reports/sql/feedings.ts';
import type { ReportScope } from '#server/reports/sql/scope.ts';

const TURN = `array_position(array['${TURNS.join("', '")}'], w.kind)`;
const EFFECT = `case w.kind when 'in' then w.heads when 'check' then 0 else -w.heads end`;

/**
 * CTEs of accounts. `weighing` is one row per weighing in the order of time (`n`), with the heads before and after it, the `lot` (animals
 * from an empty group to the next) and `known`, the weight of all animals after it: zero for none, the weight of the first animals, or the
 * heads times the mean of a later weighing. `account` is a lot from its first known weight in the range to its last; a lot that begins in
 * the range begins empty. `fed_cell` is the feed given to each weighed group on a day, `spent` the account that it belongs to, if any. A
 * day's feed belongs to the animals after the day's weighings, and the last day's feed to the animals that leave.
 */
export const accounts = (scope: ReportScope): RawBuilder<unknown> => sql`
  ${feedings(scope)}, counted as (
    select w.*, sum(${sql.raw(EFFECT)}) over ordered as after, row_number() over ordered as n
    from animal_weight w
    where w.client_id = ${scope.client} and w.farm_id = any(${scope.farmIds}) and w.day <= ${scope.to}::date and ${matchesGroupAtEnd(scope, 'w')}
    window ordered as (partition by w.group_id order by w.at, ${sql.raw(TURN)}, w.id)
  ), weighing as materialized (
    select c.*, c.before = 0 and c.kind = 'in' as begins,
      count(*) filter (where c.before = 0 and c.kind = 'in') over (partition by c.group_id order by c.n) as lot,
      case when c.after = 0 then 0 when c.kind = 'check' then c.kg * c.after / c.heads when c.before = 0 then c.kg end as known,
      lead(c.day) over (partition by c.group_id order by c.n) as next_day
    from (select *, after - case kind when 'in' then heads when 'check' then 0 else -heads end as before from counted) c
  ), bounds as (
    select group_id, lot, bool_or(begins and day >= ${scope.from}::date) as fresh,
      min(n) filter (where known is not null and day >= ${scope.from}::date) as first, max(n) filter (where known is not null and day >= ${scope.from}::date) as last
    from weighing group by group_id, lot
  ), account as materialized (
    select f.farm_id, b.group_id, b.lot, b.fresh, b.first, b.last, f.day as since, l.day as until, l.after = 0 as emptied,
      case when b.fresh then 0 else f.after end as opening, case when b.fresh then 0 else f.known end as opening_kg, l.after as on_hand, l.known as closing_kg
    from bounds b
    join weighing f on f.group_id = b.group_id and f.n = b.first
    join weighing l on l.group_id = b.group_id and l.n = b.last
    where l.day > f.day
  ), moved as (
    select a.group_id, a.lot,
      coalesce(sum(w.heads) filter (where w.kind = 'in'), 0) as came, coalesce(sum(w.kg) filter (where w.kind = 'in'), 0) as came_kg,
      coalesce(sum(w.heads) filter (where w.kind = 'out'), 0) as went, coalesce(sum(w.kg) filter (where w.kind = 'out'), 0) as went_kg,
      coalesce(sum(w.heads) filter (where w.kind = 'death'), 0) as deaths, coalesce(sum(w.cost), 0) as other_cost,
      case when a.fresh and bool_and(w.kind <> 'in' or w.price is not null) then sum(w.kg * w.price) filter (where w.kind = 'in') end as purchase
    from account a join weighing w on w.group_id = a.group_id and w.n > a.first - a.fresh::integer and w.n <= a.last
    group by a.group_id, a.lot, a.fresh
  ), stayed as (
    select a.group_id, a.lot, sum(w.after * (w.next_day - w.day)) as head_days
    from account a join weighing w on w.group_id = a.group_id and w.n >= a.first and w.n < a.last
    group by a.group_id, a.lot
  ), fed_cell as materialized (
    select f.farm_id, f.group_id, f.day, sum(f.fact) as fact, sum(f.cost) as cost, sum(f.dry_matter) - coalesce(sum(f.leftover_dm), 0) as eaten
    from feeding f where f.group_id in (select group_id from weighing)
    group by f.farm_id, f.group_id, f.day having sum(f.fact) > 0
  ), spent as materialized (
    select f.*, a.lot
    from fed_cell f left join lateral (
      select a.lot from account a
      where a.group_id = f.group_id and a.farm_id = f.farm_id and f.day >= a.since and (f.day < a.until or f.day = a.until and a.emptied)
      order by a.lot desc limit 1
    ) a on true
  ), added as materialized (
    select a.farm_id, a.group_id, a.lot, a.since, a.until, a.on_hand,
      a.opening + m.came as heads_in, a.opening_kg + m.came_kg as kg_in, m.went + a.on_hand as heads_out, m.went_kg + a.closing_kg as kg_out,
      m.went_kg + a.closing_kg - a.opening_kg - m.came_kg as gain, m.deaths, s.head_days, m.other_cost, m.purchase,
      coalesce(c.cost, 0) as cost, coalesce(c.eaten, 0) as eaten
    from account a
    join moved m on m.group_id = a.group_id and m.lot = a.lot
    join stayed s on s.group_id = a.group_id and s.lot = a.lot
    left join (select group_id, lot, sum(cost) as cost, sum(eaten) as eaten from spent where lot is not null group by group_id, lot) c
      on c.group_id = a.group_id and c.lot = a.lot
  )`;
