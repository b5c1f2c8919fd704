-- Whether a farm's month is open, and held so until the transaction ends: who closes it takes the same lock, not shared. As a function
-- the lock and the look are one call, and the look, a statement of its own, sees what was committed while the lock was waited for.
create function month_is_open(of_client integer, of_farm integer, on_day date) returns boolean language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock_shared(hashtext('manger month'), of_farm);
  return not exists (
    select from month_close where client_id = of_client and farm_id = of_farm and month = date_trunc('month', on_day)::date);
end $$;
