-- Saved reports that go out by themselves. What is sent is made with the rights of `account_id`, who saved it last; `stopped` says why
-- it goes out no more. A link is known by a hash of its secret alone.
create table report_subscription (
  client_id integer not null,
  id integer generated always as identity,
  additional_id integer not null,
  account_id integer not null references account,
  way text not null check (way in ('email', 'link')),
  recipients text[] not null default '{}',
  format text not null check (format in ('xlsx', 'pdf')),
  every text not null check (every in ('day', 'week', 'month')),
  weekday integer not null check (weekday between 1 and 7),
  month_day integer not null check (month_day between 1 and 31),
  hour integer not null check (hour between 0 and 23),
  language text not null,
  period text not null,
  active boolean not null,
  stopped text check (stopped in ('locked', 'no_rights', 'cannot_be_made')),
  next_at timestamptz,
  link_days integer not null check (link_days between 1 and 366),
  secret_hash bytea unique,
  link_expires_at timestamptz,
  fetched_at timestamptz,
  version integer not null default 1,
  primary key (client_id, id),
  foreign key (client_id, additional_id) references additional_report (client_id, id)
);
create index report_subscription_due on report_subscription (next_at) where next_at is not null;
create index report_subscription_additional on report_subscription (client_id, additional_id);
select protect('report_subscription');

-- The outbox: one row a recipient and time. Each attempt first moves `next_attempt_at` on, so that nobody else takes the row
-- meanwhile, and one whose server died is taken up again. The days are those of the time it fell due, whenever it is sent.
create table report_sending (
  client_id integer not null,
  id integer generated always as identity,
  subscription_id integer not null,
  recipient text not null,
  due_at timestamptz not null,
  from_day date not null,
  to_day date not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  error text not null default '',
  sent_at timestamptz,
  primary key (client_id, id),
  unique (client_id, subscription_id, due_at, recipient),
  foreign key (client_id, subscription_id) references report_subscription (client_id, id) on delete cascade
);
create index report_sending_waiting on report_sending (next_attempt_at) where state = 'waiting';
select protect('report_sending');
