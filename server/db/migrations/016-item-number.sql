-- A feed has one item number in the books, on every form and file, instead of one in each blank. Where blanks differ, that of the file for the
-- books is kept, the newest blank first.
alter table ingredient add column item_number text not null default '';

update ingredient i set item_number = found.code
from (
  select distinct on (b.client_id, entry.key) b.client_id, substr(entry.key, 6) as ingredient, entry.value as code
  from additional_report b, jsonb_each_text(b.template -> 'accounts') entry
  where b.kind = 'blank' and not b.deleted and entry.key ~ '^item_\d{1,9}$' and entry.value <> ''
  order by b.client_id, entry.key, array_position(array['accounting_writeoff', 'accounting_movement', 'form8'], b.report_type), b.id desc
) found
where i.client_id = found.client_id and i.id = found.ingredient::integer;

update additional_report b set template = jsonb_set(b.template, '{accounts}', (
  select coalesce(jsonb_object_agg(entry.key, entry.value), '{}') from jsonb_each(b.template -> 'accounts') entry where entry.key !~ '^item_\d+$'
))
where exists (select from jsonb_object_keys(b.template -> 'accounts') key where key ~ '^item_\d+$');
