-- Transfers keep their packs, as deliveries do.
alter table transfer add pack text, add packs numeric(12,1), add pack_kg numeric(14,3),
  add check (num_nonnulls(pack, packs, pack_kg) in (0, 3)), add constraint transfer_packs check (packs * pack_kg = kg);

-- The packs of a count. The ledger has the difference that the count found; `kg` is the counted quantity.
create table counted_packs (
  client_id bigint not null,
  ledger_id bigint not null,
  pack text not null,
  packs numeric(12,1) not null check (packs >= 0),
  pack_kg numeric(14,3) not null,
  kg numeric(14,3) not null check (packs * pack_kg = kg),
  primary key (client_id, ledger_id),
  foreign key (client_id, ledger_id) references ledger (client_id, id)
);
select protect('counted_packs');
