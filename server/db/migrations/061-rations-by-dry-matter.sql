-- A ration is written in one of four bases, its amounts at the dry matter that feeds had then. `percent` is derived: its share of today's load.
-- `size` is what a ration comes to today, in the measure in which what a head gets of it was typed (`ration_size` of a job's and a feeding's
-- group); `scale` leads to that measure from the ration's own amounts.
alter table ration
  add column basis text not null default 'load_fresh' check (basis in ('head_fresh', 'head_dry', 'load_fresh', 'load_dry')),
  add column size numeric not null default 100 check (size > 0),
  add column scale numeric not null default 1 check (scale > 0);

-- None where it is older than bases: the percentages are what was written.
alter table ration_item
  alter column percent type numeric(9,6),
  add column amount numeric(11,6) check (amount > 0),
  add column hold text not null default 'fresh' check (hold in ('dry', 'fresh')),
  add column at_dry_matter numeric(5,2) check (at_dry_matter between 0 and 100);

alter table schedule_ingredient alter column percent type numeric(9,6);
alter table period_job_group add column ration_size numeric not null default 100 check (ration_size > 0);
alter table schedule_group add column ration_size numeric not null default 100 check (ration_size > 0);
