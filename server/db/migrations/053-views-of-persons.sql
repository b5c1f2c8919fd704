-- What a person who works for several clients keeps of reports over them: views under a name, mails and pages of them. It is theirs and no
-- client's; what it shows is judged by their rights each time it is made. No client's connection sees any of it.
create function protect_person(name regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', name);
  execute format('alter table %s force row level security', name);
  execute format('create policy person on %s using ((select all_tenants())) with check ((select all_tenants()))', name);
end $$;

create table person_view (
  id bigint generated always as identity primary key,
  account_id bigint not null references account,
  report_type text not null,
  name text not null,
  filters jsonb not null default '{}',
  version integer not null default 1
);
create unique index person_view_name on person_view (account_id, report_type, lower(name));
select protect_person('person_view');

-- As `report_subscription`; its days and hours are those of `timezone`, since a view is of no farm.
create table person_subscription (
  id bigint generated always as identity primary key,
  account_id bigint not null references account,
  view_id bigint not null references person_view on delete cascade,
  recipients text[] not null default '{}',
  format text not null check (format in ('xlsx', 'pdf')),
  every text not null check (every in ('day', 'week', 'month')),
  weekday integer not null check (weekday between 1 and 7),
  month_day integer not null check (month_day between 1 and 31),
  hour integer not null check (hour between 0 and 23),
  language text not null,
  period text not null,
  timezone text not null,
  active boolean not null,
  stopped text check (stopped in ('locked', 'no_rights', 'cannot_be_made')),
  next_at timestamptz,
  version integer not null default 1
);
create index person_subscription_account on person_subscription (account_id);
create index person_subscription_view on person_subscription (view_id);
create index person_subscription_due on person_subscription (next_at) where next_at is not null;
select protect_person('person_subscription');

-- As `report_sending`, `mail_address` and `mail_day`.
create table person_sending (
  id bigint generated always as identity primary key,
  account_id bigint not null references account,
  subscription_id bigint not null references person_subscription on delete cascade,
  recipient text not null,
  due_at timestamptz not null,
  from_day date not null,
  to_day date not null,
  state text not null default 'waiting' check (state in ('waiting', 'held', 'sent', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  error text not null default '',
  sent_at timestamptz,
  unique (subscription_id, due_at, recipient)
);
create index person_sending_waiting on person_sending (next_attempt_at) where state = 'waiting';
create index person_sending_recipient on person_sending (account_id, recipient) where state in ('waiting', 'held');
select protect_person('person_sending');

create table person_address (
  id bigint generated always as identity primary key,
  account_id bigint not null references account,
  email text not null,
  state text not null default 'waiting' check (state in ('waiting', 'confirmed', 'declined')),
  language text not null,
  requested_at timestamptz,
  next_attempt_at timestamptz,
  attempts integer not null default 0,
  sent_at timestamptz,
  error text not null default '',
  answered_at timestamptz,
  unique (account_id, email)
);
create index person_address_waiting on person_address (next_attempt_at) where next_attempt_at is not null;
select protect_person('person_address');

create table person_mail_day (
  account_id bigint not null references account,
  day date not null,
  reports integer not null default 0,
  requests integer not null default 0,
  primary key (account_id, day)
);
select protect_person('person_mail_day');

-- As `report_share`.
create table person_share (
  id bigint generated always as identity primary key,
  account_id bigint not null references account,
  report text not null,
  filters jsonb not null,
  until date not null,
  expires_at timestamptz not null,
  opened_at timestamptz,
  version integer not null default 1
);
create index person_share_account on person_share (account_id);
select protect_person('person_share');
