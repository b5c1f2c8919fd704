-- How a feed is kept and ordered: what of it the store loses a month, how many days an order takes to come, how many days early it is to be there.
alter table ingredient add column storage_loss numeric(5,2) not null default 0 check (storage_loss between 0 and 100);
alter table ingredient add column lead_days integer not null default 0 check (lead_days between 0 and 365);
alter table ingredient add column safety_days integer not null default 0 check (safety_days between 0 and 365);

-- What may be otherwise in the year ahead, to be laid beside what is planned.
create table scenario (
  client_id bigint not null references client,
  id bigint generated always as identity,
  farm_id bigint not null,
  name text not null,
  deleted boolean not null default false,
  version integer not null default 1,
  primary key (client_id, id),
  foreign key (client_id, farm_id) references farm (client_id, id)
);
create unique index scenario_name on scenario (client_id, farm_id, lower(name)) where not deleted;
select protect('scenario');

-- From a day on, a group has other heads: so many, or so many more than were counted last.
create table scenario_head (
  client_id bigint not null,
  scenario_id bigint not null,
  group_id bigint not null,
  day date not null,
  heads integer check (heads >= 0),
  added integer,
  primary key (client_id, scenario_id, group_id, day),
  foreign key (client_id, scenario_id) references scenario (client_id, id) on delete cascade,
  foreign key (client_id, group_id) references animal_group (client_id, id),
  check ((heads is null) <> (added is null))
);
create index scenario_head_group on scenario_head (client_id, group_id);
select protect('scenario_head');

-- What a kilogram of a feed costs.
create table scenario_price (
  client_id bigint not null,
  scenario_id bigint not null,
  ingredient_id bigint not null,
  price numeric(14,5) not null check (price >= 0),
  primary key (client_id, scenario_id, ingredient_id),
  foreign key (client_id, scenario_id) references scenario (client_id, id) on delete cascade,
  foreign key (client_id, ingredient_id) references ingredient (client_id, id)
);
create index scenario_price_ingredient on scenario_price (client_id, ingredient_id);
select protect('scenario_price');

-- What is expected to come in of the farm's own.
create table scenario_harvest (
  client_id bigint not null,
  scenario_id bigint not null,
  ingredient_id bigint not null,
  day date not null,
  kg numeric(14,3) not null check (kg > 0),
  primary key (client_id, scenario_id, ingredient_id, day),
  foreign key (client_id, scenario_id) references scenario (client_id, id) on delete cascade,
  foreign key (client_id, ingredient_id) references ingredient (client_id, id)
);
create index scenario_harvest_ingredient on scenario_harvest (client_id, ingredient_id);
select protect('scenario_harvest');

-- From a day on, a group eats this ration in place of what its periods name.
create table scenario_ration (
  client_id bigint not null,
  scenario_id bigint not null,
  group_id bigint not null,
  day date not null,
  ration_id bigint not null,
  primary key (client_id, scenario_id, group_id, day),
  foreign key (client_id, scenario_id) references scenario (client_id, id) on delete cascade,
  foreign key (client_id, group_id) references animal_group (client_id, id),
  foreign key (client_id, ration_id) references ration (client_id, id)
);
create index scenario_ration_group on scenario_ration (client_id, group_id);
create index scenario_ration_ration on scenario_ration (client_id, ration_id);
select protect('scenario_ration');
