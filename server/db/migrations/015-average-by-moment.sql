-- The moving average of each ingredient as its moves happened, whatever the order in which they were entered: one row a day on which
-- something came in, with the last of that day's moves, what then lay there and what a kilogram of it was worth. Of moves taken back
-- nothing remains. Beside the ledger, and kept by its statement trigger: an entry of the past reckons the steps from its moment on anew.
create table stock_average (
  client_id integer not null,
  ingredient_id integer not null,
  day date not null,
  at timestamptz not null,
  move_id integer not null,
  rest numeric(16,3) not null,
  average numeric(14,5) not null,
  primary key (client_id, ingredient_id, day)
);
select protect('stock_average');

-- What is found before anything was bought is worth the list price of that moment, in whatever order it was written down.
alter table ledger add column list_price numeric(14,5);

-- Reckons the steps from a moment on: what comes in mixes with what is there, what goes out leaves the average alone.
create function average_stock(client integer, ingredient integer, since timestamptz) returns void language plpgsql as $$
declare
  step stock_average;
  move record;
begin
  select * into step from stock_average a
    where a.client_id = client and a.ingredient_id = ingredient and a.at < since order by a.day desc limit 1;
  delete from stock_average a where a.client_id = client and a.ingredient_id = ingredient and (step.day is null or a.day > step.day);
  step.average := coalesce(step.average, 0);
  for move in
    select m.* from (
      select l.at, l.id, l.day, l.kind, l.kg, l.price, l.list_price,
        coalesce(step.rest, 0) + sum(l.kg) over (order by l.at, l.id rows unbounded preceding) as rest
      from ledger l
      where l.client_id = client and l.ingredient_id = ingredient and l.kind <> 'reversal'
        and (step.move_id is null or (l.at, l.id) > (step.at, step.move_id))
        and not exists (select from ledger r where r.client_id = l.client_id and r.reverses_id = l.id)
    ) m where m.kg > 0 order by m.at, m.id
  loop
    if move.kind in ('delivery', 'craft_in') then
      step.average := round((greatest(move.rest - move.kg, 0) * step.average + move.kg * move.price) / (greatest(move.rest - move.kg, 0) + move.kg), 5);
    elsif step.average = 0 then
      step.average := coalesce(move.list_price, move.price);
    else
      continue;
    end if;
    -- Farms of two timezones may share a stock: a later move never stands on an earlier day.
    step.day := greatest(step.day, move.day);
    insert into stock_average as a (client_id, ingredient_id, day, at, move_id, rest, average)
    values (client, ingredient, step.day, move.at, move.id, move.rest, step.average)
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

drop function moving_average(integer, integer);

create or replace function roll_up_all_stock() returns void language sql as $$
  delete from stock_day;
  delete from stock_month;
  insert into stock_day (client_id, ingredient_id, day, farm_id, kind, kg, value, moves)
  select l.client_id, l.ingredient_id, l.day, l.farm_id, coalesce(o.kind, l.kind), sum(l.kg), sum(l.value), count(*)
  from ledger l left join ledger o on o.client_id = l.client_id and o.id = l.reverses_id group by 1, 2, 3, 4, 5;
  insert into stock_month (client_id, ingredient_id, month, farm_id, kind, kg, value, moves)
  select client_id, ingredient_id, month_of(day), farm_id, kind, sum(kg), sum(value), sum(moves) from stock_day group by 1, 2, 3, 4, 5;
  select average_stock(client_id, id, '-infinity') from ingredient;
$$;
select set_config('manger.all_clients', 'on', true);
select average_stock(client_id, id, '-infinity') from ingredient;
