-- A move has one position in time: its farm's day, then its moment, then its number. Kilograms, value and average follow it alike.
create index ledger_position on ledger (client_id, ingredient_id, day, at, id);
drop index ledger_moves;
drop index ledger_ingredient;

drop function average_stock(bigint, bigint, timestamptz);

-- Rebuilds the steps of an ingredient's average from a position on.
create function average_stock(client bigint, ingredient bigint, since_day date, since_at timestamptz) returns void language plpgsql
  -- Planned once, and by the index: a plan that is made while the ledger is small would else read all of it for each of a file's thousands of moves.
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  step stock_average;
  move record;
begin
  select * into step from stock_average a
    where a.client_id = client and a.ingredient_id = ingredient and (a.day, a.at) < (since_day, since_at) order by a.day desc limit 1;
  step.day := coalesce(step.day, '-infinity');
  step.at := coalesce(step.at, '-infinity');
  step.move_id := coalesce(step.move_id, 0);
  step.rest := coalesce(step.rest, 0);
  step.average := coalesce(step.average, 0);
  delete from stock_average a where a.client_id = client and a.ingredient_id = ingredient and a.day > step.day;
  for move in
    select m.* from (
      select l.at, l.id, l.day, l.kind, l.kg, l.price, l.list_price,
        step.rest + sum(l.kg) over (order by l.day, l.at, l.id rows unbounded preceding) as rest
      from ledger l
      where l.client_id = client and l.ingredient_id = ingredient and l.kind <> 'reversal'
        and (l.day, l.at, l.id) > (step.day, step.at, step.move_id)
        and not exists (select from ledger r where r.client_id = l.client_id and r.reverses_id = l.id)
    ) m where m.kg > 0 order by m.day, m.at, m.id
  loop
    -- What is found where something is worth something already says nothing of its worth.
    continue when move.kind = 'count' and step.average <> 0;
    step.average := (move_stock((move.rest - move.kg, step.average), move.kind, move.kg, coalesce(move.list_price, move.price))).average;
    insert into stock_average as a (client_id, ingredient_id, day, at, move_id, rest, average)
    values (client, ingredient, move.day, move.at, move.id, move.rest, step.average)
    on conflict (client_id, ingredient_id, day) do update set
      at = excluded.at, move_id = excluded.move_id, rest = excluded.rest, average = excluded.average;
  end loop;
  update ingredient i set average_price = step.average
  where i.client_id = client and i.id = ingredient and i.average_price <> step.average;
end $$;

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

  -- What goes out last, as nearly all moves do, changes no average. A reversal changes it from the position of what it takes back on.
  for moved in
    select distinct on (p.client_id, p.ingredient_id) p.client_id, p.ingredient_id, p.day, p.at,
      bool_or(p.came) over (partition by p.client_id, p.ingredient_id) as came
    from (
      select n.client_id, n.ingredient_id, n.kg > 0 and n.kind <> 'reversal' as came,
        case when n.reverses_id is null then n.day
          else (select o.day from ledger o where o.client_id = n.client_id and o.id = n.reverses_id) end as day,
        case when n.reverses_id is null then n.at
          else (select o.at from ledger o where o.client_id = n.client_id and o.id = n.reverses_id) end as at
      from new_rows n
    ) p
    order by p.client_id, p.ingredient_id, p.day, p.at
  loop
    if moved.came or exists (
      select from stock_average a
      where a.client_id = moved.client_id and a.ingredient_id = moved.ingredient_id and (a.day, a.at) >= (moved.day, moved.at)) then
      perform average_stock(moved.client_id, moved.ingredient_id, moved.day, moved.at);
    end if;
  end loop;
  return null;
end $$;

create or replace function roll_up_all_stock() returns void language sql as $$
  delete from stock_day;
  delete from stock_month;
  insert into stock_day (client_id, ingredient_id, day, farm_id, kind, kg, value, moves)
  select l.client_id, l.ingredient_id, l.day, l.farm_id, coalesce(o.kind, l.kind), sum(l.kg), sum(l.value), count(*)
  from ledger l left join ledger o on o.client_id = l.client_id and o.id = l.reverses_id group by 1, 2, 3, 4, 5;
  insert into stock_month (client_id, ingredient_id, month, farm_id, kind, kg, value, moves)
  select client_id, ingredient_id, month_of(day), farm_id, kind, sum(kg), sum(value), sum(moves) from stock_day group by 1, 2, 3, 4, 5;
  select average_stock(client_id, id, '-infinity', '-infinity') from ingredient;
