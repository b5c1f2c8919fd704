-- Two functions are the only writers of the ledger: `post_moves` and `reverse_moves`. Each updates sums by day and month, averages and ingredients itself.
drop trigger roll_up_insert on ledger;
drop function roll_up_stock();

-- A move to post. `kg` is signed: in is positive. Without `price` and `cost` it moves at the moving average as of its position.
-- Without `day` it happens on the day of `at` by the farm's clock. Number 0 of a delivery or a harvest is the last one that this session wrote.
create type move_to_post as (
  n integer, ingredient bigint, kg numeric(14,3), price numeric, cost numeric, kind text, at timestamptz, day date, farm bigint,
  schedule bigint, delivery bigint, batch bigint, transfer bigint, harvest bigint, opening bigint, note text
);
create type posted_move as (id bigint, ingredient bigint, transfer bigint, price numeric, value numeric, dry_matter numeric, rest numeric);

-- Adds moves to the sums of their days and months. A reversal counts with the kind of the reversed move.
create function add_to_stock_sums(of_client bigint, moves bigint[]) returns void language plpgsql
  -- Planned once, and by the index, even if the ledger was small at that time.
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  with summed as materialized (
    select l.ingredient_id, l.day, l.farm_id, k.kind, sum(l.kg) as kg, sum(l.value) as value, count(*) as moves
    from ledger l cross join lateral (
      -- Not a join of the ledger, for few moves are reversals.
      select case when l.reverses_id is null then l.kind
        else (select o.kind from ledger o where o.client_id = of_client and o.id = l.reverses_id) end as kind) k
    where l.client_id = of_client and l.id = any(moves) group by 1, 2, 3, 4
  ), by_month as (
    insert into stock_month as d (client_id, ingredient_id, month, farm_id, kind, kg, value, moves)
    select of_client, s.ingredient_id, month_of(s.day), s.farm_id, s.kind, sum(s.kg), sum(s.value), sum(s.moves)
    from summed s group by 2, 3, 4, 5 order by 2, 3, 4, 5
    on conflict (client_id, ingredient_id, month, farm_id, kind) do update set
      kg = d.kg + excluded.kg, value = d.value + excluded.value, moves = d.moves + excluded.moves
  ), due as (
    -- The price at which feed was last taken changes from that day on.
    insert into feeding_day_due (client_id, farm_id, day)
    select distinct of_client, s.farm_id, s.day from summed s where s.kind in ('load', 'craft_out')
  )
  insert into stock_day as d (client_id, ingredient_id, day, farm_id, kind, kg, value, moves)
  select of_client, s.* from summed s order by 2, 3, 4, 5
  on conflict (client_id, ingredient_id, day, farm_id, kind) do update set
    kg = d.kg + excluded.kg, value = d.value + excluded.value, moves = d.moves + excluded.moves;
end $$;

-- The last step of an average before a position; for none, an empty stock.
create function step_before(of_client bigint, of_ingredient bigint, of_day date, of_at timestamptz) returns stock_average language plpgsql stable as $$
declare
  step stock_average;
begin
  select * into step from stock_average a
  where a.client_id = of_client and a.ingredient_id = of_ingredient and (a.day, a.at) < (of_day, of_at) order by a.day desc limit 1;
  return (of_client, of_ingredient, coalesce(step.day, '-infinity'), coalesce(step.at, '-infinity'), coalesce(step.move_id, 0), coalesce(step.rest, 0),
    coalesce(step.average, 0))::stock_average;
end $$;

-- The average as of a position: the step, then each active move up to the position.
create function average_from(step stock_average, of_day date, of_at timestamptz) returns numeric language plpgsql stable
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  return (
    select (stock_after(m.kind, m.kg, m.price order by m.day, m.at, m.id)).average
    from (
      select 'opening' as kind, step.rest as kg, step.average as price, '-infinity'::date as day, '-infinity'::timestamptz as at, 0::bigint as id
      union all
      select l.kind, l.kg, coalesce(l.list_price, l.price), l.day, l.at, l.id from ledger l
      where l.client_id = step.client_id and l.ingredient_id = step.ingredient_id and l.kind <> 'reversal'
        and (l.day, l.at, l.id) > (step.day, step.at, step.move_id) and (l.day, l.at) <= (of_day, of_at)
        and not exists (select from ledger r where r.client_id = step.client_id and r.reverses_id = l.id)
    ) m);
end $$;

-- From 127, with the steps of above.
create or replace function average_at(of_client bigint, of_ingredient bigint, of_day date, of_at timestamptz) returns numeric language plpgsql stable as $$
begin
  if not exists (select from ledger l where l.client_id = of_client and l.ingredient_id = of_ingredient and (l.day, l.at) > (of_day, of_at)) then
    return (select i.average_price from ingredient i where i.client_id = of_client and i.id = of_ingredient);
  end if;
  return average_from(step_before(of_client, of_ingredient, of_day, of_at), of_day, of_at);
