-- What a farm's feed is to cost in a year. An edition that is approved never changes; the next one says why there is one.
create table budget (
  client_id bigint not null references client,
  id bigint generated always as identity,
  farm_id bigint not null,
  year integer not null check (year between 2000 and 2100),
  edition integer not null check (edition >= 1),
  reason text not null default '',
  approved_at timestamptz,
  account_id bigint references account,
  version integer not null default 1,
  primary key (client_id, id),
  foreign key (client_id, farm_id) references farm (client_id, id)
);
create unique index budget_edition on budget (client_id, farm_id, year, edition);
create unique index budget_draft on budget (client_id, farm_id, year) where approved_at is null;
select protect('budget');

-- Of a group, or of an animal type, in a month.
create table budget_line (
  client_id bigint not null,
  budget_id bigint not null,
  month integer not null check (month between 1 and 12),
  group_id bigint,
  animal_type_id bigint,
  ingredient_id bigint not null,
  heads numeric(10,2) not null check (heads >= 0),
  kg_per_head_day numeric(10,6) not null check (kg_per_head_day >= 0),
  price numeric(14,5) not null check (price >= 0),
  check ((group_id is null) <> (animal_type_id is null)),
  foreign key (client_id, budget_id) references budget (client_id, id) on delete cascade,
  foreign key (client_id, group_id) references animal_group (client_id, id),
  foreign key (client_id, animal_type_id) references animal_type (client_id, id),
  foreign key (client_id, ingredient_id) references ingredient (client_id, id)
);
create unique index budget_line_of on budget_line (client_id, budget_id, month, group_id, animal_type_id, ingredient_id) nulls not distinct;
select protect('budget_line');
