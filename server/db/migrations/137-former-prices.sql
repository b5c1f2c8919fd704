-- List prices that a feed had before: `price` held on the days before `until`, from the row before it on. After the last row the feed's own price holds.
-- Feed that was not recorded is valued at the price of its day, so that a new list price changes no closed month.
create table former_price (
  client_id bigint not null,
  ingredient_id bigint not null,
  until date not null,
  price numeric(14,5) not null,
  primary key (client_id, ingredient_id, until),
  foreign key (client_id, ingredient_id) references ingredient (client_id, id) on delete cascade
);
select protect('former_price');

-- What is closed has one definition.
create or replace function is_closed_day(of_client bigint, of_farm bigint, of_day date) returns boolean language sql stable as $$
  select month_is_closed(of_client, of_farm, of_day)
$$;
