-- Of what notes keep, the few rows that a report of a year reads: those of schedules, with what all feeds of the day come to, and those of feeds that have no price.
create index noted_day_whole on noted_day (client_id, farm_id, day) where ingredient_id is null;
create index noted_day_priceless on noted_day (client_id, day) where unpriced_kg > 0 and price is null;

select set_config('manger.all_clients', 'on', true);
update noted_day d set money = s.money from (
  select client_id, farm_id, day, code, sum(money + unpriced_kg * coalesce(price, 0)) as money from noted_day where ingredient_id is not null group by 1, 2, 3, 4
) s
where d.client_id = s.client_id and d.farm_id = s.farm_id and d.day = s.day and d.code = s.code and d.ingredient_id is null and d.money <> s.money;
