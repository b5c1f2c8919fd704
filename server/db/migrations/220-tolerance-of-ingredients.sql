-- Allowed deviation of an ingredient's weighing, in percent of plan and in kg. The larger of both applies; 0 in both: the mixer's tolerance applies.
alter table ingredient
  add tolerance_percent numeric(5,2) not null default 0 check (tolerance_percent between 0 and 100),
  add tolerance numeric(14,3) not null default 0 check (tolerance >= 0);

-- The kg that were allowed when the load ended. Null: not ended, or the mixer's tolerance applied.
alter table schedule_ingredient add tolerance numeric(14,3);

create function item_tolerance(percent numeric, kg numeric, plan numeric) returns numeric language sql immutable as $$
  select nullif(greatest(kg, round(plan * percent / 100, 3)), 0)
$$;
