-- One sign-in of an account, on one device. It ends by signing out, by its owner from another device, or by age; swept by a job.
create table session (
  id text primary key,
  account_id integer not null references account,
  -- A super administrator who sees what the account would see.
  viewer_id integer references account,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  ip text not null default '',
  agent text not null default '',
  ended_at timestamptz
);
create index session_open on session (account_id) where ended_at is null;
-- Tokens name their session now; the list of signed-out tokens has nothing left to say.
drop table revoked_token;
create trigger tell_access after delete or update of ended_at on session for each statement execute function tell_access();

-- Somebody else set the password: its owner has to choose another one first.
alter table account add must_change_password boolean not null default false;
-- The second factor's secret, sealed; it counts once a code of it was given. `step` is the last one used, which is not taken twice.
alter table account add second_factor bytea;
alter table account add second_factor_on boolean not null default false;
alter table account add second_factor_step bigint not null default 0;
alter table account add check (not second_factor_on or second_factor is not null);
create table recovery_code (
  account_id integer not null references account,
  code_hash bytea not null,
  primary key (account_id, code_hash)
);
