-- One limiter for guesses at passwords and for secret links: what is counted is a key of either.
create table attempt (
  key text primary key,
  failures integer not null,
  at timestamptz not null,
  next_at timestamptz not null,
  -- Of keys that are bounded in any window: when those in it were.
  times timestamptz[] not null default '{}'
);
insert into attempt (key, failures, at, next_at) select key, failures, at, next_at from sign_in_attempt;
drop table sign_in_attempt;
