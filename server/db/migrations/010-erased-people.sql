-- People whose personal data was erased: the account stays for what points at it, and names nobody any more.
alter table account add erased_at timestamptz;

-- A snapshot of history in which a person has become `mark`: at the fields that name whoever did something, and wherever the
-- email stood.
create function without_person(snapshot jsonb, person integer, email text, mark text) returns jsonb language plpgsql immutable as $$
begin
  case jsonb_typeof(snapshot)
    when 'object' then
      return (
        select coalesce(jsonb_object_agg(key, case
          when key in ('operator_name', 'closed_by_name', 'reopened_by_name', 'author_name', 'user_name')
            and snapshot ->> left(key, -5) = person::text then to_jsonb(mark)
          else without_person(value, person, email, mark) end), '{}')
        from jsonb_each(snapshot));
    when 'array' then
      return (
        select coalesce(jsonb_agg(without_person(value, person, email, mark) order by place), '[]')
        from jsonb_array_elements(snapshot) with ordinality as items (value, place));
    when 'string' then
      return case when email <> '' and lower(snapshot #>> '{}') = lower(email) then to_jsonb(mark) else snapshot end;
    else
      return snapshot;
  end case;
end $$;
