-- Saved filters and farm forms have rights of their own: who had them as `additional` keeps them.
-- The rows of every client, for this transaction.
select set_config('manger.all_clients', 'on', true);
update access_group g set
  version = version + 1,
  permissions = g.permissions || (
    select jsonb_agg(entry || jsonb_build_object('name', part, 'label', 'access.manger.' || part))
    from jsonb_array_elements(g.permissions) entry, unnest(array['filters', 'blanks']) part
    where entry ->> 'module' = 'manger' and entry ->> 'name' = 'additional')
where g.permissions @> '[{"module": "manger", "name": "additional"}]'
  and not g.permissions @> '[{"module": "manger", "name": "filters"}]' and not g.permissions @> '[{"module": "manger", "name": "blanks"}]';
