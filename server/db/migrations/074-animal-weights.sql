-- What animals of a group weighed when they came, left, died, or were weighed between.
create table animal_weight (
  client_id bigint not null references client,
  id bigint generated always as identity,
  farm_id bigint not null,
  group_id bigint not null,
  at timestamptz not null,
  day date not null,
  kind text not null check (kind in ('in', 'out', 'check', 'death')),
  heads integer not null check (heads > 0),
  kg numeric(14,3) not null check (kg > 0 or kind = 'death' and kg = 0),
  price numeric(14,5) check (price >= 0),
  cost numeric(14,2) check (cost >= 0),
  version integer not null default 1,
  primary key (client_id, id),
  foreign key (client_id, farm_id) references farm (client_id, id),
  foreign key (client_id, group_id) references animal_group (client_id, id)
);
create unique index animal_weight_at on animal_weight (client_id, group_id, kind, at);
create index animal_weight_on_farm on animal_weight (client_id, farm_id, day);
select protect('animal_weight');
