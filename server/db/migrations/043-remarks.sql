-- What people note of a farm's day, or of one thing on that day. No figure follows from it; it stays where a month is closed.
create table remark (
  client_id bigint not null references client,
  id bigint generated always as identity,
  farm_id bigint not null,
  date date not null,
  group_id bigint,
  ingredient_id bigint,
  ration_id bigint,
  mixer_id bigint,
  text text not null,
  account_id bigint references account,
  deleted boolean not null default false,
  version integer not null default 1,
  primary key (client_id, id),
  foreign key (client_id, farm_id) references farm (client_id, id),
  foreign key (client_id, group_id) references animal_group (client_id, id),
  foreign key (client_id, ingredient_id) references ingredient (client_id, id),
  foreign key (client_id, ration_id) references ration (client_id, id),
  foreign key (client_id, mixer_id) references mixer (client_id, id),
  check (num_nonnulls(group_id, ingredient_id, ration_id, mixer_id) <= 1)
);
create index remark_day on remark (client_id, farm_id, date) where not deleted;
select protect('remark');
