-- Companies, farms, animals, stocks, ingredients, deliveries, rations, recipes, mixers; the ledger.

create table company (
  client_id integer not null references client,
  id integer generated always as identity,
  name text not null,
  registration_code text not null default '',
  deleted boolean not null default false,
  version integer not null default 1,
  primary key (client_id, id)
);
create unique index company_name on company (client_id, lower(name)) where not deleted;
select protect('company');

create table farm (
  client_id integer not null,
  id integer generated always as identity,
  company_id integer not null,
  name text not null,
  timezone text not null default 'UTC',
  registration_code text not null default '',
  structural_unit text not null default '',
  structural_unit_manager text not null default '',
  farm_manager text not null default '',
  zootechnician text not null default '',
  accountant text not null default '',
  weigher text not null default '',
  destination text not null default '',
  version integer not null default 1,
  primary key (client_id, id),
  foreign key (client_id, company_id) references company (client_id, id)
);
create unique index farm_name on farm (client_id, company_id, lower(name));
select protect('farm');

create table animal_type (
  client_id integer not null references client,
  id integer generated always as identity,
  name text not null,
  deleted boolean not null default false,
  version integer not null default 1,
  primary key (client_id, id)
);
create unique index animal_type_name on animal_type (client_id, lower(name)) where not deleted;
select protect('animal_type');

create table animal_group (
  client_id integer not null,
  id integer generated always as identity,
  farm_id integer not null,
  animal_type_id integer not null,
  name text not null,
  animal_count integer not null default 0 check (animal_count >= 0),
  deleted boolean not null default false,
  version integer not null default 1,
  primary key (client_id, id),
  foreign key (client_id, farm_id) references farm (client_id, id),
  foreign key (client_id, animal_type_id) references animal_type (client_id, id)
);
create unique index animal_group_name on animal_group (client_id, farm_id, lower(name)) where not deleted;
select protect('animal_group');

-- Head counts with the day, in the farm's timezone, from which each holds.
create table head_count (
  client_id integer not null,
  group_id integer not null,
  day date not null,
  heads integer not null check (heads >= 0),
  primary key (client_id, group_id, day),
  foreign key (client_id, group_id) references animal_group (client_id, id)
);
select protect('head_count');

create table stock (
  client_id integer not null,
  id integer generated always as identity,
  company_id integer not null,
  farm_id integer,
  name text not null,
  type text not null check (type in ('feedbank', 'warehouse')),
  capacity numeric(14,3) not null default 0 check (capacity >= 0),
  deleted boolean not null default false,
  version integer not null default 1,
  primary key (client_id, id),
  foreign key (client_id, company_id) references company (client_id, id),
  foreign key (client_id, farm_id) references farm (client_id, id)
);
create unique index stock_name on stock (client_id, company_id, lower(name)) where not deleted;
select protect('stock');

create table ingredient_type (
  client_id integer not null references client,
  id integer generated always as identity,
  name text not null,
  deleted boolean not null default false,
  version integer not null default 1,
  primary key (client_id, id)
);
create unique index ingredient_type_name on ingredient_type (client_id, lower(name)) where not deleted;
select protect('ingredient_type');

create table ingredient (
  client_id integer not null,
  id integer generated always as identity,
  farm_id integer not null,
  stock_id integer not null,
  type_id integer not null,
  name text not null,
  price numeric(14,5) not null default 0 check (price >= 0),
  dry_matter numeric(5,2) not null default 100 check (dry_matter between 0 and 100),
  dry_matter_on date not null default current_date,
  -- The sum of the ledger's kilograms, and the moving average of what came in; kept with each ledger row.
  rest numeric(14,3) not null default 0,
  average_price numeric(14,5) not null default 0,
  deleted boolean not null default false,
  version integer not null default 1,
  primary key (client_id, id),
  foreign key (client_id, farm_id) references farm (client_id, id),
  foreign key (client_id, stock_id) references stock (client_id, id),
  foreign key (client_id, type_id) references ingredient_type (client_id, id)
);
create unique index ingredient_name on ingredient (client_id, farm_id, lower(name)) where not deleted;
create unique index ingredient_in_stock on ingredient (client_id, stock_id, type_id, lower(name)) where not deleted;
create index ingredient_stock on ingredient (client_id, stock_id);
select protect('ingredient');

