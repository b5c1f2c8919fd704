-- A month's partitions are made beside their tables and then attached. `create table … partition of` took each table from whoever read it:
-- a new month waited for the longest report, every other report waited behind it, and a report between the two tables met a deadlock.
create or replace function ensure_month(day date) returns void language plpgsql as $$
declare
  start date := date_trunc('month', day);
  suffix text := to_char(start, 'YYYYMM');
  parent text;
begin
  if to_regclass('schedule_group_' || suffix) is not null then return; end if;
  perform pg_advisory_xact_lock(hashtext('ensure_month'));
  foreach parent in array array['schedule_ingredient', 'schedule_group'] loop
    if to_regclass(parent || '_' || suffix) is null then
      execute format('create table %I (like %I including all)', parent || '_' || suffix, parent);
      execute format('alter table %I enable row level security', parent || '_' || suffix);
      execute format('alter table %I force row level security', parent || '_' || suffix);
      execute format('alter table %I attach partition %I for values from (%L) to (%L)',
        parent, parent || '_' || suffix, start, (start + interval '1 month')::date);
    end if;
  end loop;
end $$;
