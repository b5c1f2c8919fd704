-- Shares by month, group and feed, for what is told by months alone: a year of budget and fact read a row a feeding day, group and feed, of which a
-- month's are one sum. Made anew with the days of its month (docs/decisions/097).
create table share_month (
  client_id bigint not null,
  farm_id bigint not null,
  month date not null,
  group_id bigint not null,
  ingredient_id bigint not null,
  given numeric not null,
  cost numeric not null,
  primary key (client_id, farm_id, month, group_id, ingredient_id)
);
select protect('share_month');

select set_config('manger.all_clients', 'on', true);
insert into share_month (client_id, farm_id, month, group_id, ingredient_id, given, cost)
select client_id, farm_id, month_of(day), group_id, ingredient_id, coalesce(sum(given), 0), coalesce(sum(cost), 0) from share_day group by 1, 2, 3, 4, 5;
