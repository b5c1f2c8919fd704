-- When each kind of the installation's own work last succeeded: its jobs, on whichever server, and backups. Watchers read it.
create table last_success (
  work text primary key,
  at timestamptz not null
);
