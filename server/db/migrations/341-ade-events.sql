-- Events of ICAR ADE that other programs sent, by the program (`system`) and its id of the event, so that an event takes effect once. `digest` is of the content:
-- the same id with other content corrects milk and weights. The milk of a group's day is the sum of its events. `row_id` is the weighing of an event.
create table ade_event (
  client_id bigint not null references client,
  id bigint generated always as identity,
  kind text not null check (kind in ('milk', 'heads', 'weight')),
  system text not null,
  event_id text not null,
  digest text not null,
  farm_id bigint not null,
  group_id bigint,
  day date not null,
  kg numeric(12, 3),
  fat numeric(5, 2),
  protein numeric(5, 2),
  row_id bigint,
  received_at timestamptz not null,
  primary key (client_id, id),
  foreign key (client_id, farm_id) references farm (client_id, id)
);
create unique index ade_event_outside on ade_event (client_id, kind, system, event_id);
create index ade_event_milk on ade_event (client_id, farm_id, day) where kind = 'milk';
select protect('ade_event');
