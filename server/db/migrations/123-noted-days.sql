-- What notes leave out or miss, by the farm's day and code, each day as if it were over: a year of a report told every unfinished feeding anew. A row without
-- a feed has the count and the kilograms of schedules (or leftovers); those of feeds have what was planned or loaded of each, what of it has no price, for
-- nothing was taken, and the money of the rest. It follows from the facts, and is made anew with its day. `price` is the one at which the feed was last taken
-- up to that day: looked up once the day is over everywhere, and anew when something is taken on a day that was over.
create table noted_day (
  client_id bigint not null,
  farm_id bigint not null,
  day date not null,
  code text not null,
  ingredient_id bigint,
  count bigint not null,
  kg numeric not null,
  unpriced_kg numeric not null,
  money numeric not null,
  price numeric
);
create index noted_day_farm on noted_day (client_id, farm_id, day);
create index noted_day_unpriced on noted_day (client_id, day) where unpriced_kg > 0;
create index noted_day_leftover on noted_day (client_id, farm_id, day) where code = 'leftover_without_day';
select protect('noted_day');

-- From which day on a farm's stock is known.
create index stock_month_farm on stock_month (client_id, farm_id, month);

-- Of weighings what isn't counted yet, and what was planned, makes a day due now, too.
do $do$
declare
  told text := 'client_id, farm_id, planned_on, schedule_id, ingredient_id, weight_plan, weight_fact, price, counted, case when counted then dry_matter end';
  way text;
  changed text;
begin
  for way, changed in values
    ('insert', 'select %1$s from new_rows'),
    ('update', '(select %1$s from new_rows except select %1$s from old_rows) union all (select %1$s from old_rows except select %1$s from new_rows)'),
    ('delete', 'select %1$s from old_rows')
  loop
    execute format($create$
      create or replace function schedule_ingredient_due_%1$s() returns trigger language plpgsql as $function$
      begin
        insert into feeding_day_due (client_id, farm_id, day) select distinct client_id, farm_id, planned_on from (%2$s) c;
        return null;
      end $function$;
    $create$, way, format(changed, told));
  end loop;
end $do$;

create or replace function schedule_due() returns trigger language plpgsql as $$
begin
  insert into feeding_day_due (client_id, farm_id, day)
  values (old.client_id, old.farm_id, old.planned_on) union values (new.client_id, new.farm_id, new.planned_on);
  return null;
end $$;
drop trigger due_update on schedule;
create trigger due_update after update on schedule for each row
  when ((old.farm_id, old.planned_on, old.operator_id, old.loading_id, old.deleted, old.ignore_in_reports, old.leftovers, old.planned_leftovers,
      old.status, old.implausible, old.weight_plan, old.weight_fact)
    is distinct from (new.farm_id, new.planned_on, new.operator_id, new.loading_id, new.deleted, new.ignore_in_reports, new.leftovers, new.planned_leftovers,
      new.status, new.implausible, new.weight_plan, new.weight_fact))
  execute function schedule_due();

create function leftover_due() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into feeding_day_due (client_id, farm_id, day) values (old.client_id, old.farm_id, old.date);
  end if;
  if tg_op <> 'DELETE' then
    insert into feeding_day_due (client_id, farm_id, day) values (new.client_id, new.farm_id, new.date);
  end if;
  return null;
end $$;
create trigger due after insert or delete or update of farm_id, group_id, date, weight on leftover for each row execute function leftover_due();

create or replace function roll_up_stock() returns trigger language plpgsql as $$
declare
  moved record;
