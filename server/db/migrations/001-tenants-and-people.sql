-- Clients (tenants), accounts, access groups, history and the log of activities.
-- Row-level security: a connection sees the rows of the client it is set to, or all rows when it asked for them by name.

create function tenant() returns integer language sql stable parallel safe
  as $$ select nullif(current_setting('manger.client_id', true), '')::integer $$;
create function all_tenants() returns boolean language sql stable parallel safe
  as $$ select current_setting('manger.all_clients', true) = 'on' $$;

-- Puts a table under the tenant rule; called once for each tenant table.
create function protect(name regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', name);
  execute format('alter table %s force row level security', name);
  execute format(
    'create policy tenant on %s using (client_id = (select tenant()) or (select all_tenants()))
       with check (client_id = (select tenant()) or (select all_tenants()))', name);
end $$;

create table client (
  id integer generated always as identity primary key,
  company_name text not null,
  info text not null default '',
  locked boolean not null default false,
  modules text[] not null default '{manger}',
  currency text not null default 'UAH',
  created_at timestamptz not null default now(),
  version integer not null default 1
);
create unique index client_company_name on client (lower(company_name));

create table access_group (
  client_id integer not null references client,
  id integer generated always as identity,
  name text not null,
  farms integer[] not null default '{}',
  permissions jsonb not null default '[]',
  version integer not null default 1,
  primary key (client_id, id)
);
create unique index access_group_name on access_group (client_id, lower(name));
select protect('access_group');

-- Accounts are looked up by email before any tenant is known, so the table itself stands outside the tenant rule.
create table account (
  id integer generated always as identity primary key,
  client_id integer references client,
  user_type text not null check (user_type in ('admin', 'consultant', 'staff', 'client', 'employee')),
  is_superadmin boolean not null default false,
  first_name text not null default '',
  last_name text not null default '',
  phone text not null default '',
  email text not null,
  password_hash text not null,
  language text not null default 'uk',
  about text not null default '',
  company_name text not null default '',
  access_group_id integer,
  locked boolean not null default false,
  deleted boolean not null default false,
  token_version integer not null default 1,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  foreign key (client_id, access_group_id) references access_group (client_id, id),
  check ((user_type in ('client', 'employee')) = (client_id is not null)),
  check (not is_superadmin or user_type = 'admin')
);
create unique index account_email on account (lower(email)) where not deleted;
create unique index account_phone on account (phone) where phone <> '' and not deleted;
create index account_of_client on account (client_id);

-- Whom a consultant or a staff member looks after.
create table account_client (
  account_id integer not null references account,
  client_id integer not null references client,
  primary key (account_id, client_id)
);
create index account_client_client on account_client (client_id);

create table history (
  client_id integer not null references client,
  id integer generated always as identity,
  at timestamptz not null default now(),
  resource text not null,
  resource_id integer not null,
  farm_id integer,
  type text not null check (type in ('create', 'update', 'delete')),
  name text not null,
  user_id integer,
  user_name text not null,
  language text not null,
  timezone text not null,
  before jsonb,
  after jsonb,
  primary key (client_id, id)
);
create index history_list on history (client_id, resource, id desc);
create index history_row on history (client_id, resource, resource_id, id desc);
select protect('history');

create table activity (
  id integer generated always as identity primary key,
  at timestamptz not null default now(),
  account_id integer references account,
  user_name text not null default '',
  client_id integer references client,
  action text not null,
  resource text not null,
  resource_id integer,
  ip text not null default ''
);
create index activity_client on activity (client_id, id desc);
create index activity_account on activity (account_id, id desc);

-- Failed sign-ins, by account and by address, for slowing down guesses; old rows are swept by a job.
create table sign_in_failure (
  key text not null,
  at timestamptz not null default now()
);
create index sign_in_failure_key on sign_in_failure (key, at);

-- Facts of the installation: the one-time set-up code's hash, the day the demonstration data was made.
create table setting (
  name text primary key,
  value jsonb not null
);

-- The installation's own database of mixers.
create table mixer_brand (
  id integer generated always as identity primary key,
  name text not null,
  version integer not null default 1
);
create unique index mixer_brand_name on mixer_brand (lower(name));
create table mixer_model (
  id integer generated always as identity primary key,
  brand_id integer not null references mixer_brand,
  name text not null,
  version integer not null default 1
);
create unique index mixer_model_name on mixer_model (brand_id, lower(name));
create table mixer_item (
  id integer generated always as identity primary key,
  model_id integer not null references mixer_model,
  name text not null,
  value bytea not null,
  version integer not null default 1
);
create unique index mixer_item_name on mixer_item (model_id, lower(name));

-- Tokens that were signed out before they expired; swept by a job.
create table revoked_token (
  jti text primary key,
  until timestamptz not null
);

-- Servers keep who may do what in memory; whatever changes it tells them all to look again.
create function tell_access() returns trigger language plpgsql as $$
begin
  perform pg_notify('manger_access', '');
  return null;
end $$;
create trigger tell_access after insert or update or delete on account for each statement execute function tell_access();
create trigger tell_access after insert or update or delete on account_client for each statement execute function tell_access();
create trigger tell_access after insert or update or delete on access_group for each statement execute function tell_access();
create trigger tell_access after insert or update or delete on client for each statement execute function tell_access();
create trigger tell_access after insert or update or delete on revoked_token for each statement execute function tell_access();
