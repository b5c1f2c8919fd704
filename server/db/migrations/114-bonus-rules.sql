-- By what a farm pays those who load: a sum a person and month, times the factor of each step of a measure that was reached.
create table bonus_rule (
  client_id bigint not null references client,
  id bigint generated always as identity,
  farm_id bigint not null,
  name text not null,
  base numeric(14,2) not null check (base > 0),
  steps jsonb not null,
  deleted boolean not null default false,
  version integer not null default 1,
  primary key (client_id, id),
  foreign key (client_id, farm_id) references farm (client_id, id)
);
create unique index bonus_rule_name on bonus_rule (client_id, farm_id, lower(name)) where not deleted;
select protect('bonus_rule');

-- The rules that stood when the month was closed, `{id, name, base, steps}`: whoever changes one changes no month that is closed.
alter table month_close add bonus_rules jsonb not null default '[]';

-- Exact: factors are multiplied, and no logarithm comes in between.
create aggregate product(numeric) (sfunc = numeric_mul, stype = numeric, initcond = '1');