$$;

-- What a kilogram of an ingredient is worth as of a position: after everything that moved up to then.
create function average_at(of_client bigint, of_ingredient bigint, of_day date, of_at timestamptz) returns numeric language plpgsql stable as $$
declare
  step stock_average;
begin
  if not exists (select from ledger l where l.client_id = of_client and l.ingredient_id = of_ingredient and (l.day, l.at) > (of_day, of_at)) then
    return (select i.average_price from ingredient i where i.client_id = of_client and i.id = of_ingredient);
  end if;
  select * into step from stock_average a
    where a.client_id = of_client and a.ingredient_id = of_ingredient and (a.day, a.at) <= (of_day, of_at) order by a.day desc limit 1;
  step.day := coalesce(step.day, '-infinity');
  step.at := coalesce(step.at, '-infinity');
  step.move_id := coalesce(step.move_id, 0);
  return (
    select (stock_after(m.kind, m.kg, m.price order by m.day, m.at, m.id)).average
    from (
      select 'opening' as kind, coalesce(step.rest, 0) as kg, coalesce(step.average, 0) as price, '-infinity'::date as day, '-infinity'::timestamptz as at,
        0::bigint as id
      union all
      select l.kind, l.kg, coalesce(l.list_price, l.price), l.day, l.at, l.id from ledger l
      where l.client_id = of_client and l.ingredient_id = of_ingredient and l.kind <> 'reversal'
        and (l.day, l.at, l.id) > (step.day, step.at, step.move_id) and (l.day, l.at) <= (of_day, of_at)
        and not exists (select from ledger r where r.client_id = l.client_id and r.reverses_id = l.id)
    ) m);
end $$;

-- The farms in whose statement an ingredient stands: its own, and all of the company whose farms share its stock.
create function farms_of_feed(of_client bigint, of_ingredient bigint) returns setof bigint language sql stable as $$
  select i.farm_id from ingredient i where i.client_id = of_client and i.id = of_ingredient
  union
  select f.id from ingredient i
  join stock s on s.client_id = i.client_id and s.id = i.stock_id and s.farm_id is null
  join farm f on f.client_id = s.client_id and f.company_id = s.company_id
  where i.client_id = of_client and i.id = of_ingredient $$;

-- Averages are rebuilt from the first day that is open on: closed months keep what they were signed with.
select set_config('manger.all_clients', 'on', true);
create temporary table average_before on commit drop as select client_id, ingredient_id, day, average from stock_average;
do $$
declare
  feed record;
  changed record;
begin
  for feed in
    select i.client_id, i.id, coalesce((
      select (max(c.month) + interval '1 month')::date from month_close c
      where c.client_id = i.client_id and c.farm_id in (select farms_of_feed(i.client_id, i.id))), '-infinity') as open_from
    from ingredient i
  loop
    -- The last closed step stands at the end of its day, with all that lay there then.
    update stock_average a set at = 'infinity', move_id = 0, rest = coalesce((
      select sum(l.kg) from ledger l where l.client_id = a.client_id and l.ingredient_id = a.ingredient_id and l.day <= a.day), 0)
    where a.client_id = feed.client_id and a.ingredient_id = feed.id and a.day = (
      select max(b.day) from stock_average b where b.client_id = feed.client_id and b.ingredient_id = feed.id and b.day < feed.open_from);
    perform average_stock(feed.client_id, feed.id, feed.open_from, '-infinity');
  end loop;
  for changed in
    select d.client_id, d.ingredient_id, d.day, coalesce(was.average, 0.00000) as was, coalesce(now.average, 0.00000) as now
    from (select client_id, ingredient_id, day from average_before union select client_id, ingredient_id, day from stock_average) d
    left join lateral (select b.average from average_before b
      where b.client_id = d.client_id and b.ingredient_id = d.ingredient_id and b.day <= d.day order by b.day desc limit 1) was on true
    left join lateral (select a.average from stock_average a
      where a.client_id = d.client_id and a.ingredient_id = d.ingredient_id and a.day <= d.day order by a.day desc limit 1) now on true
    where coalesce(was.average, 0) <> coalesce(now.average, 0)
    order by 1, 2, 3
  loop
    raise notice 'client %, ingredient %: the average of % changed from % to %', changed.client_id, changed.ingredient_id, changed.day,
      changed.was, changed.now;
  end loop;
end $$;
