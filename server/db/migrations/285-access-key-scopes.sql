-- An access key may do the work of its scopes, at one farm or at all farms of its client, up to and including a last day in its farm's time. Keys from before
-- record loads at their farm and don't expire.
alter table access_key
  add column scopes text[] not null default '{record_loads}',
  add column all_farms boolean not null default false,
  add column expires_on date;
