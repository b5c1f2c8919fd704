-- Periods (the plan that repeats), periods on a date, schedules, their facts, leftovers, the ledger, the daily roll-up.

create table period (
  client_id integer not null,
  id integer generated always as identity,
  farm_id integer not null,
  name text not null,
  start_time time not null,
  end_time time not null,
  active boolean not null default false,
  -- From this day of the farm on, the period makes schedules.
  active_from date,
  position integer not null default 0,
  deleted boolean not null default false,
  version integer not null default 1,
  primary key (client_id, id),
  foreign key (client_id, farm_id) references farm (client_id, id)
);
create unique index period_name on period (client_id, farm_id, lower(name)) where not deleted;
select protect('period');

create table period_job (
  client_id integer not null,
  id integer generated always as identity,
  period_id integer not null,
  ration_id integer not null,
  mixer_id integer not null,
  position integer not null,
  auto_load boolean not null default false,
  leftovers boolean not null default false,
  planned_leftovers numeric(14,3) not null default 0,
  ignore_in_reports boolean not null default false,
  skip_time boolean not null default false,
  primary key (client_id, id),
  foreign key (client_id, period_id) references period (client_id, id),
  foreign key (client_id, ration_id) references ration (client_id, id),
  foreign key (client_id, mixer_id) references mixer (client_id, id),
  check (not (auto_load and leftovers))
);
create index period_job_period on period_job (client_id, period_id);
create index period_job_ration on period_job (client_id, ration_id);
create index period_job_mixer on period_job (client_id, mixer_id);
select protect('period_job');

create table period_job_group (
  client_id integer not null,
  job_id integer not null,
  group_id integer not null,
  weight_per_head numeric(14,3) not null check (weight_per_head >= 0),
  position integer not null,
  primary key (client_id, job_id, group_id),
  foreign key (client_id, job_id) references period_job (client_id, id) on delete cascade,
  foreign key (client_id, group_id) references animal_group (client_id, id)
);
create index period_job_group_group on period_job_group (client_id, group_id);
select protect('period_job_group');

-- A period on a date. The unique key makes a day once, however many servers make days.
create table loading (
  client_id integer not null,
  id integer generated always as identity,
  farm_id integer not null,
  period_id integer,
  planned_on date not null,
  name text not null,
  start_time time not null,
  end_time time not null,
  active boolean not null default true,
  -- Changed by hand: a change of the period leaves its name and times alone.
  edited boolean not null default false,
  version integer not null default 1,
  primary key (client_id, id),
  unique (client_id, period_id, planned_on),
  foreign key (client_id, farm_id) references farm (client_id, id),
  foreign key (client_id, period_id) references period (client_id, id)
);
create index loading_day on loading (client_id, farm_id, planned_on);
select protect('loading');

create table schedule (
  client_id integer not null,
  id integer generated always as identity,
  farm_id integer not null,
  loading_id integer,
  -- Which job of the period made it; none when made by hand.
  period_job_id integer,
  planned_on date not null,
  position integer not null,
  ration_id integer not null,
  mixer_id integer not null,
  operator_id integer references account,
  status text not null default 'waited' check (status in ('waited', 'in_process', 'loaded', 'out_process', 'uploaded')),
  weight_plan numeric(14,3) not null default 0,
  weight_fact numeric(14,3),
  weight_unloaded numeric(14,3),
  fresh_weight numeric(14,3) not null default 0,
  leftovers boolean not null default false,
  planned_leftovers numeric(14,3) not null default 0,
  auto_load boolean not null default false,
  ignore_in_reports boolean not null default false,
  ignore_reason text not null default '',
  skip_time boolean not null default false,
  started_at timestamptz,
  seconds integer,
  upload_started_at timestamptz,
  upload_seconds integer,
  mix_seconds integer,
  auger_rotations numeric(14,3),
  -- Edited by hand: a change of the period leaves it alone.
  edited boolean not null default false,
  deleted boolean not null default false,
  version integer not null default 1,
  primary key (client_id, id),
  foreign key (client_id, farm_id) references farm (client_id, id),
  foreign key (client_id, loading_id) references loading (client_id, id),
  foreign key (client_id, ration_id) references ration (client_id, id),
  foreign key (client_id, mixer_id) references mixer (client_id, id),
  check (not (auto_load and leftovers))
);
create index schedule_day on schedule (client_id, farm_id, planned_on desc, position) where not deleted;
create index schedule_loading on schedule (client_id, loading_id);
create unique index schedule_job on schedule (client_id, loading_id, period_job_id) where period_job_id is not null;
create index schedule_ration on schedule (client_id, ration_id) where status = 'waited';
create index schedule_mixer on schedule (client_id, mixer_id) where status = 'waited';
create index schedule_auto on schedule (planned_on) where auto_load and status = 'waited' and not deleted;
select protect('schedule');

