-- The nutrients that a client counts.
create table nutrient (
  client_id bigint not null references client,
  id bigint generated always as identity,
  name text not null,
  unit text not null check (unit in ('percent', 'g_kg', 'mg_kg', 'ppm', 'mj_kg', 'mcal_kg', 'mcal_lb', 'unit_kg', 'meq_kg')),
  per text not null check (per in ('dry', 'fresh')),
  decimals integer not null default 1 check (decimals between 0 and 4),
  position integer not null default 0,
  standard text,
  formula text,
  deleted boolean not null default false,
  version integer not null default 1,
  primary key (client_id, id)
);
create unique index nutrient_name on nutrient (client_id, lower(name)) where not deleted;
create unique index nutrient_standard on nutrient (client_id, standard) where standard is not null and not deleted;
select protect('nutrient');

-- Mean of the last analyses of a farm's feed; each analysis stores the number of its day.
alter table farm add column analysis_mean integer not null default 1 check (analysis_mean between 1 and 10);

-- The analysis of a sample of feed, or book values. Valid from a day on.
create table analysis (
  client_id bigint not null references client,
  id bigint generated always as identity,
  ingredient_id bigint not null,
  sampled_on date not null,
  valid_from date not null,
  lab text not null default '',
  method text not null,
  lot text not null default '',
  dry_matter numeric(5,2) check (dry_matter > 0 and dry_matter <= 100),
  note text not null default '',
  averaged integer not null default 1 check (averaged between 1 and 10),
  account_id bigint references account,
  version integer not null default 1,
  primary key (client_id, id),
  foreign key (client_id, ingredient_id) references ingredient (client_id, id)
);
create index analysis_ingredient on analysis (client_id, ingredient_id, valid_from);
select protect('analysis');

create table analysis_value (
  client_id bigint not null,
  analysis_id bigint not null,
  nutrient_id bigint not null,
  -- In the nutrient's unit and on its basis.
  value numeric(20,10) not null,
  primary key (client_id, analysis_id, nutrient_id),
  foreign key (client_id, analysis_id) references analysis (client_id, id) on delete cascade,
  foreign key (client_id, nutrient_id) references nutrient (client_id, id)
);
create index analysis_value_nutrient on analysis_value (client_id, nutrient_id);
select protect('analysis_value');

-- The value of each nutrient of a feed by ranges of days (`until` is excluded), derived from its analyses and the formulas.
create table feed_nutrient (
  client_id bigint not null,
  ingredient_id bigint not null,
  nutrient_id bigint not null,
  since date not null,
  until date not null,
  value numeric not null,
  measured boolean not null,
  primary key (client_id, ingredient_id, nutrient_id, since),
  foreign key (client_id, ingredient_id) references ingredient (client_id, id),
  foreign key (client_id, nutrient_id) references nutrient (client_id, id) on delete cascade
);
select protect('feed_nutrient');

-- The norm of a nutrient from a day on, of a group or of an animal type.
create table norm (
  client_id bigint not null references client,
  id bigint generated always as identity,
  animal_type_id bigint,
  group_id bigint,
  -- Without a nutrient: of dry matter per head.
  nutrient_id bigint,
  since date not null,
  min numeric(16,6),
  target numeric(16,6),
  max numeric(16,6),
  per text not null check (per in ('head', 'dry')),
  -- The equation of an expected intake, with its inputs.
  intake jsonb,
  version integer not null default 1,
  primary key (client_id, id),
  foreign key (client_id, animal_type_id) references animal_type (client_id, id),
  foreign key (client_id, group_id) references animal_group (client_id, id),
  foreign key (client_id, nutrient_id) references nutrient (client_id, id),
  check (num_nonnulls(animal_type_id, group_id) = 1),
  check (num_nonnulls(min, target, max) > 0),
  check (nutrient_id is not null or per = 'head')
);
create unique index norm_group on norm (client_id, group_id, coalesce(nutrient_id, 0), per, since) where group_id is not null;
create unique index norm_type on norm (client_id, animal_type_id, coalesce(nutrient_id, 0), per, since) where animal_type_id is not null;
create index norm_nutrient on norm (client_id, nutrient_id);
select protect('norm');
