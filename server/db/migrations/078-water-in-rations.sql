-- A ration may say the dry matter (%) that its mix is to have, and the feed that makes it up: water. What that comes to stands among its items
-- without an amount, 0 while the mix is wet enough. `wetted` is how many times heavier it makes what was written.
alter table ration
  add column target_dry_matter numeric(5,2) check (target_dry_matter > 0 and target_dry_matter < 100),
  add column water_id bigint,
  add column wetted numeric not null default 1 check (wetted >= 1),
  add check ((target_dry_matter is null) = (water_id is null)),
  add foreign key (client_id, water_id) references ingredient (client_id, id);

alter table ration_item drop constraint ration_item_percent_check, add check (percent >= 0);
