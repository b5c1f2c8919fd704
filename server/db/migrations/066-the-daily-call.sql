-- By how much a group's feed of a day is more or less than its plan: what of the day still waits takes the whole change.
create table feed_call (
  client_id bigint not null references client,
  id bigint generated always as identity,
  farm_id bigint not null,
  group_id bigint not null,
  day date not null,
  percent numeric(5,2) not null check (percent between -90 and 100),
  rise_again boolean not null default false,
  reason text not null default '',
  version integer not null default 1,
  primary key (client_id, id),
  foreign key (client_id, farm_id) references farm (client_id, id),
  foreign key (client_id, group_id) references animal_group (client_id, id)
);
create unique index feed_call_day on feed_call (client_id, group_id, day);
create index feed_call_farm_day on feed_call (client_id, farm_id, day);
select protect('feed_call');

-- A feeding that no call changes.
alter table period_job add locked boolean not null default false;
alter table schedule add locked boolean not null default false;

-- Where a call changes a group's plan, what it was without: of a feeding that has begun, neither heads nor dry matter of now tell it any more.
alter table schedule_group add base_plan numeric;
