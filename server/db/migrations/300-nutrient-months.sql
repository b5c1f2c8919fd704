-- Nutrients of a day: the amounts on paper with the dry matter of each feed's first recorded day and its first analysis (`steady`), and with the first analysis
-- alone (`moist`). The eaten amount is the delivered one less leftovers. `whole_dm` and `eaten_dm` are the group's dry matter. `loads` have the contents in dry
-- matter whose sum and sum of squares are stored; dry matter itself is in percent of the load.
alter table nutrient_day add column steady numeric not null default 0;
alter table nutrient_day add column moist numeric not null default 0;
alter table nutrient_day add column eaten numeric not null default 0;
alter table nutrient_day add column whole_dm numeric not null default 0;
alter table nutrient_day add column eaten_dm numeric not null default 0;
alter table nutrient_day add column loads integer not null default 0;
alter table nutrient_day add column content_sum numeric not null default 0;
alter table nutrient_day add column content_squares numeric not null default 0;

-- Sums of the days of a month. `…_sum` and `…_squares` are of the amounts per head of each day.
create table nutrient_month (
  client_id bigint not null,
  farm_id bigint not null,
  month date not null,
  group_id bigint not null,
  nutrient_id bigint not null,
  days integer not null,
  head_days bigint not null,
  covered numeric not null,
  whole_dm numeric not null,
  eaten_dm numeric not null,
  paper numeric not null,
  loaded numeric not null,
  divided numeric not null,
  delivered numeric not null,
  eaten numeric not null,
  steady_sum numeric not null,
  steady_squares numeric not null,
  moist_sum numeric not null,
  moist_squares numeric not null,
  paper_sum numeric not null,
  paper_squares numeric not null,
  loaded_sum numeric not null,
  loaded_squares numeric not null,
  delivered_sum numeric not null,
  delivered_squares numeric not null,
  eaten_sum numeric not null,
  eaten_squares numeric not null,
  loads bigint not null,
  content_sum numeric not null,
  content_squares numeric not null
);
create index nutrient_month_farm on nutrient_month (client_id, farm_id, month);
select protect('nutrient_month');

-- A leftover changes the eaten amounts of its feeding day.
create or replace function leftover_due() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into feeding_day_due (client_id, farm_id, day)
    values (old.client_id, old.farm_id, old.date) union values (old.client_id, old.farm_id, coalesce(old.fed_on, old.date));
  end if;
  if tg_op <> 'DELETE' then
    insert into feeding_day_due (client_id, farm_id, day)
    values (new.client_id, new.farm_id, new.date) union values (new.client_id, new.farm_id, coalesce(new.fed_on, new.date));
  end if;
  return null;
end $$;

-- Loads on the first recorded day of a feed decide the dry matter with which later days are compared.
create function mark_days_after_first(of_client bigint, of_ingredient bigint, first date) returns void language plpgsql as $$
begin
  if exists (
    select from feed_day d where d.client_id = of_client and d.ingredient_id = of_ingredient and d.day < first and d.fact_kg > 0) then
    return;
  end if;
  insert into feeding_day_due (client_id, farm_id, day)
  select distinct s.client_id, s.farm_id, s.day from share_day s
  where s.client_id = of_client and s.ingredient_id = of_ingredient and s.day > first;
end $$;

do $do$
declare
  compared text := 'client_id, farm_id, planned_on, schedule_id, ingredient_id, weight_plan, weight_fact, price, counted, case when counted then dry_matter end';
  operation text;
  rows text;
begin
  for operation, rows in values
    ('insert', 'select %1$s from new_rows'),
    ('update', '(select %1$s from new_rows except select %1$s from old_rows) union all (select %1$s from old_rows except select %1$s from new_rows)'),
    ('delete', 'select %1$s from old_rows')
  loop
    execute format($create$
      create or replace function schedule_ingredient_due_%1$s() returns trigger language plpgsql as $function$
      begin
        insert into feeding_day_due (client_id, farm_id, day) select distinct client_id, farm_id, planned_on from (%2$s) c;
        perform mark_days_after_first(client_id, ingredient_id, min(planned_on)) from (%2$s) c where counted group by client_id, ingredient_id;
        return null;
      end $function$;
    $create$, operation, format(rows, compared));
  end loop;
end $do$;

select set_config('manger.all_clients', 'on', true);
-- A month is the sum of its stored days, so days without a month are rebuilt first.
delete from nutrient_day;
insert into feeding_day_due (client_id, farm_id, day) select distinct client_id, farm_id, day from feeding_day;
