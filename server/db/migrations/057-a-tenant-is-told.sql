-- Nothing is read or written without a tenant: who asks without having said whose rows, or whether all, is refused instead of finding none.
create function no_tenant() returns bigint language plpgsql stable parallel safe as $$
begin
  raise exception 'no tenant was told in this transaction' using errcode = 'MN001';
end $$;
create or replace function tenant() returns bigint language sql stable parallel safe
  as $$ select case when all_tenants() then null else coalesce(nullif(current_setting('manger.client_id', true), '')::bigint, no_tenant()) end $$;
