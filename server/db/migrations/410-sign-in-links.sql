-- One-time links with which a person sets a password: invitations and forgotten passwords. Only the hash of a link's secret is stored.
-- A link is valid while the account keeps the email and the token version that it had when the link was created.
create table sign_in_link (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  kind text not null check (kind in ('invitation', 'reset')),
  secret_hash bytea not null unique,
  email text not null,
  token_version integer not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index sign_in_link_account on sign_in_link (account_id);
