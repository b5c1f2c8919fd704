-- What was measured of a feed's dry matter. `used` is what the feed took of it: the measurement, or the mean of the farm's last ones;
-- none where something newer was known already.
create table measurement (
  client_id bigint not null references client,
  id bigint generated always as identity,
  farm_id bigint not null,
  ingredient_id bigint not null,
  percent numeric(5,2) not null check (percent > 0 and percent <= 100),
  wet numeric(14,3) check (wet > 0),
  dry numeric(14,3) check (dry > 0 and dry <= wet),
  measured_at timestamptz not null,
  day date not null,
  method text not null default 'other' check (method in ('koster', 'microwave', 'oven', 'nir', 'lab', 'other')),
  note text not null default '',
  previous numeric(5,2) not null,
  used numeric(5,2),
  replanned integer not null default 0,
  account_id bigint references account,
  version integer not null default 1,
  primary key (client_id, id),
  foreign key (client_id, farm_id) references farm (client_id, id),
  foreign key (client_id, ingredient_id) references ingredient (client_id, id)
);
create index measurement_ingredient on measurement (client_id, ingredient_id, measured_at desc);
create index measurement_day on measurement (client_id, farm_id, day);
select protect('measurement');

-- Of how many of its last measurements a feed's dry matter is the mean; 1 is the newest alone.
alter table farm add column dry_matter_mean integer not null default 1 check (dry_matter_mean between 1 and 10);