-- The facts that reports read: what was to go into a load and what went. Carries the schedule's farm, day, ration, mixer and
-- operator, so that a report joins nothing it sums. `counted` = loaded or later, and not ignored in reports.
create table schedule_ingredient (
  client_id integer not null,
  schedule_id integer not null,
  ingredient_id integer not null,
  planned_on date not null,
  farm_id integer not null,
  ration_id integer not null,
  mixer_id integer not null,
  operator_id integer,
  position integer not null,
  percent numeric(5,2) not null,
  weight_plan numeric(14,3) not null,
  weight_fact numeric(14,3),
  price numeric(14,5),
  dry_matter numeric(5,2),
  started_at timestamptz,
  seconds integer,
  counted boolean not null default false,
  primary key (client_id, planned_on, schedule_id, ingredient_id),
  foreign key (client_id, schedule_id) references schedule (client_id, id),
  foreign key (client_id, ingredient_id) references ingredient (client_id, id)
) partition by range (planned_on);
create index schedule_ingredient_farm on schedule_ingredient (client_id, farm_id, planned_on);
create index schedule_ingredient_schedule on schedule_ingredient (client_id, schedule_id);
select protect('schedule_ingredient');

-- What was to go to each group and what went. `counted` = unloading has ended, and not ignored in reports.
create table schedule_group (
  client_id integer not null,
  schedule_id integer not null,
  group_id integer not null,
  planned_on date not null,
  farm_id integer not null,
  ration_id integer not null,
  mixer_id integer not null,
  operator_id integer,
  position integer not null,
  heads integer not null,
  weight_per_head numeric(14,3) not null,
  weight_plan numeric(14,3) not null,
  weight_fact numeric(14,3),
  started_at timestamptz,
  seconds integer,
  counted boolean not null default false,
  primary key (client_id, planned_on, schedule_id, group_id),
  foreign key (client_id, schedule_id) references schedule (client_id, id),
  foreign key (client_id, group_id) references animal_group (client_id, id)
) partition by range (planned_on);
create index schedule_group_farm on schedule_group (client_id, farm_id, planned_on);
create index schedule_group_schedule on schedule_group (client_id, schedule_id);
select protect('schedule_group');

-- Makes the month's partitions of the fact tables if they are missing. Their rows are reached through the parents only.
create function ensure_month(day date) returns void language plpgsql as $$
declare
  start date := date_trunc('month', day);
  suffix text := to_char(start, 'YYYYMM');
  parent text;
begin
  if to_regclass('schedule_group_' || suffix) is not null then return; end if;
  perform pg_advisory_xact_lock(hashtext('ensure_month'));
  foreach parent in array array['schedule_ingredient', 'schedule_group'] loop
    if to_regclass(parent || '_' || suffix) is null then
      execute format('create table %I partition of %I for values from (%L) to (%L)',
        parent || '_' || suffix, parent, start, (start + interval '1 month')::date);
      execute format('alter table %I enable row level security', parent || '_' || suffix);
      execute format('alter table %I force row level security', parent || '_' || suffix);
    end if;
  end loop;
