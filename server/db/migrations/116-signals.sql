-- What is noticed by itself: a person who loads otherwise than usual, a group that eats otherwise, a mixer that drifts, what the overview says is wrong.

-- How a farm watches by a rule, where that isn't as the server does it by itself.
create table signal_rule (
  client_id bigint not null references client,
  id bigint generated always as identity,
  farm_id bigint not null,
  rule text not null,
  active boolean not null default true,
  lambda numeric(3,2) check (lambda > 0 and lambda <= 1),
  width numeric(3,1) check (width > 0),
  target numeric(14,3),
  version integer not null default 1,
  primary key (client_id, id),
  foreign key (client_id, farm_id) references farm (client_id, id)
);
create unique index signal_rule_farm_rule on signal_rule (client_id, farm_id, rule);
select protect('signal_rule');

-- One row a deviation, from its first day to its last so far. Names stay what they were: whoever is meant may be gone.
create table signal (
  client_id bigint not null references client,
  id bigint generated always as identity,
  farm_id bigint not null,
  rule text not null,
  subject_kind text not null,
  subject_id bigint not null,
  subject_name text not null,
  -- The feed of a person's bias that is of one; 0 where a signal is of none.
  ingredient_id bigint not null default 0,
  ingredient_name text,
  value numeric,
  bound numeric,
  target numeric,
  kg numeric(16,3),
  money numeric(18,5),
  since date not null,
  last_seen date not null check (last_seen >= since),
  over boolean not null default false,
  found_at timestamptz not null,
  state text not null default 'new' check (state in ('new', 'seen', 'explained', 'done')),
  note text not null default '',
  account_id bigint references account,
  changed_at timestamptz,
  version integer not null default 1,
  primary key (client_id, id),
  foreign key (client_id, farm_id) references farm (client_id, id)
);
-- A deviation that goes on is one signal.
create unique index signal_open on signal (client_id, farm_id, rule, subject_id, ingredient_id) where not over;
create index signal_of on signal (client_id, farm_id, rule, subject_id, ingredient_id, since);
create index signal_list on signal (client_id, money desc nulls last, id desc);
create index signal_found on signal (client_id, found_at) where state = 'new';
select protect('signal');

-- What control charts are drawn of: the values of a farm's day, in their order; of each the kilograms that a unit of it is worth (of dry matter: that it moved)
-- and money for one of these (of dry matter: in all). It follows from weighings and measurements, and is made anew with its day.
create table chart_day (
  client_id bigint not null,
  farm_id bigint not null,
  rule text not null,
  subject_id bigint not null,
  ingredient_id bigint not null default 0,
  day date not null,
  vals numeric[] not null,
  kgs numeric[] not null,
  prices numeric[] not null,
  -- The mean of `kgs`, by which it is known how finely a scale tells the values.
  unit_kg numeric,
  primary key (client_id, farm_id, day, rule, subject_id, ingredient_id)
);
select protect('chart_day');

-- Days whose charts are to be made anew; `settled`: once the farm's next day is over, too, for what a group left is weighed on it. Rows are only ever added, so
-- that nobody who records something waits.
create table chart_day_due (
  client_id bigint not null,
  id bigint generated always as identity,
  farm_id bigint not null,
  day date not null,
  settled boolean not null default false,
  primary key (client_id, id)
);
create index chart_day_due_farm on chart_day_due (client_id, farm_id);
select protect('chart_day_due');

-- Feedings come by their roll-ups, which are made anew within a minute. What charts are of besides says so itself.
create function measurement_due() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into chart_day_due (client_id, farm_id, day) values (old.client_id, old.farm_id, old.day);
  end if;
  if tg_op <> 'DELETE' then
    insert into chart_day_due (client_id, farm_id, day) values (new.client_id, new.farm_id, new.day);
  end if;
  return null;
end $$;
create trigger due after insert or update or delete on measurement for each row execute function measurement_due();

-- A day's leftovers are weighed within the next days.
create function leftover_chart_due() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into chart_day_due (client_id, farm_id, day, settled)
    select old.client_id, old.farm_id, old.date - back, true from generate_series(1, 7) back;
  end if;
  if tg_op <> 'DELETE' then
    insert into chart_day_due (client_id, farm_id, day, settled)
    select new.client_id, new.farm_id, new.date - back, true from generate_series(1, 7) back;
  end if;
  return null;
end $$;
create trigger chart_due after insert or update or delete on leftover for each row execute function leftover_chart_due();

-- Of a load that is done already; before that its weighings say it.
create function mixed_due() returns trigger language plpgsql as $$
begin
  insert into chart_day_due (client_id, farm_id, day) values (new.client_id, new.farm_id, new.planned_on);
  return null;
end $$;
create trigger mixed_due after update on schedule for each row
  when (old.status = new.status and old.mix_seconds is distinct from new.mix_seconds) execute function mixed_due();

select set_config('manger.all_clients', 'on', true);
insert into chart_day_due (client_id, farm_id, day)
select distinct client_id, farm_id, planned_on from schedule where planned_on >= current_date - 400 and status <> 'waited';
