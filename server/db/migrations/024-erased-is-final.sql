-- What a person was called and reached by before, so that whoever erases them finds it everywhere; emptied with them.
alter table account add former text[] not null default '{}';

-- As in 010, of all the emails that were the person's.
drop function without_person(jsonb, integer, text, text);
create function without_person(snapshot jsonb, person integer, emails text[], mark text) returns jsonb language plpgsql immutable as $$
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

-- An erased account stays as it is: whoever waited for its row changes nothing of it, and nothing restores it.
create function keep_former() returns trigger language plpgsql as $$
begin
  if old.erased_at is not null then return null; end if;
  if new.erased_at is null then
    new.former := array(
      select distinct value from unnest(old.former || array[old.email, old.phone, trim(old.first_name || ' ' || old.last_name)]) value
      where value not in ('', new.email, new.phone, trim(new.first_name || ' ' || new.last_name)) order by value);
  end if;
  return new;
end $$;
create trigger keep_former before update on account for each row
when (old.erased_at is not null or (old.email, old.phone, old.first_name, old.last_name) is distinct from
  (new.email, new.phone, new.first_name, new.last_name))
execute function keep_former();

create function people_in(snapshot jsonb) returns integer[] language sql immutable as $$
  select array(select distinct (person #>> '{}')::integer
    from unnest(array['operator', 'closed_by', 'reopened_by', 'author', 'user']) field,
         jsonb_path_query(snapshot, ('$.**.' || field)::jsonpath) person
    where jsonb_typeof(person) = 'number')
  where snapshot::text ~ '"(operator|closed_by|reopened_by|author|user)_name"'
$$;

-- Whoever writes a person's name holds the account's row until the write is done; one who waited for it while the person was erased
-- writes the mark, for the name that was read before is nobody's any more.
create function name_history() returns trigger language plpgsql as $$
declare person record;
begin
  for person in
    select id, last_name as mark, erased_at from account
    where id = any(array[new.user_id] || people_in(new.before) || people_in(new.after)) order by id for key share
  loop
    continue when person.erased_at is null;
    if new.user_id = person.id then new.user_name := person.mark; end if;
    new.before := without_person(new.before, person.id, '{}', person.mark);
    new.after := without_person(new.after, person.id, '{}', person.mark);
  end loop;
  return new;
end $$;
create trigger name_history before insert on history for each row execute function name_history();

create function name_activity() returns trigger language plpgsql as $$
declare person record;
begin
  select last_name as mark, erased_at into person from account where id = new.account_id for key share;
  if person.erased_at is not null then
    new.user_name := person.mark;
    new.ip := '';
  end if;
  return new;
end $$;
create trigger name_activity before insert on activity for each row when (new.account_id is not null) execute function name_activity();

-- Nobody signs in as one who was erased meanwhile.
create function open_session() returns trigger language plpgsql as $$
begin
  perform from account where id = new.account_id and erased_at is null for key share;
  return case when found then new end;
end $$;
create trigger open_session before insert on session for each row execute function open_session();
