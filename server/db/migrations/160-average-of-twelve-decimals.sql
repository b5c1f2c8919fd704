-- The moving average has twelve decimals, rounded by `round_price` alone. Prices at which feed moved have no scale, nor has money that follows from them:
-- products and sums are exact, and a month without late entries has no revaluation. A column that loses its scale isn't rewritten.
-- Present averages stay: the moves left at their five decimals. The next incoming move of a feed makes an average of twelve.
alter table stock_average alter column average type numeric;
alter table ingredient alter column average_price type numeric;
alter table ledger alter column price type numeric, alter column value type numeric;
alter table stock_day alter column value type numeric;
alter table stock_month alter column value type numeric;
alter table schedule_ingredient alter column price type numeric;
alter table feed_day alter column cost type numeric;
alter table feed_month alter column cost type numeric;

-- A calculated price of a kilogram: the moving average, the price of a harvest or of compound feed.
create function round_price(price numeric) returns numeric language sql immutable parallel safe as $$ select round(price, 12) $$;

-- From 155, with `round_price`.
create or replace function move_stock(held stock_state, kind text, kg numeric, price numeric) returns stock_state language plpgsql immutable as $$
begin
  -- `opening` is not a kind of the ledger: it is the state before the first of the given moves.
  if kind = 'opening' then return (kg, price); end if;
  if kg > 0 and kind in ('opening_balance', 'delivery', 'craft_in', 'transfer_in', 'harvest') then
    held.average := round_price((greatest(held.rest, 0) * held.average + kg * price) / (greatest(held.rest, 0) + kg));
  elsif kg > 0 and held.average = 0 then
    held.average := price;
  end if;
  held.rest := held.rest + kg;
  return held;
end $$;
