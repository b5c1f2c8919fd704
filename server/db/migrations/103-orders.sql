-- Feed that was ordered of a supplier, and which of its deliveries came of which order.
create table feed_order (
  client_id bigint not null references client,
  id bigint generated always as identity,
  company_id bigint not null,
  ingredient_id bigint not null,
  kg numeric(14,3) not null check (kg > 0),
  -- A kilogram.
  price numeric(14,5) not null check (price >= 0),
  -- The days on which it is to come, both of them among these.
  from_day date not null,
  to_day date not null,
  note text not null default '',
  deleted boolean not null default false,
  version integer not null default 1,
  primary key (client_id, id),
  foreign key (client_id, company_id) references delivery_company (client_id, id),
  foreign key (client_id, ingredient_id) references ingredient (client_id, id),
  check (from_day <= to_day)
);
create index feed_order_list on feed_order (client_id, to_day desc, id desc);
create index feed_order_ingredient on feed_order (client_id, ingredient_id);
create index feed_order_company on feed_order (client_id, company_id);
select protect('feed_order');

alter table delivery add column order_id bigint;
alter table delivery add foreign key (client_id, order_id) references feed_order (client_id, id);
create index delivery_order on delivery (client_id, order_id) where order_id is not null;
