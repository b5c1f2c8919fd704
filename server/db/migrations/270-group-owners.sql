-- Owner of a group's animals from a day on, with the terms of the statement. Without an owner the animals are the farm's own.
create table group_owner (
  client_id bigint not null references client,
  id bigint generated always as identity,
  farm_id bigint not null,
  group_id bigint not null,
  owner_id bigint,
  since date not null,
  markup numeric(7,2) not null default 0 check (markup >= 0),
  yardage numeric(14,2) not null default 0 check (yardage >= 0),
  version integer not null default 1,
  primary key (client_id, id),
  foreign key (client_id, farm_id) references farm (client_id, id),
  foreign key (client_id, group_id) references animal_group (client_id, id),
  foreign key (client_id, owner_id) references delivery_company (client_id, id)
);
create unique index group_owner_from on group_owner (client_id, group_id, since);
create index group_owner_owner on group_owner (client_id, owner_id);
create index group_owner_farm on group_owner (client_id, farm_id);
select protect('group_owner');

-- Lines of an owner's statement in addition to feed and yardage, such as medicine. A negative amount is a credit.
create table owner_line (
  client_id bigint not null references client,
  id bigint generated always as identity,
  farm_id bigint not null,
  owner_id bigint not null,
  day date not null,
  text text not null,
  amount numeric(14,2) not null check (amount <> 0),
  version integer not null default 1,
  primary key (client_id, id),
  foreign key (client_id, farm_id) references farm (client_id, id),
  foreign key (client_id, owner_id) references delivery_company (client_id, id)
);
create index owner_line_list on owner_line (client_id, farm_id, day desc, id desc);
create index owner_line_owner on owner_line (client_id, owner_id);
select protect('owner_line');
