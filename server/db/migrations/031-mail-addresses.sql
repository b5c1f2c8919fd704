-- To whom a client's reports may go: an address gets one mail with a link, by which its owner says yes or no; what they said stays. `requested_at` is
-- when the client last asked for that mail, `next_attempt_at` when it is tried (null = nothing is on its way).
create table mail_address (
  client_id bigint not null references client,
  id bigint generated always as identity,
  email text not null,
  state text not null default 'waiting' check (state in ('waiting', 'confirmed', 'declined')),
  language text not null,
  requested_at timestamptz,
  next_attempt_at timestamptz,
  attempts integer not null default 0,
  sent_at timestamptz,
  error text not null default '',
  answered_at timestamptz,
  primary key (client_id, id),
  unique (client_id, email)
);
create index mail_address_waiting on mail_address (next_attempt_at) where next_attempt_at is not null;
select protect('mail_address');

-- How many mails a client has put into the outbox on a day (UTC): a row that those who put in hold until they are done.
create table mail_day (
  client_id bigint not null references client,
  day date not null,
  reports integer not null default 0,
  requests integer not null default 0,
  primary key (client_id, day)
);
select protect('mail_day');

-- A report whose recipient hasn't answered yet is held.
alter table report_sending drop constraint report_sending_state_check;
alter table report_sending add constraint report_sending_state_check check (state in ('waiting', 'held', 'sent', 'failed'));
create index report_sending_recipient on report_sending (client_id, recipient) where state in ('waiting', 'held');

-- Who has got reports before goes on getting them.
select set_config('manger.all_clients', 'on', true);
insert into mail_address (client_id, email, language, state)
select named.client_id, named.email, min(named.language), case when exists (
    select from report_sending g where g.client_id = named.client_id and g.recipient = named.email and g.state = 'sent'
  ) then 'confirmed' else 'waiting' end
from (select client_id, recipient as email, language from report_subscription, unnest(recipients) recipient where way = 'email') named
group by named.client_id, named.email;
update report_sending g set state = 'held'
from mail_address m
where m.client_id = g.client_id and m.email = g.recipient and m.state = 'waiting' and g.state = 'waiting';
