-- Cost of what came into a group's feedings with refusals of others, less what went on with its own: why a month's cost changed is told of the days that
-- are kept. Where nothing was fed again it is nothing; the other days are made anew.
alter table feeding_day add carried_cost numeric not null default 0;

select set_config('manger.all_clients', 'on', true);
insert into feeding_day_due (client_id, farm_id, day)
select client_id, farm_id, from_day from carried_feed union select client_id, farm_id, to_day from carried_feed;
