-- An item that was loaded in packs keeps them. The weighing is their product, exactly.
alter table schedule_ingredient add pack text, add packs numeric(12,1), add pack_kg numeric(14,3),
  add check (num_nonnulls(pack, packs, pack_kg) in (0, 3)), add constraint schedule_ingredient_packs check (packs * pack_kg = weight_fact);
