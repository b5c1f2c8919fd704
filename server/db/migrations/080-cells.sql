-- Cells: installations of one operator, each with its clients. `moving` tells of a client that is on its way between two: 'arriving' is a draft here,
-- 'stopped' takes no writes here until it lives in `cell`, 'left' is the old copy of one that lives there. Null: it lives here.
alter table client
  add moving text check (moving in ('arriving', 'stopped', 'left')),
  add cell integer check (cell > 0),
  add check ((moving is null) = (cell is null)),
  -- Nobody works in it: those of a draft and of an old copy don't, and of one that is stopped they still look on.
  add closed boolean not null generated always as (locked or coalesce(moving <> 'stopped', false)) stored;

-- Which rows changed while a client is copied, by their keys.
create table client_change (
  client_id bigint not null references client,
  id bigint generated always as identity,
  relation text not null,
  key jsonb not null,
  primary key (client_id, id)
);
select protect('client_change');

-- Stands on tables while a client is copied and until its old copy is gone, with the relation, its key and the client: names what changes, and refuses it
-- once the client is stopped. The client's row is held, so that whoever stops it waits for those who are writing.
create function note_client_change() returns trigger language plpgsql as $$
declare
  mover bigint := tg_argv[2];
  fresh jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  state text;
begin
  if mover is distinct from coalesce(
    (case when tg_argv[0] = 'client' then fresh ->> 'id' else fresh ->> 'client_id' end)::bigint,
    (select client_id from account where id = (fresh ->> 'account_id')::bigint)) then
    return null;
  end if;
  -- The move's own steps.
  if current_setting('manger.move', true) = 'on' then return null; end if;
  select moving into state from client where id = mover for share;
  if state is not null then raise exception using errcode = 'MN002', message = 'the client is ' || state; end if;
  insert into client_change (client_id, relation, key)
  select distinct mover, tg_argv[0], (select jsonb_object_agg(name, said -> name) from unnest(string_to_array(tg_argv[1], ' ')) name)
  from (values (fresh), (case when tg_op = 'UPDATE' then to_jsonb(old) else fresh end)) r (said);
  return null;
end $$;

-- What was a client's draft, or is its old copy, may go.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (select from client c where c.id = old.client_id and c.moving in ('arriving', 'left')) then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;