end $$;

create table leftover (
  client_id integer not null,
  id integer generated always as identity,
  farm_id integer not null,
  group_id integer not null,
  date date not null,
  weight numeric(14,3) not null check (weight >= 0),
  version integer not null default 1,
  primary key (client_id, id),
  foreign key (client_id, farm_id) references farm (client_id, id),
  foreign key (client_id, group_id) references animal_group (client_id, id)
);
create unique index leftover_date on leftover (client_id, group_id, date);
create index leftover_day on leftover (client_id, farm_id, date);
select protect('leftover');

-- Every kilogram that came or went. Append-only: a correction adds a reversing row. `kg` is signed (in is positive), `price` per kg,
-- `value` = kg × price. `farm_id` is the farm that moved it, `day` that farm's day.
create table ledger (
  client_id integer not null,
  id integer generated always as identity,
  at timestamptz not null,
  day date not null,
  farm_id integer not null,
  stock_id integer not null,
  ingredient_id integer not null,
  kind text not null check (kind in ('delivery', 'sale', 'load', 'craft_in', 'craft_out', 'count', 'reversal')),
  kg numeric(14,3) not null,
  price numeric(14,5) not null,
  value numeric(18,5) not null,
  schedule_id integer,
  delivery_id integer,
  batch_id integer,
  reverses_id integer,
  note text not null default '',
  created_at timestamptz not null default now(),
  user_id integer,
  primary key (client_id, id),
  foreign key (client_id, ingredient_id) references ingredient (client_id, id),
  foreign key (client_id, stock_id) references stock (client_id, id),
  foreign key (client_id, schedule_id) references schedule (client_id, id),
  foreign key (client_id, delivery_id) references delivery (client_id, id)
);
create index ledger_ingredient on ledger (client_id, ingredient_id, day, id);
create index ledger_stock on ledger (client_id, stock_id, day);
create index ledger_schedule on ledger (client_id, schedule_id) where schedule_id is not null;
create index ledger_delivery on ledger (client_id, delivery_id) where delivery_id is not null;
create unique index ledger_reversed_once on ledger (client_id, reverses_id) where reverses_id is not null;
select protect('ledger');

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only';
end $$;
create trigger append_only before update or delete on ledger for each row execute function refuse_change();

-- The moving average price that an ingredient's standing moves make, in the order in which they happened: what comes in mixes with
-- what is there, what goes out leaves the average alone, what a count finds before anything was bought brings its own price. Moves that were taken back, and what took them back, never happened.
create function moving_average(client integer, ingredient integer) returns numeric language plpgsql stable as $$
declare
  move record;
  rest numeric := 0;
  average numeric(14,5) := 0;
begin
  for move in
    select l.kg, l.price, l.kind from ledger l
    where l.client_id = client and l.ingredient_id = ingredient and l.kind <> 'reversal'
      and not exists (select from ledger r where r.client_id = l.client_id and r.reverses_id = l.id)
    order by l.at, l.id
  loop
    if move.kind in ('delivery', 'craft_in') and move.kg > 0 then
      average := round((greatest(rest, 0) * average + move.kg * move.price) / (greatest(rest, 0) + move.kg), 5);
    elsif move.kg > 0 and average = 0 then
      average := move.price;
    end if;
    rest := rest + move.kg;
  end loop;
  return average;
end $$;

-- The daily roll-up of counted ingredient facts, so that a year costs days × feeds. Kept by the statement triggers below, in the
-- transaction of the facts, whoever writes them: the API, the seeding, a correction.
create table feed_day (
  client_id integer not null,
  farm_id integer not null,
  day date not null,
  ingredient_id integer not null,
  ration_id integer not null,
  plan_kg numeric(16,3) not null default 0,
  fact_kg numeric(16,3) not null default 0,
  dry_matter_kg numeric(20,7) not null default 0,
  cost numeric(20,8) not null default 0,
  plan_cost numeric(20,8) not null default 0,
  facts integer not null default 0,
  primary key (client_id, farm_id, day, ingredient_id, ration_id)
);
select protect('feed_day');

