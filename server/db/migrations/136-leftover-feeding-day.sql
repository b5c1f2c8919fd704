-- A leftover keeps the day of the feed that it was left of (`fed_on`), so that a closed month never gains or loses a leftover afterwards. It is the last of
-- the seven days before the leftover's date on which the group was given more than 0 kg. A day of a closed month is never given to a leftover: such a
-- leftover has its own date. Null: the group was given nothing on these days.
alter table leftover add column fed_on date;

-- Unloading has ended, as with `counted`, but reports leave the feeding out: the group was given it all the same.
alter table schedule_group add column left_out boolean not null default false;
create index schedule_group_left_out on schedule_group (client_id, farm_id, planned_on) where left_out;

-- The books of a farm are closed up to the end of its last closed month.
create function is_closed_day(of_client bigint, of_farm bigint, of_day date) returns boolean language sql stable as $$
  select exists (select from month_close m where m.client_id = of_client and m.farm_id = of_farm and m.month >= month_of(of_day))
$$;

-- The last of the seven days before a date on which a group was given more than 0 kg.
create function last_given_day(of_client bigint, of_farm bigint, of_group bigint, weighed_on date) returns date language sql stable as $$
  select max(g.planned_on) from schedule_group g
  where g.client_id = of_client and g.farm_id = of_farm and g.group_id = of_group and (g.counted or g.left_out) and g.weight_fact > 0
    and g.planned_on between weighed_on - 7 and weighed_on - 1
$$;

-- The feeding day of a leftover that is recorded now.
create function leftover_feeding_day(of_client bigint, of_farm bigint, of_group bigint, weighed_on date) returns date language sql stable as $$
  select case when is_closed_day(of_client, of_farm, d.day) then weighed_on else d.day end
  from (select last_given_day(of_client, of_farm, of_group, weighed_on) as day) d
$$;

-- For facts and leftovers from before: of one client, or of all. Leftovers of closed months keep the day that reports derived until now, of the feedings that
-- reports count; the others follow the rule of today.
create function fill_feeding_days(of_client bigint) returns void language sql as $$
  update schedule_group g set left_out = true
  from schedule s
  where s.client_id = g.client_id and s.id = g.schedule_id and s.planned_on = g.planned_on
    and s.ignore_in_reports and s.status = 'uploaded' and not s.implausible and not s.deleted
    and (of_client is null or s.client_id = of_client);
  update leftover l set fed_on = case when is_closed_day(l.client_id, l.farm_id, coalesce(d.day, l.date)) then d.day
    else leftover_feeding_day(l.client_id, l.farm_id, l.group_id, l.date) end
  from (
    select o.client_id, o.id, (
      select max(g.planned_on) from schedule_group g
      where g.client_id = o.client_id and g.farm_id = o.farm_id and g.group_id = o.group_id and g.counted and g.weight_fact > 0
        and g.planned_on between o.date - 7 and o.date - 1) as day
    from leftover o where of_client is null or o.client_id = of_client
  ) d
  where l.client_id = d.client_id and l.id = d.id
$$;
select set_config('manger.all_clients', 'on', true);
-- What is kept by day follows from days that stay as they are: only leftovers with another day than before make theirs stale.
alter table leftover disable trigger chart_due;
alter table leftover disable trigger due;
select fill_feeding_days(null);
alter table leftover enable trigger chart_due;
alter table leftover enable trigger due;
create index leftover_fed_on on leftover (client_id, farm_id, fed_on);

with moved as (
  select l.client_id, l.farm_id, l.date from leftover l
  where l.fed_on is distinct from (
    select max(g.planned_on) from schedule_group g
    where g.client_id = l.client_id and g.farm_id = l.farm_id and g.group_id = l.group_id and g.counted and g.weight_fact > 0
      and g.planned_on between l.date - 7 and l.date - 1)
), noted as (
  insert into feeding_day_due (client_id, farm_id, day) select distinct client_id, farm_id, date from moved
)
insert into chart_day_due (client_id, farm_id, day, settled)
select distinct client_id, farm_id, date - back, true from moved, generate_series(0, 7) back;

-- A leftover that is recorded or gets another date finds its feeding day.
create function set_feeding_day() returns trigger language plpgsql as $$
begin
  new.fed_on := leftover_feeding_day(new.client_id, new.farm_id, new.group_id, new.date);
  return new;
end $$;
create trigger feeding_day_of_new before insert on leftover for each row when (new.fed_on is null) execute function set_feeding_day();
create trigger feeding_day_of_moved before update on leftover for each row
  when ((old.farm_id, old.group_id, old.date) is distinct from (new.farm_id, new.group_id, new.date) and old.fed_on is not distinct from new.fed_on)
  execute function set_feeding_day();

-- A change of what groups were given moves feeding days, from open days to open days only.
do $do$
declare
  way text;
  changed text;
  given text := 'select client_id, farm_id, group_id, planned_on from %s where (counted or left_out) and weight_fact > 0';
begin
  for way, changed in values
    ('insert', format(given, 'new_rows')),
    ('update', format('(%1$s except %2$s) union (%2$s except %1$s)', format(given, 'new_rows'), format(given, 'old_rows'))),
    ('delete', format(given, 'old_rows'))
  loop
    execute format($create$
      create function move_feeding_days_%1$s() returns trigger language plpgsql as $function$
      begin
        update leftover l set fed_on = d.day
        from (
          select o.client_id, o.id, leftover_feeding_day(o.client_id, o.farm_id, o.group_id, o.date) as day
          from (%2$s) c join leftover o on o.client_id = c.client_id and o.farm_id = c.farm_id and o.group_id = c.group_id
            and o.date > c.planned_on and o.date <= c.planned_on + 7
          where not is_closed_day(o.client_id, o.farm_id, coalesce(o.fed_on, o.date))
        ) d
        where l.client_id = d.client_id and l.id = d.id and l.fed_on is distinct from d.day;
        return null;
      end $function$;
      create trigger feeding_days_%1$s after %1$s on schedule_group referencing %3$s for each statement execute function move_feeding_days_%1$s();
    $create$, way, changed,
      concat_ws(' ', case when way <> 'insert' then 'old table as old_rows' end, case when way <> 'delete' then 'new table as new_rows' end));
  end loop;
end $do$;

drop trigger due on leftover;
create trigger due after insert or delete or update of farm_id, group_id, date, weight, fed_on on leftover for each row execute function leftover_due();

-- A leftover may belong to its own date, too.
create or replace function leftover_chart_due() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into chart_day_due (client_id, farm_id, day, settled)
    select old.client_id, old.farm_id, old.date - back, true from generate_series(0, 7) back;
  end if;
  if tg_op <> 'DELETE' then
    insert into chart_day_due (client_id, farm_id, day, settled)
    select new.client_id, new.farm_id, new.date - back, true from generate_series(0, 7) back;
  end if;
  return null;
end $$;
