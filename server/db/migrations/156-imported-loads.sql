-- The loads that came from another program. The number makes an import idempotent: programs count loads for ever or from 1 each day.
create table imported_load (
  client_id bigint not null references client,
  farm_id bigint not null,
  source text not null,
  day date not null,
  number text not null,
  schedule_id bigint not null,
  -- Hash of the load's rows: the same load again changes nothing, other figures are refused.
  digest text not null,
  primary key (client_id, farm_id, source, day, number),
  foreign key (client_id, farm_id) references farm (client_id, id),
  foreign key (client_id, schedule_id) references schedule (client_id, id)
);
create index imported_load_schedule on imported_load (client_id, schedule_id);
select protect('imported_load');
