-- Ids are bigint, so that sequences which all clients share don't end. Each table is rewritten once, with the ids that it holds of others;
-- policies, references and triggers that name such a column step aside meanwhile. Facts of a snapshot (JSON) have no width.
-- The rows of every client, for this transaction.
select set_config('manger.all_clients', 'on', true);

create temporary table narrow on commit drop as
select a.attrelid as of, a.attnum as place, format('alter column %I type %s', a.attname,
  case a.atttypid when 'integer'::regtype then 'bigint' else 'bigint[]' end) as change
from pg_attribute a join pg_class c on c.oid = a.attrelid
where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and not a.attisdropped
  and (a.atttypid = 'integer'::regtype and a.attname ~ '(^id|_id|_by)$' or a.atttypid = 'integer[]'::regtype);

create temporary table step_aside on commit drop as
select 1 as place, format('alter table %s drop constraint %I', conrelid::regclass, conname) as before,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as after
from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = current_schema()::regnamespace
union all
select 2, format('drop trigger %I on %s', tgname, tgrelid::regclass), pg_get_triggerdef(oid)
from pg_trigger t where not tgisinternal and exists (
  select from pg_depend d join narrow n on n.of = d.refobjid and n.place = d.refobjsubid
  where d.classid = 'pg_trigger'::regclass and d.objid = t.oid and d.refclassid = 'pg_class'::regclass)
union all
select 3, format('drop policy tenant on %s', polrelid::regclass), format('select protect(%L)', polrelid::regclass)
from pg_policy where polname = 'tenant';

do $do$
declare
  step text;
begin
  for step in select before from step_aside order by place loop execute step; end loop;
end $do$;

drop function tenant();
create function tenant() returns bigint language sql stable parallel safe
  as $$ select nullif(current_setting('manger.client_id', true), '')::bigint $$;

do $do$
declare
  step record;
begin
  for step in select of::regclass as name, string_agg(change, ', ' order by place) as changes from narrow group by of order by of
  loop
    execute format('alter table %s %s', step.name, step.changes);
    -- Rewritten columns have lost what the planner knew of them.
    execute format('analyze %s', step.name);
  end loop;
end $do$;

-- From 006.
drop function month_is_open(integer, integer, date);
create function month_is_open(of_client bigint, of_farm bigint, on_day date) returns boolean language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('manger month', of_farm));
  return not exists (
    select from month_close where client_id = of_client and farm_id = of_farm and month = date_trunc('month', on_day)::date);
end $$;

-- From 015.
drop function average_stock(integer, integer, timestamptz);
create function average_stock(client bigint, ingredient bigint, since timestamptz) returns void language plpgsql as $$
declare
  step stock_average;
  move record;
begin
  select * into step from stock_average a
    where a.client_id = client and a.ingredient_id = ingredient and a.at < since order by a.day desc limit 1;
  delete from stock_average a where a.client_id = client and a.ingredient_id = ingredient and (step.day is null or a.day > step.day);
  step.average := coalesce(step.average, 0);
  for move in
    select m.* from (
      select l.at, l.id, l.day, l.kind, l.kg, l.price, l.list_price,
        coalesce(step.rest, 0) + sum(l.kg) over (order by l.at, l.id rows unbounded preceding) as rest
      from ledger l
      where l.client_id = client and l.ingredient_id = ingredient and l.kind <> 'reversal'
        and (step.move_id is null or (l.at, l.id) > (step.at, step.move_id))
        and not exists (select from ledger r where r.client_id = l.client_id and r.reverses_id = l.id)
    ) m where m.kg > 0 order by m.at, m.id
  loop
    if move.kind in ('delivery', 'craft_in') then
      step.average := round((greatest(move.rest - move.kg, 0) * step.average + move.kg * move.price) / (greatest(move.rest - move.kg, 0) + move.kg), 5);
    elsif step.average = 0 then
      step.average := coalesce(move.list_price, move.price);
    else
      continue;
    end if;
    -- Farms of two timezones may share a stock: a later move never stands on an earlier day.
    step.day := greatest(step.day, move.day);
    insert into stock_average as a (client_id, ingredient_id, day, at, move_id, rest, average)
    values (client, ingredient, step.day, move.at, move.id, move.rest, step.average)
    on conflict (client_id, ingredient_id, day) do update set
      at = excluded.at, move_id = excluded.move_id, rest = excluded.rest, average = excluded.average;
  end loop;
  update ingredient i set average_price = step.average
  where i.client_id = client and i.id = ingredient and i.average_price <> step.average;
end $$;

-- From 024.
drop function without_person(jsonb, integer, text[], text);
create function without_person(snapshot jsonb, person bigint, emails text[], mark text) returns jsonb language plpgsql immutable as $$
begin
  case jsonb_typeof(snapshot)
    when 'object' then
      return (
        select coalesce(jsonb_object_agg(key, case
          when key in ('operator_name', 'closed_by_name', 'reopened_by_name', 'author_name', 'user_name')
            and snapshot ->> left(key, -5) = person::text then to_jsonb(mark)
          else without_person(value, person, emails, mark) end), '{}')
        from jsonb_each(snapshot));
    when 'array' then
      return (
        select coalesce(jsonb_agg(without_person(value, person, emails, mark) order by place), '[]')
        from jsonb_array_elements(snapshot) with ordinality as items (value, place));
    when 'string' then
      return case when lower(snapshot #>> '{}') = any(emails) then to_jsonb(mark) else snapshot end;
    else
      return snapshot;
  end case;
end $$;
drop function people_in(jsonb);
create function people_in(snapshot jsonb) returns bigint[] language sql immutable as $$
  select array(select distinct (person #>> '{}')::bigint
    from unnest(array['operator', 'closed_by', 'reopened_by', 'author', 'user']) field,
         jsonb_path_query(snapshot, ('$.**.' || field)::jsonpath) person
    where jsonb_typeof(person) = 'number')
  where snapshot::text ~ '"(operator|closed_by|reopened_by|author|user)_name"'
$$;

do $do$
declare
  step text;
begin
  for step in select after from step_aside order by place desc loop execute step; end loop;
end $do$;
