-- What a group gets by its day on feed: from each step on a ration and kilograms a head, as typed for the size that the ration had then.
create table programme (
  client_id bigint not null references client,
  id bigint generated always as identity,
  farm_id bigint not null,
  name text not null,
  blend_days integer not null default 0 check (blend_days between 0 and 60),
  deleted boolean not null default false,
  version integer not null default 1,
  primary key (client_id, id),
  foreign key (client_id, farm_id) references farm (client_id, id)
);
create unique index programme_name on programme (client_id, farm_id, lower(name)) where not deleted;
select protect('programme');

create table programme_step (
  client_id bigint not null,
  programme_id bigint not null,
  day integer not null check (day >= 1),
  ration_id bigint not null,
  weight_per_head numeric(14,3) not null check (weight_per_head > 0),
  ration_size numeric not null check (ration_size > 0),
  primary key (client_id, programme_id, day),
  foreign key (client_id, programme_id) references programme (client_id, id) on delete cascade,
  foreign key (client_id, ration_id) references ration (client_id, id)
);
create index programme_step_ration on programme_step (client_id, ration_id);
select protect('programme_step');

alter table animal_group
  add column programme_id bigint,
  add column started_on date,
  add foreign key (client_id, programme_id) references programme (client_id, id),
  add check ((programme_id is null) = (started_on is null));
create index animal_group_programme on animal_group (client_id, programme_id) where programme_id is not null;

-- What a programme puts beside a job's own feeding: the ration, 0 for the job's own. A job then makes several feedings of a day.
alter table schedule add column programme_ration bigint not null default 0;
drop index schedule_job;
create unique index schedule_job on schedule (client_id, loading_id, period_job_id, programme_ration) where period_job_id is not null;
