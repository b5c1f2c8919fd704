-- The database role of a client's programs for analysis (Power BI, Metabase). The role's name contains the client: `manger_bi_<client>_<random>`. A restored
-- row may name a role that its server doesn't have.
create table bi_role (
  client_id bigint not null references client,
  id bigint generated always as identity,
  name text not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (client_id, id)
);
create unique index bi_role_client on bi_role (client_id);
select protect('bi_role');

-- The client of a session that signed in with such a role. Bodies of this form are bound now, so a session's search path doesn't change them.
create function bi_client() returns bigint language sql stable parallel safe
  return case when current_user like 'manger\_bi\_%' then split_part(current_user::text, '_', 3)::bigint end;

-- A role of a client is bound to its client, whatever its session sets.
create or replace function all_tenants() returns boolean language sql stable parallel safe
  return current_setting('manger.all_clients', true) = 'on' and current_user not like 'manger\_bi\_%';
create or replace function tenant() returns bigint language sql stable parallel safe
  return case when all_tenants() then null
    else coalesce(bi_client(), nullif(current_setting('manger.client_id', true), '')::bigint, no_tenant()) end;

-- Every session of a database may LISTEN and NOTIFY on any channel whose name it knows. The names of the servers' channels end in a random text that only
-- the application's role can read. The first server writes it.
create function channel(kind text) returns text language sql stable
  return kind || coalesce((select '_' || (value #>> '{}') from setting where name = 'channel'), '');
create or replace function tell_access() returns trigger language plpgsql as $$
begin
  perform pg_notify(channel('manger_access'), '');
  return null;
end $$;
