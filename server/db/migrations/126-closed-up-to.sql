-- The books of a farm are closed up to the end of the latest month that is closed: every day before that is closed as well.
create function month_is_closed(of_client bigint, of_farm bigint, on_day date) returns boolean language sql stable as $$
  select exists (select from month_close c where c.client_id = of_client and c.farm_id = of_farm and c.month >= month_of(on_day)) $$;

create or replace function month_is_open(of_client bigint, of_farm bigint, on_day date) returns boolean language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('manger month', of_farm));
  return not month_is_closed(of_client, of_farm, on_day);
end $$;

-- The first month of a farm's books: that of its first feeding, first move of stock or first closing, whichever is earliest. Null if there is none.
create function books_begin(of_client bigint, of_farm bigint) returns date language sql stable as $$
  select least(
    (select month_of(min(s.planned_on)) from schedule s where s.client_id = of_client and s.farm_id = of_farm and not s.deleted),
    (select min(k.month) from stock_month k where k.client_id = of_client and k.farm_id = of_farm),
    (select min(l.month) from month_closing l where l.client_id = of_client and l.farm_id = of_farm)) $$;

-- Closes every month of a farm that is open up to and including a month. A month keeps its number; a new one follows the last number of its year.
create function close_months(of_client bigint, of_farm bigint, up_to date, moment timestamptz, person bigint)
returns table (id bigint, month date) language sql volatile as $$
  with open as (
    select m::date as month from generate_series(least(books_begin(of_client, of_farm), up_to), up_to, interval '1 month') m
    where not exists (select from month_close c where c.client_id = of_client and c.farm_id = of_farm and c.month = m::date)
  ), numbered as (
    select o.month, own.number, coalesce(own.version, 0) + 1 as version, coalesce((
        select max(l.number) from month_closing l
        where l.client_id = of_client and l.farm_id = of_farm and date_trunc('year', l.month) = date_trunc('year', o.month)), 0)
      + count(*) filter (where own.number is null) over (partition by date_trunc('year', o.month) order by o.month) as next
    from open o cross join lateral (
      select max(l.number) as number, max(l.version) as version from month_closing l
      where l.client_id = of_client and l.farm_id = of_farm and l.month = o.month) own
  ), kept as (
    select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name, 'base', r.base, 'steps', r.steps) order by r.id), '[]') as bonus_rules
    from bonus_rule r where r.client_id = of_client and r.farm_id = of_farm and not r.deleted
  ), closed as (
    insert into month_close (client_id, farm_id, month, closed_at, closed_by, number, version, bonus_rules)
    select of_client, of_farm, n.month, moment, person, coalesce(n.number, n.next), n.version, kept.bonus_rules
    from numbered n cross join kept
    returning *
  )
  insert into month_closing as l (client_id, farm_id, month, number, version, closed_at, closed_by)
  select c.client_id, c.farm_id, c.month, c.number, c.version, c.closed_at, c.closed_by from closed c order by c.month
  returning l.id, l.month $$;

-- Months that are open behind a closed one are closed now, by nobody: their figures were part of a closed month already.
select set_config('manger.all_clients', 'on', true);
do $$
declare
  last record;
begin
  for last in select client_id, farm_id, max(month) as month from month_close group by client_id, farm_id loop
    perform close_months(last.client_id, last.farm_id, last.month, now(), null);
  end loop;
end $$;
