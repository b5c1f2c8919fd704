-- Events are queued row by row. The triggers of 320 read transition tables, which a distributed database doesn't have.
drop trigger queue_webhook_events on history;
drop function queue_webhook_events();
drop trigger queue_signal_events on signal;
drop function queue_signal_events();

-- Queues the events of a change that history records, for the webhooks that want them. Loading has finished with the first status after it, so that imported
-- loads count, too. Most changes have no event and return before any query. A condition of the trigger itself would be parsed again with each statement.
create function queue_history_event() returns trigger language plpgsql as $$
declare
  happened text[];
  reached text;
  former text;
  extra jsonb := '{}';
begin
  if new.resource = 'schedules' then
    reached := new.after->>'status';
    if reached is null or reached not in ('loaded', 'out_process', 'uploaded') then
      return null;
    end if;
    former := coalesce(new.before->>'status', 'waited');
    if former in ('waited', 'in_process') then
      happened := array['feeding.loaded'];
    end if;
    if reached = 'uploaded' and former <> 'uploaded' then
      happened := array_append(happened, 'feeding.unloaded');
    end if;
    if happened is null then
      return null;
    end if;
  elsif new.resource = 'deliveries' then
    happened := array['delivery.' || new.type || 'd'];
  elsif new.resource = 'month_closes' and new.type = 'create' then
    happened := array['month.closed'];
    extra := jsonb_build_object('month', new.after->'month');
  else
    return null;
  end if;
  if not exists (select from webhook w where w.client_id = new.client_id) then
    return null;
  end if;
  insert into webhook_event (client_id, webhook_id, type, farm_id, data, created_at)
  select w.client_id, w.id, event, new.farm_id,
    jsonb_build_object('resource', new.resource, 'id', new.resource_id, 'farm', new.farm_id) || extra, new.at
  from webhook w cross join unnest(w.events) event
  where w.client_id = new.client_id and w.active and not w.deleted and (w.all_farms or w.farm_id = new.farm_id) and event = any(happened);
  return null;
end $$;
create trigger queue_history_event after insert on history for each row execute function queue_history_event();

create function queue_signal_event() returns trigger language plpgsql as $$
begin
  insert into webhook_event (client_id, webhook_id, type, farm_id, data, created_at)
  select w.client_id, w.id, 'signal.raised', new.farm_id,
    jsonb_build_object('resource', 'signals', 'id', new.id, 'farm', new.farm_id, 'rule', new.rule), new.found_at
  from webhook w
  where w.client_id = new.client_id and w.active and not w.deleted and (w.all_farms or w.farm_id = new.farm_id) and 'signal.raised' = any(w.events);
  return null;
end $$;
create trigger queue_signal_event after insert on signal for each row execute function queue_signal_event();
