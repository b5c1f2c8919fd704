-- A supplier's offer of a feed: its price per kilogram from a day on, until a day or until it is withdrawn, for at most `kg`.
create table feed_offer (
  client_id bigint not null references client,
  id bigint generated always as identity,
  company_id bigint not null,
  ingredient_id bigint not null,
  price numeric(16,6) not null check (price >= 0),
  from_day date not null,
  until_day date check (until_day >= from_day),
  kg numeric(14,3) check (kg > 0),
  note text not null default '',
  version integer not null default 1,
  primary key (client_id, id),
  foreign key (client_id, company_id) references delivery_company (client_id, id),
  foreign key (client_id, ingredient_id) references ingredient (client_id, id)
);
create index feed_offer_ingredient on feed_offer (client_id, ingredient_id, from_day);
create index feed_offer_company on feed_offer (client_id, company_id);
select protect('feed_offer');

-- Feeds with their bounds, limits and heads of a ration's least cost, as they were last used.
create table ration_limits (
  client_id bigint not null,
  ration_id bigint not null,
  head integer not null check (head > 0),
  feeds jsonb not null,
  limits jsonb not null,
  primary key (client_id, ration_id),
  foreign key (client_id, ration_id) references ration (client_id, id) on delete cascade
);
select protect('ration_limits');
