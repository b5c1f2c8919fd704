-- Closings of months, blanks and saved filters, access keys; what batches of compound feed need.

create index ledger_batch on ledger (client_id, batch_id) where batch_id is not null;
create index batch_recipe on batch (client_id, recipe_id) where status = 'waited' and not deleted;

-- Printed on the forms of a closed month. The number is the month's for good, counted per farm and year in the order of first closings;
-- the version is how many times it has been closed.
alter table month_close add column number integer not null default 1, add column version integer not null default 1;

-- Every closing that ever was, and what became of it.
create table month_closing (
  client_id integer not null,
  id integer generated always as identity,
  farm_id integer not null,
  month date not null check (extract(day from month) = 1),
  number integer not null,
  version integer not null,
  closed_at timestamptz not null,
  closed_by integer references account,
  reopened_at timestamptz,
  reopened_by integer references account,
  reason text not null default '',
  primary key (client_id, id),
  unique (client_id, farm_id, month, version),
  foreign key (client_id, farm_id) references farm (client_id, id)
);
select protect('month_closing');
-- The rows of every client, for this transaction.
select set_config('manger.all_clients', 'on', true);
insert into month_closing (client_id, farm_id, month, number, version, closed_at, closed_by)
select client_id, farm_id, month, row_number() over (partition by client_id, farm_id, extract(year from month) order by closed_at, month), 1,
       closed_at, closed_by
from month_close;
update month_close c set number = l.number from month_closing l
where l.client_id = c.client_id and l.farm_id = c.farm_id and l.month = c.month;

-- A blank is a farm's form: its header over the farm's own, and its template (headings, their order, account codes). A filter is a
-- report with its filters, by name.
create table additional_report (
  client_id integer not null,
  id integer generated always as identity,
  farm_id integer not null,
  kind text not null check (kind in ('blank', 'filter')),
  name text not null,
  report_type text not null,
  header jsonb not null default '{}',
  filters jsonb not null default '{}',
  template jsonb not null default '{}',
  deleted boolean not null default false,
  version integer not null default 1,
  primary key (client_id, id),
  foreign key (client_id, farm_id) references farm (client_id, id)
);
create unique index additional_report_name on additional_report (client_id, farm_id, kind, lower(name)) where not deleted;
select protect('additional_report');

-- Keys of terminals and scripts. Only a hash is kept; a revoked key stays, marked deleted, for what history tells of it.
create table access_key (
  client_id integer not null,
  id integer generated always as identity,
  farm_id integer not null,
  name text not null,
  secret_hash bytea not null unique,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  deleted boolean not null default false,
  version integer not null default 1,
  primary key (client_id, id),
  foreign key (client_id, farm_id) references farm (client_id, id)
);
create unique index access_key_name on access_key (client_id, farm_id, lower(name)) where not deleted;
select protect('access_key');
-- That a key was used tells nobody to look again.
create trigger tell_access after update of deleted, farm_id, name or delete on access_key for each statement execute function tell_access();
