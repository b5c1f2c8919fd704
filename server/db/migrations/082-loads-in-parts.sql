-- A feeding that its mixer doesn't take at once is loaded in parts: each is a schedule of its own, and those after the first name it.
alter table period_job add split boolean not null default false;
alter table schedule
  add split boolean not null default false,
  -- Without a foreign key, as rows of the ledger name those that they reverse: an archive's rows come in no order of their own.
  add part_of bigint,
  add part integer not null default 1 check (part >= 1),
  add parts integer not null default 1 check (parts >= 1),
  add check (part_of is null or period_job_id is null);
create index schedule_part on schedule (client_id, part_of) where part_of is not null;
