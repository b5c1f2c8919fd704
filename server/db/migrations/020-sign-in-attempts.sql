-- Attempts to sign in are counted before they are judged, so that any number at once are as many guesses as one after the other.
drop table sign_in_failure;

-- One row an account (or a login that nobody has), an address, and both together. The next attempt is judged from `next_at` on; who succeeds
-- takes the count back. Old rows are swept by a job.
create table sign_in_attempt (
  key text primary key,
  failures integer not null,
  at timestamptz not null,
  next_at timestamptz not null
);
