-- Reports that somebody shares as a page to read without signing in. They are made with the rights of `account_id`; the address follows from the
-- installation's key and is kept nowhere.
create table report_share (
  client_id bigint not null references client,
  id bigint generated always as identity,
  account_id bigint not null references account,
  report text not null,
  filters jsonb not null,
  until date not null,
  expires_at timestamptz not null,
  opened_at timestamptz,
  version integer not null default 1,
  primary key (client_id, id)
);
create index report_share_author on report_share (client_id, account_id);
select protect('report_share');
