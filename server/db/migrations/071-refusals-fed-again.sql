-- What becomes of what a group left: it is thrown away, sold, or fed to another group, whose next feeding it goes into first.
alter table leftover
  add destination text not null default 'waste' check (destination in ('waste', 'sold', 'group')),
  add to_group_id bigint,
  -- How much of it is fed again (nothing said: all), from which day on, and the feeding that it goes into.
  add refed numeric(14,3) check (refed >= 0),
  add refed_on date,
  add to_schedule_id bigint,
  -- What was got for a kilogram of what was sold.
  add sold_price numeric(14,5),
  add foreign key (client_id, to_group_id) references animal_group (client_id, id),
  add foreign key (client_id, to_schedule_id) references schedule (client_id, id) on delete set null (to_schedule_id),
  add check ((destination = 'group') = (to_group_id is not null)),
  add check (destination = 'group' or (refed is null and refed_on is null and to_schedule_id is null)),
  add check (destination = 'sold' or sold_price is null);
create index leftover_to_schedule on leftover (client_id, to_schedule_id) where to_schedule_id is not null;
create index leftover_fed_again on leftover (client_id, group_id, date) where destination = 'group';

-- What of its plan a feeding doesn't load anew, for refusals are fed again with it.
alter table schedule add refed numeric(14,3) not null default 0;

-- Of each feed, what went from a group's feeding into another load with what the group had left: kilograms, and what they carry along. Each row is
-- read from both ends, less where it came from and more where it went, so that whatever is fed again, the groups' cost is the loads' cost.
create table carried_feed (
  client_id bigint not null references client,
  leftover_id bigint not null,
  farm_id bigint not null,
  from_day date not null,
  from_schedule_id bigint not null,
  from_group_id bigint not null,
  to_day date not null,
  to_schedule_id bigint not null,
  ingredient_id bigint not null,
  kg numeric not null,
  dry_matter numeric not null,
  cost numeric not null,
  primary key (client_id, leftover_id, from_schedule_id, ingredient_id),
  check (from_day < to_day),
  foreign key (client_id, leftover_id) references leftover (client_id, id) on delete cascade,
  foreign key (client_id, farm_id) references farm (client_id, id),
  foreign key (client_id, from_schedule_id) references schedule (client_id, id) on delete cascade,
  foreign key (client_id, from_group_id) references animal_group (client_id, id),
  foreign key (client_id, to_schedule_id) references schedule (client_id, id) on delete cascade,
  foreign key (client_id, ingredient_id) references ingredient (client_id, id)
);
create index carried_feed_from on carried_feed (client_id, farm_id, from_day);
create index carried_feed_to on carried_feed (client_id, farm_id, to_day);
select protect('carried_feed');

alter table feeding_day add carried numeric;
alter table share_day add carried numeric;

-- Both days' roll-ups follow from it.
create function carried_feed_due() returns trigger language plpgsql as $$
begin
  insert into feeding_day_due (client_id, farm_id, day)
  select client_id, farm_id, from_day from changed union select client_id, farm_id, to_day from changed;
  return null;
end $$;
create trigger due_insert after insert on carried_feed referencing new table as changed for each statement execute function carried_feed_due();
create trigger due_delete after delete on carried_feed referencing old table as changed for each statement execute function carried_feed_due();
