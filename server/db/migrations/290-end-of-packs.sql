-- The last day of a pack; entries of later days can't use it unless a later weight follows. Null: the pack is still used.
alter table pack add until date, add check (until >= since);

-- Harvests come in bales, as deliveries do.
alter table harvest add pack text, add packs numeric(12,1), add pack_kg numeric(14,3),
  add check (num_nonnulls(pack, packs, pack_kg) in (0, 3)), add constraint harvest_packs check (packs * pack_kg = kg);
