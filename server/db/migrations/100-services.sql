-- What is to be done on a mixer again and again: after so many days, loads or tonnes since it was done last, whichever comes first.
create table service_plan (
  client_id bigint not null references client,
  id bigint generated always as identity,
  farm_id bigint not null,
  mixer_id bigint not null,
  name text not null,
  every_days integer check (every_days > 0),
  every_loads integer check (every_loads > 0),
  every_tonnes numeric(14,6) check (every_tonnes > 0),
  deleted boolean not null default false,
  version integer not null default 1,
  primary key (client_id, id),
  foreign key (client_id, farm_id) references farm (client_id, id),
  foreign key (client_id, mixer_id) references mixer (client_id, id),
  check (num_nonnulls(every_days, every_loads, every_tonnes) > 0)
);
create unique index service_plan_what on service_plan (client_id, mixer_id, lower(name)) where not deleted;
select protect('service_plan');

-- What was done on a mixer, by its plan or beside it.
create table service (
  client_id bigint not null references client,
  id bigint generated always as identity,
  farm_id bigint not null,
  mixer_id bigint not null,
  plan_id bigint,
  done_at timestamptz not null,
  day date not null,
  cost numeric(14,2) check (cost >= 0),
  note text not null default '',
  version integer not null default 1,
  primary key (client_id, id),
  foreign key (client_id, farm_id) references farm (client_id, id),
  foreign key (client_id, mixer_id) references mixer (client_id, id),
  foreign key (client_id, plan_id) references service_plan (client_id, id)
);
create unique index service_done_at on service (client_id, mixer_id, plan_id, done_at) nulls not distinct;
create index service_on_farm on service (client_id, farm_id, day);
select protect('service');
