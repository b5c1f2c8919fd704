-- The daily roll-up of the ledger: what each farm moved of each ingredient on a day, by what the move is; what takes a move back counts
-- with the kind that it takes back. So a year of stock costs days × feeds, and an opening balance doesn't read all that ever moved.
-- The ledger is append-only, so its rows only ever add to it, in the transaction that writes them.
create table stock_day (
  client_id integer not null,
  ingredient_id integer not null,
  day date not null,
  farm_id integer not null,
  kind text not null,
  kg numeric(16,3) not null,
  value numeric(20,5) not null,
  moves integer not null,
  primary key (client_id, ingredient_id, day, farm_id, kind)
);
select protect('stock_day');

create function roll_up_stock() returns trigger language plpgsql as $$
begin
  insert into stock_day as d (client_id, ingredient_id, day, farm_id, kind, kg, value, moves)
  select n.client_id, n.ingredient_id, n.day, n.farm_id, k.kind, sum(n.kg), sum(n.value), count(*)
  from new_rows n cross join lateral (
    -- Not a join of the ledger: few moves take one back.
    select case when n.reverses_id is null then n.kind
      else (select o.kind from ledger o where o.client_id = n.client_id and o.id = n.reverses_id) end as kind) k
  group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  on conflict (client_id, ingredient_id, day, farm_id, kind) do update set
    kg = d.kg + excluded.kg, value = d.value + excluded.value, moves = d.moves + excluded.moves;
  return null;
end $$;
create trigger roll_up_insert after insert on ledger
  referencing new table as new_rows for each statement execute function roll_up_stock();

select set_config('manger.all_clients', 'on', true);
insert into stock_day (client_id, ingredient_id, day, farm_id, kind, kg, value, moves)
select l.client_id, l.ingredient_id, l.day, l.farm_id, coalesce(o.kind, l.kind), sum(l.kg), sum(l.value), count(*)
from ledger l left join ledger o on o.client_id = l.client_id and o.id = l.reverses_id
group by 1, 2, 3, 4, 5;

-- What the notes of a report tell of is the exception: found without reading all that went as it should.
create index schedule_exception on schedule (client_id, farm_id, planned_on) where not deleted and (ignore_in_reports or status <> 'uploaded');
create index ledger_correction on ledger (client_id, day) where kind in ('count', 'reversal');
