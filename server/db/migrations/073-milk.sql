-- The milk of a day, of one group or of the farm as a whole.
create table milk (
  client_id bigint not null references client,
  id bigint generated always as identity,
  farm_id bigint not null,
  group_id bigint,
  day date not null,
  kg numeric(14,3) not null check (kg > 0),
  fat numeric(4,2) not null check (fat between 0 and 20),
  protein numeric(4,2) not null check (protein between 0 and 20),
  price numeric(14,5) check (price >= 0),
  version integer not null default 1,
  primary key (client_id, id),
  foreign key (client_id, farm_id) references farm (client_id, id),
  foreign key (client_id, group_id) references animal_group (client_id, id)
);
create unique index milk_day on milk (client_id, farm_id, day, group_id) nulls not distinct;
select protect('milk');

-- What a farm is paid for milk from a day on.
create table milk_price (
  client_id bigint not null references client,
  id bigint generated always as identity,
  farm_id bigint not null,
  since date not null,
  base numeric(14,5) not null check (base >= 0),
  fat numeric(14,5) not null default 0 check (fat >= 0),
  protein numeric(14,5) not null default 0 check (protein >= 0),
  base_fat numeric(4,2) not null default 0 check (base_fat between 0 and 20),
  base_protein numeric(4,2) not null default 0 check (base_protein between 0 and 20),
  version integer not null default 1,
  primary key (client_id, id),
  foreign key (client_id, farm_id) references farm (client_id, id)
);
create unique index milk_price_from on milk_price (client_id, farm_id, since);
select protect('milk_price');
