-- Installations don't forward requests to each other any more: the notes of a client's move between two databases go.
do $$
declare
  unfinished text := (select string_agg(format('%s (%s)', company_name, id), ', ' order by id) from client where moving is not null);
begin
  if unfinished is not null then
    raise exception using
      message = 'These clients have a move to another database that isn''t finished: ' || unfinished,
      hint = 'Finish it with the previous version: npm run move-client, with the word delete for an old copy, or the word stay.';
  end if;
end $$;

drop function note_client_change();
drop table client_change;
alter table client drop column closed, drop column moving, drop column cell;
delete from setting where name = 'cell';

create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