create table delivery_company (
  client_id integer not null references client,
  id integer generated always as identity,
  name text not null,
  registration_code text not null default '',
  contact text not null default '',
  deleted boolean not null default false,
  version integer not null default 1,
  primary key (client_id, id)
);
create unique index delivery_company_name on delivery_company (client_id, lower(name)) where not deleted;
select protect('delivery_company');

create table delivery (
  client_id integer not null,
  id integer generated always as identity,
  farm_id integer not null,
  delivery_type text not null check (delivery_type in ('delivery', 'sale')),
  ingredient_id integer not null,
  value numeric(14,3) not null check (value > 0),
  price numeric(14,5) not null check (price >= 0),
  company_id integer,
  delivered_at timestamptz not null,
  dry_matter numeric(5,2),
  note text not null default '',
  deleted boolean not null default false,
  version integer not null default 1,
  primary key (client_id, id),
  foreign key (client_id, farm_id) references farm (client_id, id),
  foreign key (client_id, ingredient_id) references ingredient (client_id, id),
  foreign key (client_id, company_id) references delivery_company (client_id, id)
);
create index delivery_list on delivery (client_id, farm_id, delivered_at desc, id desc);
create index delivery_recent on delivery (client_id, delivered_at desc, id desc) where not deleted;
create index delivery_ingredient on delivery (client_id, ingredient_id);
select protect('delivery');

create table ration (
  client_id integer not null,
  id integer generated always as identity,
  farm_id integer not null,
  name text not null,
  rounding numeric(14,3) not null default 1,
  deleted boolean not null default false,
  version integer not null default 1,
  primary key (client_id, id),
  foreign key (client_id, farm_id) references farm (client_id, id)
);
create unique index ration_name on ration (client_id, farm_id, lower(name)) where not deleted;
select protect('ration');

create table ration_item (
  client_id integer not null,
  ration_id integer not null,
  ingredient_id integer not null,
  percent numeric(5,2) not null check (percent > 0),
  position integer not null,
  primary key (client_id, ration_id, ingredient_id),
  foreign key (client_id, ration_id) references ration (client_id, id),
  foreign key (client_id, ingredient_id) references ingredient (client_id, id)
);
create index ration_item_ingredient on ration_item (client_id, ingredient_id);
select protect('ration_item');

create table recipe (
  client_id integer not null,
  id integer generated always as identity,
  farm_id integer not null,
  ingredient_id integer not null,
  name text not null,
  version integer not null default 1,
  primary key (client_id, id),
  foreign key (client_id, farm_id) references farm (client_id, id),
  foreign key (client_id, ingredient_id) references ingredient (client_id, id)
);
create unique index recipe_name on recipe (client_id, farm_id, lower(name));
select protect('recipe');

create table recipe_item (
  client_id integer not null,
  recipe_id integer not null,
  ingredient_id integer not null,
  percent numeric(5,2) not null check (percent > 0),
  position integer not null,
  primary key (client_id, recipe_id, ingredient_id),
  foreign key (client_id, recipe_id) references recipe (client_id, id),
  foreign key (client_id, ingredient_id) references ingredient (client_id, id)
);
create index recipe_item_ingredient on recipe_item (client_id, ingredient_id);
select protect('recipe_item');

create table mixer (
  client_id integer not null,
  id integer generated always as identity,
  farm_id integer not null,
  name text not null,
  model text not null default '',
  max_weight numeric(14,3) not null check (max_weight > 0),
  mix_time integer not null default 0,
  rounding boolean not null default false,
  calibration bytea,
  loading_admittance numeric(14,3) not null default 0,
  loading_sensitivity numeric(14,3) not null default 0,
  unloading_admittance numeric(14,3) not null default 0,
  unloading_sensitivity numeric(14,3) not null default 0,
  auger_rotations numeric(14,3) not null default 0,
  auger_coefficient numeric(14,5) not null default 1,
  auto_transition_time integer not null default 0,
  deleted boolean not null default false,
  version integer not null default 1,
  primary key (client_id, id),
  foreign key (client_id, farm_id) references farm (client_id, id)
);
create unique index mixer_name on mixer (client_id, farm_id, lower(name)) where not deleted;
select protect('mixer');