end $$;

-- Rebuilds an average from a position on, if moves there can have changed it: feed came, or a step follows.
create function correct_average(of_client bigint, of_ingredient bigint, since_day date, since_at timestamptz, came boolean) returns void language plpgsql as $$
begin
  if came or exists (
    select from stock_average a where a.client_id = of_client and a.ingredient_id = of_ingredient and (a.day, a.at) >= (since_day, since_at)) then
    perform average_stock(of_client, of_ingredient, since_day, since_at);
  end if;
end $$;

-- Refuses moves of a feed before its opening balance, and moves in a store that farms share in a closed month of any of them.
create function refuse_moves(of_client bigint, of_ingredient bigint, feed text, is_shared boolean, moves move_to_post[]) returns void language plpgsql as $$
declare
  opened_on date;
  place record;
begin
  select o.day into opened_on from opening o where o.client_id = of_client and o.ingredient_id = of_ingredient and not o.deleted;
  if opened_on > (select min(m.day) from unnest(moves) m where m.kind <> 'opening_balance') then perform refuse_before_opening(feed, opened_on); end if;
  if not is_shared then return; end if;
  for place in select distinct m.farm, m.day from unnest(moves) m order by 1, 2 loop
    perform demand_open_store(of_client, place.farm, of_ingredient, place.day);
  end loop;
end $$;

-- Posts moves, those of a feed in the order of `n`, and returns each as posted. A move without a price leaves at the average as of its position `(day, at, id)`,
-- whenever it is entered, or at the list price if nothing was bought by then. Raises MN003 and MN004 (see 128 and 155), and P0002 for an unknown feed.
-- Feeds are locked in the order of their ids. The lock is the weaker one: who has just written a row that refers to the feed holds a share of its key.
create function post_moves(of_client bigint, of_user bigint, given jsonb) returns setof posted_move language plpgsql
  -- Planned once, and by the index, even if the ledger was small at that time.
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  feed record;
  move move_to_post;
  held stock_state;
  before stock_state;
  earliest record;
  last record;
  step stock_average;
  is_late boolean;
  came boolean;
  unit_price numeric;
  found_price numeric;
  move_id bigint;
  posted bigint[] := '{}';
begin
  for feed in
    select i.id, i.name, i.stock_id, i.rest, i.average_price, i.price, i.dry_matter, g.moves,
      exists (select from stock s where s.client_id = of_client and s.id = i.stock_id and s.farm_id is null) as is_shared
    from (
      select m.ingredient, array_agg((
        m.n, m.ingredient, m.kg, coalesce(m.price, round_price(m.cost / nullif(m.kg, 0))), m.cost, m.kind, m.at,
        coalesce(m.day, (select (m.at at time zone f.timezone)::date from farm f where f.client_id = of_client and f.id = m.farm)), m.farm,
        m.schedule, case m.delivery when 0 then currval('delivery_id_seq') else m.delivery end, m.batch, m.transfer,
        case m.harvest when 0 then currval('harvest_id_seq') else m.harvest end, m.opening, m.note)::move_to_post order by m.n) as moves
      from jsonb_populate_recordset(null::move_to_post, given) m group by 1
    ) g
    join ingredient i on i.client_id = of_client and i.id = g.ingredient
    order by i.id for no key update of i
  loop
    select d.day, d.at, d.kg into earliest from (
      select m.day, m.at, sum(m.kg) over () as kg from unnest(feed.moves) m order by m.day, m.at limit 1) d;
    -- Read after the lock: another transaction may have moved the feed until then.
    select l.day, l.at into last from ledger l where l.client_id = of_client and l.ingredient_id = feed.id order by l.day desc, l.at desc, l.id desc limit 1;
    perform refuse_moves(of_client, feed.id, feed.name, feed.is_shared, feed.moves);
    held := (feed.rest, feed.average_price);
    is_late := false;
    came := false;
    foreach move in array feed.moves loop
      if (move.day, move.at) < (last.day, last.at) then
        if not is_late then step := step_before(of_client, feed.id, earliest.day, earliest.at); end if;
        is_late := true;
      else
        last := move;
      end if;
      before := held;
      unit_price := move.price;
      if unit_price is null then
        unit_price := coalesce(nullif(case when is_late then average_from(step, move.day, move.at) else held.average end, 0), feed.price);
      end if;
      -- Found before anything was bought, feed is worth the list price until then.
      found_price := case when move.kind = 'count' and move.kg > 0 then feed.price end;
      insert into ledger (client_id, at, day, farm_id, stock_id, ingredient_id, kind, kg, price, list_price, value, schedule_id, delivery_id, batch_id,
        transfer_id, harvest_id, opening_id, note, user_id)
      values (of_client, move.at, move.day, move.farm, feed.stock_id, feed.id, move.kind, move.kg, unit_price, found_price, move.kg * unit_price,
        move.schedule, move.delivery, move.batch, move.transfer, move.harvest, move.opening, coalesce(move.note, ''), of_user)
      returning id into move_id;
      posted := posted || move_id;
      came := came or move.kg > 0;
      held := move_stock(held, move.kind, move.kg, coalesce(found_price, unit_price));
      if move.kg > 0 and not is_late and not (move.kind = 'count' and before.average <> 0) then
        insert into stock_average as a (client_id, ingredient_id, day, at, move_id, rest, average)
        values (of_client, feed.id, move.day, move.at, move_id, held.rest, held.average)
        on conflict (client_id, ingredient_id, day) do update set
          at = excluded.at, move_id = excluded.move_id, rest = excluded.rest, average = excluded.average;
      end if;
      return next (move_id, feed.id, move.transfer, unit_price, move.kg * unit_price, feed.dry_matter, feed.rest + earliest.kg)::posted_move;
    end loop;
    update ingredient i set rest = held.rest, average_price = case when is_late then i.average_price else held.average end
    where i.client_id = of_client and i.id = feed.id;
    if is_late then perform correct_average(of_client, feed.id, earliest.day, earliest.at, came); end if;
  end loop;
  perform add_to_stock_sums(of_client, posted);
  if cardinality(posted) < jsonb_array_length(given) then raise exception 'no such ingredient to move' using errcode = 'no_data_found'; end if;
