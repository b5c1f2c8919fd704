-- Which signals of a client come to a person's own address, and when.
create table signal_mail (
  client_id bigint not null references client,
  id bigint generated always as identity,
  account_id bigint not null references account,
  mode text not null check (mode in ('none', 'at_once', 'digest')),
  hour integer not null check (hour between 0 and 23),
  rules text[] not null default '{}',
  farms bigint[] not null default '{}',
  money_from numeric(14,2) check (money_from > 0),
  quiet_from time,
  quiet_to time,
  -- What was found before somebody chose isn't news.
  since timestamptz not null,
  version integer not null default 1,
  primary key (client_id, id),
  check ((quiet_from is null) = (quiet_to is null))
);
create unique index signal_mail_account on signal_mail (client_id, account_id);
select protect('signal_mail');

-- What went into the outbox, for whom: written with the mail, so that nothing goes twice.
create table signal_mailed (
  client_id bigint not null,
  signal_id bigint not null,
  account_id bigint not null references account,
  primary key (client_id, account_id, signal_id),
  foreign key (client_id, signal_id) references signal (client_id, id)
);
select protect('signal_mailed');

-- Such a mail belongs to no subscription: it says which signals it tells of, and with whose rights.
alter table report_sending add column signals bigint[];
alter table report_sending drop constraint report_sending_of;
alter table report_sending add constraint report_sending_of
  check (num_nonnulls(subscription_id, papers, signals) = 1 and (subscription_id is not null) = (asked_by is null));
