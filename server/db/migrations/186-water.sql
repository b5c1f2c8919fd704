-- Water isn't kept in stock: it is never short, never counted and never ordered. Feeds that rations name as their water are water.
alter table ingredient add column water boolean not null default false;
select set_config('manger.all_clients', 'on', true);
update ingredient i set water = true where exists (select from ration r where r.client_id = i.client_id and r.water_id = i.id);
