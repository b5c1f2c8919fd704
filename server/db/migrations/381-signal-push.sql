-- Browsers that show a person's signals of a client as notifications (Web Push). The browser's push service gave the address and the keys. `gone_at` is when
-- that service no longer had the address: nothing is sent any more. Signals found before `since` aren't news.
create table push_device (
  client_id bigint not null references client,
  id bigint generated always as identity,
  account_id bigint not null references account,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  agent text not null,
  since timestamptz not null,
  gone_at timestamptz,
  primary key (client_id, id)
);
create unique index push_device_endpoint on push_device (client_id, account_id, endpoint);
select protect('push_device');

-- Signals of a device, written before their first attempt. `next_attempt_at` is null once a signal was sent or given up.
create table pushed_signal (
  client_id bigint not null,
  device_id bigint not null,
  signal_id bigint not null,
  attempts integer not null default 1,
  next_attempt_at timestamptz,
  primary key (client_id, device_id, signal_id),
  foreign key (client_id, device_id) references push_device (client_id, id) on delete cascade,
  foreign key (client_id, signal_id) references signal (client_id, id)
);
select protect('pushed_signal');
