-- The weight of a pack of a feed (a bale, a bag, a drum) from a day on. A half of it is whole grams.
create table pack (
  client_id bigint not null references client,
  id bigint generated always as identity,
  ingredient_id bigint not null,
  name text not null,
  since date not null,
  kg numeric(14,3) not null check (kg > 0 and mod(kg * 1000, 2) = 0),
  -- The sample that was weighed: `kg` is its average.
  weighed_packs integer check (weighed_packs > 0),
  weighed_kg numeric(14,3) check (weighed_kg > 0),
  version integer not null default 1,
  primary key (client_id, id),
  foreign key (client_id, ingredient_id) references ingredient (client_id, id),
  check (num_nonnulls(weighed_packs, weighed_kg) in (0, 2))
);
create unique index pack_since on pack (client_id, ingredient_id, name_key(name), since);
select protect('pack');

-- Entries keep the name, the number and the weight of their packs. The kilograms are the product, exactly.
alter table delivery add pack text, add packs numeric(12,1), add pack_kg numeric(14,3),
  add check (num_nonnulls(pack, packs, pack_kg) in (0, 3)), add constraint delivery_packs check (packs * pack_kg = value);
alter table opening add pack text, add packs numeric(12,1), add pack_kg numeric(14,3),
  add check (num_nonnulls(pack, packs, pack_kg) in (0, 3)), add constraint opening_packs check (packs * pack_kg = kg);
