-- Addresses of other programs that are notified of events, at one farm or at all farms of the client. `secret` is sealed with the server's key. An address that
-- keeps failing is disabled: `disabled_at` with the reason, until a person activates it again. `reported_at` is when its owners got a mail about it.
create table webhook (
  client_id bigint not null references client,
  id bigint generated always as identity,
  farm_id bigint not null,
  all_farms boolean not null default false,
  url text not null,
  events text[] not null,
  secret bytea not null,
  active boolean not null default true,
  disabled_at timestamptz,
  disabled_reason text not null default '',
  reported_at timestamptz,
  created_at timestamptz not null,
  deleted boolean not null default false,
  version integer not null default 1,
  primary key (client_id, id),
  foreign key (client_id, farm_id) references farm (client_id, id)
);
create unique index webhook_url on webhook (client_id, farm_id, url) where not deleted;
select protect('webhook');

-- The outbox of events, a row for each address. A row is written in the transaction of its cause. Id, type, time and data never change, so that a receiver
-- recognises a repeated event. `next_attempt_at` is null before the first attempt.
create table webhook_event (
  client_id bigint not null,
  id bigint generated always as identity,
  webhook_id bigint not null,
  type text not null,
  farm_id bigint,
  data jsonb not null,
  created_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  attempted_at timestamptz,
  status integer,
  error text not null default '',
  primary key (client_id, id),
  foreign key (client_id, webhook_id) references webhook (client_id, id)
);
create index webhook_event_waiting on webhook_event (client_id, webhook_id, next_attempt_at nulls first, id) where state = 'waiting';
create index webhook_event_list on webhook_event (client_id, webhook_id, id desc);
select protect('webhook_event');

-- Queues the events of changes that history records. Loading has finished with the first status after it, so that imported loads count, too.
create function queue_webhook_events() returns trigger language plpgsql as $$
begin
  if not exists (select from webhook) then
    return null;
  end if;
  insert into webhook_event (client_id, webhook_id, type, farm_id, data, created_at)
  select w.client_id, w.id, e.type, h.farm_id,
    jsonb_build_object('resource', h.resource, 'id', h.resource_id, 'farm', h.farm_id)
      || case when h.resource = 'month_closes' then jsonb_build_object('month', h.after->'month') else '{}' end,
    h.at
  from written h
  cross join lateral (values
    (case when h.resource = 'deliveries' then 'delivery.' || h.type || 'd' end),
    (case when h.resource = 'month_closes' and h.type = 'create' then 'month.closed' end),
    (case when h.resource = 'schedules' and h.after->>'status' in ('loaded', 'out_process', 'uploaded')
       and coalesce(h.before->>'status', 'waited') in ('waited', 'in_process') then 'feeding.loaded' end),
    (case when h.resource = 'schedules' and h.after->>'status' = 'uploaded'
       and coalesce(h.before->>'status', 'waited') <> 'uploaded' then 'feeding.unloaded' end)
  ) e (type)
  join webhook w on w.client_id = h.client_id and w.active and not w.deleted and e.type = any(w.events) and (w.all_farms or w.farm_id = h.farm_id)
  order by h.id;
  return null;
end $$;
create trigger queue_webhook_events after insert on history referencing new table as written
  for each statement execute function queue_webhook_events();

create function queue_signal_events() returns trigger language plpgsql as $$
begin
  insert into webhook_event (client_id, webhook_id, type, farm_id, data, created_at)
  select w.client_id, w.id, 'signal.raised', s.farm_id,
    jsonb_build_object('resource', 'signals', 'id', s.id, 'farm', s.farm_id, 'rule', s.rule), s.found_at
  from written s
  join webhook w on w.client_id = s.client_id and w.active and not w.deleted and 'signal.raised' = any(w.events)
    and (w.all_farms or w.farm_id = s.farm_id)
  order by s.id;
  return null;
end $$;
create trigger queue_signal_events after insert on signal referencing new table as written
  for each statement execute function queue_signal_events();
