-- Names are unique by their key, which ignores case, spaces, forms of quotes and invisible signs. Before, only case was ignored.
-- The indexes, in the order in which a save reports them. `living`: the rows that count.
create function name_indexes() returns table (index_name text, table_name text, scope text, living text) language sql immutable as $$
  values
    ('animal_group_name', 'animal_group', 'client_id, farm_id', 'not deleted'),
    ('animal_type_name', 'animal_type', 'client_id', 'not deleted'),
    ('bonus_rule_name', 'bonus_rule', 'client_id, farm_id', 'not deleted'),
    ('company_name', 'company', 'client_id', 'not deleted'),
    ('delivery_company_name', 'delivery_company', 'client_id', 'not deleted'),
    ('farm_name', 'farm', 'client_id, company_id', 'true'),
    ('ingredient_name', 'ingredient', 'client_id, farm_id', 'not deleted'),
    ('ingredient_in_stock', 'ingredient', 'client_id, stock_id, type_id', 'not deleted'),
    ('ingredient_type_name', 'ingredient_type', 'client_id', 'not deleted'),
    ('mixer_name', 'mixer', 'client_id, farm_id', 'not deleted'),
    ('period_name', 'period', 'client_id, farm_id', 'not deleted'),
    ('programme_name', 'programme', 'client_id, farm_id', 'not deleted'),
    ('ration_name', 'ration', 'client_id, farm_id', 'not deleted'),
    ('recipe_name', 'recipe', 'client_id, farm_id', 'true'),
    ('scenario_name', 'scenario', 'client_id, farm_id', 'not deleted'),
    ('service_plan_what', 'service_plan', 'client_id, mixer_id', 'not deleted'),
    ('stock_name', 'stock', 'client_id, company_id', 'not deleted'),
    ('additional_report_name', 'additional_report', 'client_id, farm_id, kind', 'not deleted'),
    ('access_key_name', 'access_key', 'client_id, farm_id', 'not deleted'),
    ('access_group_name', 'access_group', 'client_id', 'true'),
    ('mixer_brand_name', 'mixer_brand', '', 'true'),
    ('mixer_model_name', 'mixer_model', 'brand_id', 'true'),
    ('mixer_item_name', 'mixer_item', 'model_id', 'true'),
    ('person_view_name', 'person_view', 'account_id, report_type', 'true')
$$;

-- Creates the indexes in place of the former ones. A later row with the key of an earlier one gets a number: `Barley (2)`. Each renamed row is a notice.
create function create_name_indexes() returns void language plpgsql as $$
declare
  one record;
  twin record;
  free text;
  turn integer;
  is_taken boolean;
begin
  for one in select * from name_indexes() loop
    execute format('drop index if exists %I', one.index_name);
    for twin in execute format(
      'select id, place_on_disk, name from (
         select id, ctid as place_on_disk, name, row_number() over (partition by %s name_key(name) order by id) as turn from %I where %s
       ) t where turn > 1 order by id',
      case when one.scope = '' then '' else one.scope || ',' end, one.table_name, one.living)
    loop
      turn := 1;
      is_taken := true;
      while is_taken loop
        turn := turn + 1;
        free := left(twin.name, 290) || ' (' || turn || ')';
        execute format('select exists (select from %I where name_key(name) = name_key($1))', one.table_name) into is_taken using free;
      end loop;
      -- Ids are unique within a client only.
      execute format('update %I set name = $1 where ctid = $2', one.table_name) using free, twin.place_on_disk;
      raise notice '%: "%" is called "%", because another row has the same name in another spelling', one.table_name, twin.name, free;
    end loop;
    execute format('create unique index %I on %I (%s name_key(name)) where %s', one.index_name, one.table_name,
      case when one.scope = '' then '' else one.scope || ',' end, one.living);
  end loop;
end $$;

select set_config('manger.all_clients', 'on', true);
select create_name_indexes();
drop function create_name_indexes();
select set_config('manger.all_clients', 'off', true);
