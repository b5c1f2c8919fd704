-- Nutrients of a group by day, as sums of kilograms × value in the nutrient's unit; nutrient 0 is dry matter. By the plan, as loaded, as
-- divided by the unloading alone, and as delivered; `covered` is the delivered dry matter of feeds with a value. Rebuilt with stale days.
create table nutrient_day (
  client_id bigint not null,
  farm_id bigint not null,
  day date not null,
  group_id bigint not null,
  nutrient_id bigint not null,
  heads integer not null,
  covered numeric not null,
  paper numeric not null,
  loaded numeric not null,
  divided numeric not null,
  delivered numeric not null
);
create index nutrient_day_farm on nutrient_day (client_id, farm_id, day);
select protect('nutrient_day');

select set_config('manger.all_clients', 'on', true);
insert into feeding_day_due (client_id, farm_id, day) select distinct client_id, farm_id, day from feeding_day;