end $$;

-- Reverses those of the given moves that aren't reversed yet: appends their opposites at the same price, day and moment. Returns the feeds that moved.
create function reverse_moves(of_client bigint, of_user bigint, given bigint[], reason text) returns setof bigint language plpgsql
  -- Planned once, and by the index, even if the ledger was small at that time.
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  feed record;
  earliest record;
  written bigint[] := '{}';
begin
  for feed in
    select i.id, exists (select from stock s where s.client_id = of_client and s.id = i.stock_id and s.farm_id is null) as is_shared from ingredient i
    where i.client_id = of_client and i.id in (select l.ingredient_id from ledger l where l.client_id = of_client and l.id = any(given))
    order by i.id for no key update of i
  loop
    -- Read after the lock: another transaction may have reversed some until then.
    with undone as (
      select l.* from ledger l
      where l.client_id = of_client and l.id = any(given) and l.ingredient_id = feed.id and l.kind <> 'reversal'
        and not exists (select from ledger r where r.client_id = of_client and r.reverses_id = l.id)
    ), opposite as (
      insert into ledger (client_id, at, day, farm_id, stock_id, ingredient_id, kind, kg, price, value, schedule_id, delivery_id, batch_id, transfer_id,
        harvest_id, opening_id, reverses_id, note, user_id)
      select of_client, at, day, farm_id, stock_id, ingredient_id, 'reversal', -kg, price, -value, schedule_id, delivery_id, batch_id, transfer_id,
        harvest_id, opening_id, id, reason, of_user
      from undone order by id
      returning id, day, at, kg
    )
    select array_agg(o.id) as ids, sum(o.kg) as kg, (array_agg(o.day order by o.day, o.at))[1] as day, (array_agg(o.at order by o.day, o.at))[1] as at
    into earliest from opposite o;
    continue when earliest.ids is null;
    written := written || earliest.ids;
    if feed.is_shared then
      perform demand_open_store(of_client, p.farm_id, feed.id, p.day)
      from (select distinct l.farm_id, l.day from ledger l where l.client_id = of_client and l.id = any(earliest.ids)) p;
    end if;
    update ingredient i set rest = i.rest + earliest.kg where i.client_id = of_client and i.id = feed.id;
    perform correct_average(of_client, feed.id, earliest.day, earliest.at, false);
    return next feed.id;
  end loop;
  perform add_to_stock_sums(of_client, written);
end $$;

-- Rebuilds what follows from a client's ledger: sums and averages.
create function rebuild_stock(of_client bigint) returns void language plpgsql as $$
begin
  delete from stock_day where client_id = of_client;
  delete from stock_month where client_id = of_client;
  perform add_to_stock_sums(of_client, array(select l.id from ledger l where l.client_id = of_client));
  perform average_stock(of_client, i.id, '-infinity', '-infinity') from ingredient i
  where i.client_id = of_client and exists (
    select from ledger l where l.client_id = of_client and l.ingredient_id = i.id and l.kg > 0 and l.kind <> 'reversal');
end $$;
