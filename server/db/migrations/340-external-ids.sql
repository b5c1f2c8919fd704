-- Ids that other programs give to rows: `outside_id` in the program `system`. A program gives one id to a row, and one row of a list has this id.
create table external_id (
  client_id bigint not null references client,
  id bigint generated always as identity,
  resource text not null
    check (resource in ('farms', 'ingredients', 'rations', 'groups', 'mixers', 'stocks', 'deliveries', 'deliverycompanies')),
  resource_id bigint not null,
  system text not null,
  outside_id text not null,
  version integer not null default 1,
  primary key (client_id, id)
);
create unique index external_id_of_row on external_id (client_id, resource, resource_id, system);
create unique index external_id_outside on external_id (client_id, resource, system, outside_id);
select protect('external_id');