create function roll_up_feed() returns trigger language plpgsql as $$
begin
  if tg_op in ('UPDATE', 'DELETE') then
    insert into feed_day as f (client_id, farm_id, day, ingredient_id, ration_id, plan_kg, fact_kg, dry_matter_kg, cost, plan_cost, facts)
    select client_id, farm_id, planned_on, ingredient_id, ration_id, -sum(weight_plan), -sum(weight_fact),
           -sum(weight_fact * dry_matter / 100), -sum(weight_fact * price), -sum(weight_plan * price), -count(*)
    from old_rows where counted
    group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (client_id, farm_id, day, ingredient_id, ration_id) do update set
      plan_kg = f.plan_kg + excluded.plan_kg, fact_kg = f.fact_kg + excluded.fact_kg,
      dry_matter_kg = f.dry_matter_kg + excluded.dry_matter_kg, cost = f.cost + excluded.cost,
      plan_cost = f.plan_cost + excluded.plan_cost, facts = f.facts + excluded.facts;
  end if;
  if tg_op in ('UPDATE', 'INSERT') then
    insert into feed_day as f (client_id, farm_id, day, ingredient_id, ration_id, plan_kg, fact_kg, dry_matter_kg, cost, plan_cost, facts)
    select client_id, farm_id, planned_on, ingredient_id, ration_id, sum(weight_plan), sum(weight_fact),
           sum(weight_fact * dry_matter / 100), sum(weight_fact * price), sum(weight_plan * price), count(*)
    from new_rows where counted
    group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (client_id, farm_id, day, ingredient_id, ration_id) do update set
      plan_kg = f.plan_kg + excluded.plan_kg, fact_kg = f.fact_kg + excluded.fact_kg,
      dry_matter_kg = f.dry_matter_kg + excluded.dry_matter_kg, cost = f.cost + excluded.cost,
      plan_cost = f.plan_cost + excluded.plan_cost, facts = f.facts + excluded.facts;
  end if;
  return null;
end $$;
create trigger roll_up_insert after insert on schedule_ingredient
  referencing new table as new_rows for each statement execute function roll_up_feed();
create trigger roll_up_update after update on schedule_ingredient
  referencing old table as old_rows new table as new_rows for each statement execute function roll_up_feed();
create trigger roll_up_delete after delete on schedule_ingredient
  referencing old table as old_rows for each statement execute function roll_up_feed();

-- Compound feed planned and made in batches (module animalfeed).
create table batch (
  client_id integer not null,
  id integer generated always as identity,
  farm_id integer not null,
  recipe_id integer not null,
  mixer_id integer,
  planned_on date not null,
  position integer not null default 0,
  status text not null default 'waited' check (status in ('waited', 'in_process', 'loaded', 'out_process', 'uploaded')),
  weight_plan numeric(14,3) not null check (weight_plan > 0),
  weight_fact numeric(14,3),
  items jsonb not null default '[]',
  started_at timestamptz,
  seconds integer,
  operator_id integer references account,
  deleted boolean not null default false,
  version integer not null default 1,
  primary key (client_id, id),
  foreign key (client_id, farm_id) references farm (client_id, id),
  foreign key (client_id, recipe_id) references recipe (client_id, id),
  foreign key (client_id, mixer_id) references mixer (client_id, id)
);
create index batch_day on batch (client_id, farm_id, planned_on) where not deleted;
select protect('batch');
alter table ledger add foreign key (client_id, batch_id) references batch (client_id, id);

-- A month of a farm that is closed: nothing of it changes until it is reopened.
create table month_close (
  client_id integer not null,
  farm_id integer not null,
  month date not null check (extract(day from month) = 1),
  closed_at timestamptz not null default now(),
  closed_by integer references account,
  primary key (client_id, farm_id, month),
  foreign key (client_id, farm_id) references farm (client_id, id)
);
select protect('month_close');
