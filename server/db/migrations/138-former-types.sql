-- Types that groups and feeds had before: a type held on the days before `until`, from the row before it on. After the last row the own type of the group
-- or feed holds. Reports take the type of each fact's day, so that a change of type moves no figure of the days before it.
create table former_animal_type (
  client_id bigint not null,
  group_id bigint not null,
  until date not null,
  animal_type_id bigint not null,
  primary key (client_id, group_id, until),
  foreign key (client_id, group_id) references animal_group (client_id, id) on delete cascade,
  foreign key (client_id, animal_type_id) references animal_type (client_id, id)
);
select protect('former_animal_type');

create table former_ingredient_type (
  client_id bigint not null,
  ingredient_id bigint not null,
  until date not null,
  type_id bigint not null,
  primary key (client_id, ingredient_id, until),
  foreign key (client_id, ingredient_id) references ingredient (client_id, id) on delete cascade,
  foreign key (client_id, type_id) references ingredient_type (client_id, id)
);
select protect('former_ingredient_type');
