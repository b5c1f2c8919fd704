-- A closed month keeps the budget edition that was in force when it was closed. 0: none was approved; then a later one doesn't change the month either.
alter table month_close add column budget_id bigint;

create function keep_budget() returns trigger language plpgsql as $$
begin
  new.budget_id := coalesce((
    select b.id from budget b
    where b.client_id = new.client_id and b.farm_id = new.farm_id and b.year = extract(year from new.month) and b.approved_at is not null
    order by b.edition desc limit 1), 0);
  return new;
end $$;
create trigger keep_budget before insert on month_close for each row when (new.budget_id is null) execute function keep_budget();

select set_config('manger.all_clients', 'on', true);
update month_close c set budget_id = coalesce((
  select b.id from budget b
  where b.client_id = c.client_id and b.farm_id = c.farm_id and b.year = extract(year from c.month) and b.approved_at is not null
  order by b.edition desc limit 1), 0);
