-- A paper keeps the texts of the product that it prints. False: the paper was issued before; a job adds today's texts once.
-- `earlier_hash`: the hash that such a paper had before.
alter table month_paper add has_wording boolean not null default false, add earlier_hash text;
create index month_paper_unworded on month_paper (client_id, id) where not has_wording;

-- A paper never changes, except which version its month prints. A paper of an earlier release gets its wording once, and the hash that covers it.
create or replace function keep_paper() returns trigger language plpgsql as $$
declare
  changes_wording constant boolean := new.has_wording and not old.has_wording;
  may_change constant text[] := case when changes_wording then '{current,has_wording,hash,earlier_hash,content}' else '{current}' end;
begin
  if to_jsonb(new) - may_change <> to_jsonb(old) - may_change then raise exception 'A paper never changes.'; end if;
  return new;
end $$;
