-- Who loads and feeds is said by the schedule alone. Its facts kept a copy, made only when loading ended, so that a filter of operators missed
-- loads that were begun.
alter table schedule_ingredient drop column operator_id;
alter table schedule_group drop column operator_id;
