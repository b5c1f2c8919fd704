-- Days on which the dry matter of a feed was determined before its last one (`ingredient.dry_matter_on`). Whether dry matter was out of date on a day is
-- judged by the last such day up to then, so that a new measurement changes nothing of the days before it. Days from before this table are unknown: no feed
-- is out of date before the first day that is known, as until now.
create table former_dry_matter_day (
  client_id bigint not null,
  ingredient_id bigint not null,
  day date not null,
  primary key (client_id, ingredient_id, day),
  foreign key (client_id, ingredient_id) references ingredient (client_id, id) on delete cascade
);
select protect('former_dry_matter_day');

create function keep_dry_matter_day() returns trigger language plpgsql as $$
begin
  delete from former_dry_matter_day f where f.client_id = new.client_id and f.ingredient_id = new.id and f.day >= new.dry_matter_on;
  if old.dry_matter_on < new.dry_matter_on then
    insert into former_dry_matter_day (client_id, ingredient_id, day) values (old.client_id, old.id, old.dry_matter_on) on conflict do nothing;
  end if;
  return null;
end $$;
create trigger keep_dry_matter_day after update of dry_matter_on on ingredient for each row when (old.dry_matter_on <> new.dry_matter_on)
  execute function keep_dry_matter_day();
