-- Feed that goes from one store to another of the company, and feed that a farm grows itself.
create table transfer (
  client_id bigint not null references client,
  id bigint generated always as identity,
  -- Of the feed that leaves; `stock_id` is where that lay, `to_id` the store that it goes to, `into_id` the feed that it is there.
  farm_id bigint not null,
  ingredient_id bigint not null,
  stock_id bigint not null,
  to_id bigint not null,
  into_id bigint not null,
  kg numeric(14,3) not null check (kg > 0),
  dry_matter numeric(5,2) not null,
  at timestamptz not null,
  note text not null default '',
  deleted boolean not null default false,
  version integer not null default 1,
  primary key (client_id, id),
  foreign key (client_id, farm_id) references farm (client_id, id),
  foreign key (client_id, ingredient_id) references ingredient (client_id, id),
  foreign key (client_id, stock_id) references stock (client_id, id),
  foreign key (client_id, to_id) references stock (client_id, id),
  foreign key (client_id, into_id) references ingredient (client_id, id),
  check (stock_id <> to_id and ingredient_id <> into_id)
);
create index transfer_from on transfer (client_id, stock_id, at desc, id desc);
create index transfer_to on transfer (client_id, to_id, at desc, id desc);
select protect('transfer');

create table harvest (
  client_id bigint not null references client,
  id bigint generated always as identity,
  farm_id bigint not null,
  ingredient_id bigint not null,
  at timestamptz not null,
  kg numeric(14,3) not null check (kg > 0),
  dry_matter numeric(5,2),
  -- What growing and storing all of it cost; empty: it is worth what the stock is worth.
  cost numeric(14,2) check (cost >= 0),
  note text not null default '',
  deleted boolean not null default false,
  version integer not null default 1,
  primary key (client_id, id),
  foreign key (client_id, farm_id) references farm (client_id, id),
  foreign key (client_id, ingredient_id) references ingredient (client_id, id)
);
create index harvest_list on harvest (client_id, farm_id, at desc, id desc);
create index harvest_ingredient on harvest (client_id, ingredient_id);
select protect('harvest');

alter table ledger drop constraint ledger_kind_check;
alter table ledger add constraint ledger_kind_check
  check (kind in ('delivery', 'harvest', 'sale', 'load', 'craft_in', 'craft_out', 'transfer_in', 'transfer_out', 'count', 'reversal'));
alter table ledger add column transfer_id bigint, add column harvest_id bigint;
alter table ledger
  add foreign key (client_id, transfer_id) references transfer (client_id, id),
  add foreign key (client_id, harvest_id) references harvest (client_id, id);
create index ledger_transfer on ledger (client_id, transfer_id) where transfer_id is not null;
create index ledger_harvest on ledger (client_id, harvest_id) where harvest_id is not null;

-- From 033: what comes from another store, or from a field, mixes with what is there, too.
create or replace function move_stock(held stock_state, kind text, kg numeric, price numeric) returns stock_state language plpgsql immutable as $$
begin
  -- What lies there to begin with.
  if kind = 'opening' then return (kg, price); end if;
  if kg > 0 and kind in ('delivery', 'craft_in', 'transfer_in', 'harvest') then
    held.average := round((greatest(held.rest, 0) * held.average + kg * price) / (greatest(held.rest, 0) + kg), 5);
  elsif kg > 0 and held.average = 0 then
    held.average := price;
  end if;
  held.rest := held.rest + kg;
  return held;
end $$;
