-- What of the feed is left in a group's bunk when it is walked, by the scale of South Dakota State: 0 nothing … 4 untouched.
create table bunk_score (
  client_id bigint not null references client,
  id bigint generated always as identity,
  farm_id bigint not null,
  group_id bigint not null,
  day date not null,
  score numeric(2,1) not null check (score in (0, 0.5, 1, 2, 3, 4)),
  version integer not null default 1,
  primary key (client_id, id),
  foreign key (client_id, farm_id) references farm (client_id, id),
  foreign key (client_id, group_id) references animal_group (client_id, id)
);
create unique index bunk_score_day on bunk_score (client_id, group_id, day);
create index bunk_score_farm_day on bunk_score (client_id, farm_id, day);
select protect('bunk_score');

-- By how much a farm changes the feed after a score, one set a farm.
create table call_rule (
  client_id bigint not null references client,
  id bigint generated always as identity,
  farm_id bigint not null,
  rows jsonb not null default '[]',
  max_percent numeric(4,2) not null check (max_percent between 0 and 50),
  version integer not null default 1,
  primary key (client_id, id),
  foreign key (client_id, farm_id) references farm (client_id, id)
);
create unique index call_rule_farm on call_rule (client_id, farm_id);
select protect('call_rule');
