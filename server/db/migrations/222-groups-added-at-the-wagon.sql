-- True for a group that the plan didn't contain: the operator added it during unloading. A reset removes it.
alter table schedule_group add added boolean not null default false;
