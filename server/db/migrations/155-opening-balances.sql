-- The stock of a feed at the start of a farm's first recorded day. The ledger's kind is `opening_balance`; the day has no earlier move of the feed.
create table opening (
  client_id bigint not null references client,
  id bigint generated always as identity,
  farm_id bigint not null,
  ingredient_id bigint not null,
  day date not null,
  kg numeric(14,3) not null check (kg > 0),
  price numeric(14,5) not null check (price >= 0),
  note text not null default '',
  deleted boolean not null default false,
  version integer not null default 1,
  primary key (client_id, id),
  foreign key (client_id, farm_id) references farm (client_id, id),
  foreign key (client_id, ingredient_id) references ingredient (client_id, id)
);
create index opening_list on opening (client_id, farm_id, day desc, id desc);
-- A feed lies in one store: one opening balance per feed is one per feed and store.
create unique index opening_ingredient on opening (client_id, ingredient_id) where not deleted;
select protect('opening');

alter table ledger drop constraint ledger_kind_check;
alter table ledger add constraint ledger_kind_check check (kind in (
  'opening_balance', 'delivery', 'harvest', 'sale', 'load', 'craft_in', 'craft_out', 'transfer_in', 'transfer_out', 'count', 'reversal'));
alter table ledger add column opening_id bigint;
alter table ledger add foreign key (client_id, opening_id) references opening (client_id, id);
create index ledger_opening on ledger (client_id, opening_id) where opening_id is not null;

-- From 088: an opening balance mixes like a delivery.
create or replace function move_stock(held stock_state, kind text, kg numeric, price numeric) returns stock_state language plpgsql immutable as $$
begin
  -- `opening` is not a kind of the ledger: it is the state before the first of the given moves.
  if kind = 'opening' then return (kg, price); end if;
  if kg > 0 and kind in ('opening_balance', 'delivery', 'craft_in', 'transfer_in', 'harvest') then
    held.average := round((greatest(held.rest, 0) * held.average + kg * price) / (greatest(held.rest, 0) + kg), 5);
  elsif kg > 0 and held.average = 0 then
    held.average := price;
  end if;
  held.rest := held.rest + kg;
  return held;
end $$;

-- Raises MN004: the feed has an opening balance, and a move of an earlier day would make that balance wrong.
create function refuse_before_opening(feed text, opened_on date) returns void language plpgsql as $$
begin
  raise exception 'the feed has an opening balance of a later day' using errcode = 'MN004', detail = feed || E'\n' || opened_on;
end $$;
