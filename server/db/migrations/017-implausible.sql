-- A weighing that a terminal reported beyond the mixer's maximum or far from plan, and that no person has looked at. Until it is confirmed or
-- corrected nothing of its load is in the ledger, and none of its facts is counted. A schedule is implausible while one of its weighings is.
alter table schedule_ingredient add column implausible boolean not null default false;
alter table schedule_group add column implausible boolean not null default false;
alter table schedule add column implausible boolean not null default false;

drop index schedule_exception;
create index schedule_exception on schedule (client_id, farm_id, planned_on)
  where not deleted and (ignore_in_reports or implausible or status <> 'uploaded');
create index schedule_implausible on schedule (client_id, farm_id) where implausible;
