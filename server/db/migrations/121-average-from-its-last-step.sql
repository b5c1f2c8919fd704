-- To reckon an average on from its last step all moves of the feed were read and those before it thrown away: under row-level security a
-- condition may lead through an index only when nothing in it could leak, and `coalesce` counts as what might.
create or replace function average_stock(client bigint, ingredient bigint, since timestamptz) returns void language plpgsql
  -- Planned once, and by the index: a plan that is made while the ledger is small would else read all of it for each of a file's thousands of moves.
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  step stock_average;
  move record;
begin
  select * into step from stock_average a
    where a.client_id = client and a.ingredient_id = ingredient and a.at < since order by a.day desc limit 1;
  step.day := coalesce(step.day, '-infinity');
  step.at := coalesce(step.at, '-infinity');
  step.move_id := coalesce(step.move_id, 0);
  step.rest := coalesce(step.rest, 0);
  step.average := coalesce(step.average, 0);
  delete from stock_average a where a.client_id = client and a.ingredient_id = ingredient and a.day > step.day;
  for move in
    select m.* from (
      select l.at, l.id, l.day, l.kind, l.kg, l.price, l.list_price,
        step.rest + sum(l.kg) over (order by l.at, l.id rows unbounded preceding) as rest
      from ledger l
      where l.client_id = client and l.ingredient_id = ingredient and l.kind <> 'reversal'
        and (l.at, l.id) > (step.at, step.move_id)
        and not exists (select from ledger r where r.client_id = l.client_id and r.reverses_id = l.id)
    ) m where m.kg > 0 order by m.at, m.id
  loop
    -- What is found where something is worth something already says nothing of its worth.
    continue when move.kind = 'count' and step.average <> 0;
    step.average := (move_stock((move.rest - move.kg, step.average), move.kind, move.kg, coalesce(move.list_price, move.price))).average;
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
