-- Boards of tiles from reports. A board belongs to the account that made it; `for_people` shows it to other people of the client, too.
-- What a board shows is judged by the rights of its viewer each time.
create table board (
  client_id bigint not null references client,
  id bigint generated always as identity,
  account_id bigint not null references account,
  name text not null,
  farm jsonb not null default '[]',
  period text not null,
  compare_with text not null,
  home boolean not null,
  for_people boolean not null,
  tiles jsonb not null default '[]',
  version integer not null default 1,
  primary key (client_id, id)
);
create unique index board_name on board (client_id, account_id, lower(name));
create unique index board_home on board (client_id, account_id) where home;
select protect('board');
