-- The moving average is reckoned in one place: what an ingredient's stock is after a move. The steps of `stock_average` and the prices of
-- moves that are posted together follow from it.
create type stock_state as (rest numeric, average numeric);

create function move_stock(held stock_state, kind text, kg numeric, price numeric) returns stock_state language plpgsql immutable as $$
begin
  -- What lies there to begin with.
  if kind = 'opening' then return (kg, price); end if;
  if kg > 0 and kind in ('delivery', 'craft_in') then
    held.average := round((greatest(held.rest, 0) * held.average + kg * price) / (greatest(held.rest, 0) + kg), 5);
  elsif kg > 0 and held.average = 0 then
    held.average := price;
  end if;
  held.rest := held.rest + kg;
  return held;
end $$;

create aggregate stock_after(kind text, kg numeric, price numeric) (sfunc = move_stock, stype = stock_state, initcond = '(0,0)');

create or replace function average_stock(client bigint, ingredient bigint, since timestamptz) returns void language plpgsql as $$
declare
  step stock_average;
  move record;
begin
  select * into step from stock_average a
    where a.client_id = client and a.ingredient_id = ingredient and a.at < since order by a.day desc limit 1;
  delete from stock_average a where a.client_id = client and a.ingredient_id = ingredient and (step.day is null or a.day > step.day);
  step.average := coalesce(step.average, 0);
  -- Planned each time: a plan that was made while the ledger was small reads all of it again for each of a file's thousands of moves.
  for move in execute $moves$
    select m.* from (
      select l.at, l.id, l.day, l.kind, l.kg, l.price, l.list_price,
        coalesce($3, 0) + sum(l.kg) over (order by l.at, l.id rows unbounded preceding) as rest
      from ledger l
      where l.client_id = $1 and l.ingredient_id = $2 and l.kind <> 'reversal'
        and ($5 is null or (l.at, l.id) > ($4, $5))
        and not exists (select from ledger r where r.client_id = l.client_id and r.reverses_id = l.id)
    ) m where m.kg > 0 order by m.at, m.id $moves$ using client, ingredient, step.rest, step.at, step.move_id
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