begin
  with rolled as (
    select n.client_id, n.ingredient_id, n.day, n.farm_id, k.kind, sum(n.kg) as kg, sum(n.value) as value, count(*) as moves
    from new_rows n cross join lateral (
      -- Not a join of the ledger: few moves take one back.
      select case when n.reverses_id is null then n.kind
        else (select o.kind from ledger o where o.client_id = n.client_id and o.id = n.reverses_id) end as kind) k
    group by 1, 2, 3, 4, 5
  ), by_month as (
    insert into stock_month as d (client_id, ingredient_id, month, farm_id, kind, kg, value, moves)
    select client_id, ingredient_id, month_of(day), farm_id, kind, sum(kg), sum(value), sum(moves)
    from rolled group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (client_id, ingredient_id, month, farm_id, kind) do update set
      kg = d.kg + excluded.kg, value = d.value + excluded.value, moves = d.moves + excluded.moves
  )
  insert into stock_day as d (client_id, ingredient_id, day, farm_id, kind, kg, value, moves)
  select * from rolled order by 1, 2, 3, 4, 5
  on conflict (client_id, ingredient_id, day, farm_id, kind) do update set
    kg = d.kg + excluded.kg, value = d.value + excluded.value, moves = d.moves + excluded.moves;

  -- At what price a feed was last taken is known anew from that day on.
  insert into feeding_day_due (client_id, farm_id, day)
  select distinct client_id, farm_id, day from new_rows where kind in ('load', 'craft_out');

  -- What goes out last, as nearly all moves do, changes no average.
  for moved in
    select n.client_id, n.ingredient_id, bool_or(n.kg > 0 and n.kind <> 'reversal') as came, min(case when n.reverses_id is null then n.at
      else (select o.at from ledger o where o.client_id = n.client_id and o.id = n.reverses_id) end) as since
    from new_rows n group by 1, 2 order by 1, 2
  loop
    if moved.came or exists (
      select from stock_average a
      where a.client_id = moved.client_id and a.ingredient_id = moved.ingredient_id and a.at >= moved.since) then
      perform average_stock(moved.client_id, moved.ingredient_id, moved.since);
    end if;
  end loop;
  return null;
end $$;

select set_config('manger.all_clients', 'on', true);
-- All that there is, at once: were its days made due, every report would read their facts until a job has made them anew. Prices come with the first of them.
insert into noted_day (client_id, farm_id, day, code, ingredient_id, count, kg, unpriced_kg, money)
with late as materialized (
  select s.client_id, s.id, s.farm_id, s.planned_on as day, s.ignore_in_reports and s.weight_fact is not null as by_fact,
    case when s.ignore_in_reports then 'ignored'
      when exists (
        select from schedule b where b.client_id = s.client_id and b.farm_id = s.farm_id and b.planned_on = s.planned_on and b.status <> 'waited' and not b.deleted
      ) then 'incomplete' else 'plan_without_facts' end as code,
    case when s.ignore_in_reports and s.weight_fact is not null then s.weight_fact else s.weight_plan end as kg
  from schedule s where not s.deleted and (s.ignore_in_reports or s.implausible or s.status <> 'uploaded')
), item as materialized (
  select t.client_id, t.farm_id, t.day, t.code, i.ingredient_id, i.price, case when t.by_fact then coalesce(i.weight_fact, 0) else i.weight_plan end as kg
  from late t join schedule_ingredient i on i.client_id = t.client_id and i.planned_on = t.day and i.schedule_id = t.id
)
select client_id, farm_id, day, code, null::bigint, case when code = 'plan_without_facts' then 1 else count(*) end, sum(kg), 0, 0
from late group by 1, 2, 3, 4
union all
select client_id, farm_id, day, code, ingredient_id, 0, sum(kg), coalesce(sum(kg) filter (where price is null), 0), coalesce(sum(kg * price), 0)
from item group by 1, 2, 3, 4, 5
union all
select l.client_id, l.farm_id, l.date, 'leftover_without_day', null, count(*), sum(l.weight), 0, 0
from leftover l where l.weight > 0 and not exists (
  select from schedule_group g where g.client_id = l.client_id and g.farm_id = l.farm_id and g.group_id = l.group_id and g.counted and g.weight_fact > 0
    and g.planned_on between l.date - 7 and l.date - 1
) group by 1, 2, 3;
