-- What groups were given, and their shares of each feed, by the farm's day: a year of a report is days × groups, not feedings × weighings. A share is
-- a quotient of all that was weighed of its load; each is kept with all its digits, so that what is added up of them here and of the facts is the same.
-- One row each group, ration, mixer, operator and period on a date; heads, which are no sum, as the most of its feedings.
create table feeding_day (
  client_id bigint not null,
  farm_id bigint not null,
  day date not null,
  group_id bigint not null,
  ration_id bigint not null,
  mixer_id bigint not null,
  operator_id bigint,
  loading_id bigint,
  heads integer not null,
  fed_heads integer,
  open_heads integer,
  recorded boolean not null,
  plan numeric not null,
  open_plan numeric,
  fact numeric,
  miss numeric,
  cost numeric,
  error numeric,
  dry_matter numeric,
  of_load numeric,
  judged_plan numeric,
  accuracy_sum numeric,
  weighings bigint not null,
  judged_miss numeric,
  bullseyes bigint not null
);
create index feeding_day_farm on feeding_day (client_id, farm_id, day);
select protect('feeding_day');

create table share_day (
  client_id bigint not null,
  farm_id bigint not null,
  day date not null,
  group_id bigint not null,
  ration_id bigint not null,
  mixer_id bigint not null,
  operator_id bigint,
  loading_id bigint,
  ingredient_id bigint not null,
  given numeric,
  dry_matter numeric,
  cost numeric
);
create index share_day_farm on share_day (client_id, farm_id, day);
select protect('share_day');

-- Days of which the two are to be made anew: until then reports read the facts of these. A row is written in the transaction that changes a fact, and
-- only ever added, so that two mixers of a farm report at once; whoever makes a day anew removes the rows that were there when the facts were read.
create table feeding_day_due (
  client_id bigint not null,
  id bigint generated always as identity,
  farm_id bigint not null,
  day date not null,
  primary key (client_id, id)
);
create index feeding_day_due_day on feeding_day_due (client_id, day);
select protect('feeding_day_due');

-- What the figures of a day follow from: of weighings those that are counted, of groups their plan, too. What a change leaves as it was makes nothing due.
do $do$
declare
  facts text;
  seen text;
  told text;
  way text;
  changed text;
begin
  for facts, seen, told in values
    ('schedule_ingredient', 'where counted', 'client_id, farm_id, planned_on, schedule_id, ingredient_id, weight_fact, price, dry_matter'),
    ('schedule_group', '', 'client_id, farm_id, planned_on, schedule_id, group_id, ration_id, mixer_id, heads, weight_plan, counted,
      case when counted then weight_fact end')
  loop
    for way, changed in values
      ('insert', 'select %1$s from new_rows %2$s'),
      ('update', '(select %1$s from new_rows %2$s except select %1$s from old_rows %2$s)
        union all (select %1$s from old_rows %2$s except select %1$s from new_rows %2$s)'),
      ('delete', 'select %1$s from old_rows %2$s')
    loop
      execute format($create$
        create function %1$s_due_%2$s() returns trigger language plpgsql as $function$
        begin
          insert into feeding_day_due (client_id, farm_id, day) select distinct client_id, farm_id, planned_on from (%3$s) c;
          return null;
        end $function$;
        create trigger due_%2$s after %2$s on %1$s referencing %4$s for each statement execute function %1$s_due_%2$s();
      $create$, facts, way, format(changed, told, seen),
        concat_ws(' ', case when way <> 'insert' then 'old table as old_rows' end, case when way <> 'delete' then 'new table as new_rows' end));
    end loop;
  end loop;
end $do$;

create function schedule_due() returns trigger language plpgsql as $$
begin
  insert into feeding_day_due (client_id, farm_id, day) values (old.client_id, old.farm_id, old.planned_on), (new.client_id, new.farm_id, new.planned_on);
  return null;
end $$;
create trigger due_update after update on schedule for each row
  when ((old.farm_id, old.planned_on, old.operator_id, old.loading_id, old.deleted, old.ignore_in_reports, old.leftovers, old.planned_leftovers)
    is distinct from (new.farm_id, new.planned_on, new.operator_id, new.loading_id, new.deleted, new.ignore_in_reports, new.leftovers, new.planned_leftovers))
  execute function schedule_due();

select set_config('manger.all_clients', 'on', true);
insert into feeding_day_due (client_id, farm_id, day) select distinct client_id, farm_id, planned_on from schedule_group;
