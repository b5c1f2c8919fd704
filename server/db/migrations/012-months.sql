-- A year of a client is 12 × feeds, not 365 × feeds: beside each day its month, kept by the same statement. A report reads whole months and
-- the days at its edges. What was fed is no longer kept by ration, which nobody asked for, so that a day is days × feeds indeed.
drop trigger roll_up_insert on schedule_ingredient;
drop trigger roll_up_update on schedule_ingredient;
drop trigger roll_up_delete on schedule_ingredient;
drop function roll_up_feed();
drop table feed_day;

create table feed_day (
  client_id integer not null,
  ingredient_id integer not null,
  day date not null,
  farm_id integer not null,
  plan_kg numeric(16,3) not null,
  fact_kg numeric(16,3) not null,
  cost numeric(20,8) not null,
  facts integer not null,
  primary key (client_id, ingredient_id, day, farm_id)
);
select protect('feed_day');

-- `month` is its first day.
create table feed_month (
  client_id integer not null,
  ingredient_id integer not null,
  month date not null,
  farm_id integer not null,
  plan_kg numeric(18,3) not null,
  fact_kg numeric(18,3) not null,
  cost numeric(22,8) not null,
  facts integer not null,
  primary key (client_id, ingredient_id, month, farm_id)
);
select protect('feed_month');

create table stock_month (
  client_id integer not null,
  ingredient_id integer not null,
  month date not null,
  farm_id integer not null,
  kind text not null,
  kg numeric(18,3) not null,
  value numeric(22,5) not null,
  moves integer not null,
  primary key (client_id, ingredient_id, month, farm_id, kind)
);
select protect('stock_month');

create function month_of(day date) returns date language sql immutable parallel safe as $$ select date_trunc('month', day::timestamp)::date $$;

-- One function for each way to change weighings, for a trigger knows only the rows of its own. What a change leaves as it was isn't written.
do $do$
declare
  way text;
  changed text;
begin
  for way, changed in values
    ('insert', 'select 1 as sign, n.* from new_rows n'),
    ('update', 'select 1 as sign, n.* from new_rows n union all select -1, o.* from old_rows o'),
    ('delete', 'select -1 as sign, o.* from old_rows o')
  loop
    execute format($create$
      create function roll_up_feed_%1$s() returns trigger language plpgsql as $function$
      begin
        with rolled as (
          select client_id, ingredient_id, planned_on as day, farm_id, sum(sign * weight_plan) as plan_kg, sum(sign * weight_fact) as fact_kg,
            sum(sign * weight_fact * price) as cost, sum(sign) as facts
          from (%2$s) c where counted group by 1, 2, 3, 4
          having sum(sign * weight_plan) <> 0 or sum(sign * weight_fact) <> 0 or sum(sign * weight_fact * price) <> 0 or sum(sign) <> 0
        ), by_month as (
          insert into feed_month as f (client_id, ingredient_id, month, farm_id, plan_kg, fact_kg, cost, facts)
          select client_id, ingredient_id, month_of(day), farm_id, sum(plan_kg), sum(fact_kg), sum(cost), sum(facts)
          from rolled group by 1, 2, 3, 4 order by 1, 2, 3, 4
          on conflict (client_id, ingredient_id, month, farm_id) do update set plan_kg = f.plan_kg + excluded.plan_kg,
            fact_kg = f.fact_kg + excluded.fact_kg, cost = f.cost + excluded.cost, facts = f.facts + excluded.facts
        )
        insert into feed_day as f (client_id, ingredient_id, day, farm_id, plan_kg, fact_kg, cost, facts)
        select * from rolled order by 1, 2, 3, 4
        on conflict (client_id, ingredient_id, day, farm_id) do update set plan_kg = f.plan_kg + excluded.plan_kg,
          fact_kg = f.fact_kg + excluded.fact_kg, cost = f.cost + excluded.cost, facts = f.facts + excluded.facts;
        return null;
      end $function$;
      create trigger roll_up_%1$s after %1$s on schedule_ingredient
        referencing %3$s for each statement execute function roll_up_feed_%1$s();
    $create$, way, changed, concat_ws(' ', case when way <> 'insert' then 'old table as old_rows' end, case when way <> 'delete' then 'new table as new_rows' end));
  end loop;
end $do$;

create or replace function roll_up_stock() returns trigger language plpgsql as $$
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
  return null;
end $$;

-- For rows that came while the triggers slept.
create function roll_up_all_feed() returns void language sql as $$
  delete from feed_day;
  delete from feed_month;
  insert into feed_day (client_id, ingredient_id, day, farm_id, plan_kg, fact_kg, cost, facts)
  select client_id, ingredient_id, planned_on, farm_id, sum(weight_plan), sum(weight_fact), sum(weight_fact * price), count(*)
  from schedule_ingredient where counted group by 1, 2, 3, 4;
  insert into feed_month (client_id, ingredient_id, month, farm_id, plan_kg, fact_kg, cost, facts)
  select client_id, ingredient_id, month_of(day), farm_id, sum(plan_kg), sum(fact_kg), sum(cost), sum(facts) from feed_day group by 1, 2, 3, 4;
$$;
create function roll_up_all_stock() returns void language sql as $$
  delete from stock_day;
  delete from stock_month;
  insert into stock_day (client_id, ingredient_id, day, farm_id, kind, kg, value, moves)
  select l.client_id, l.ingredient_id, l.day, l.farm_id, coalesce(o.kind, l.kind), sum(l.kg), sum(l.value), count(*)
  from ledger l left join ledger o on o.client_id = l.client_id and o.id = l.reverses_id group by 1, 2, 3, 4, 5;
  insert into stock_month (client_id, ingredient_id, month, farm_id, kind, kg, value, moves)
  select client_id, ingredient_id, month_of(day), farm_id, kind, sum(kg), sum(value), sum(moves) from stock_day group by 1, 2, 3, 4, 5;
$$;
select set_config('manger.all_clients', 'on', true);
select roll_up_all_feed(), roll_up_all_stock();
