-- What a measurement of dry matter moved of the loads that waited: the kilograms of each line that changed before and after, and what the
-- difference cost at the prices of then. Unknown of measurements before this.
alter table measurement
  add column load_before numeric(14,3),
  add column load_after numeric(14,3),
  add column cost_moved numeric(18,6);
