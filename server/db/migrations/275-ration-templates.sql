-- A template is a ration of the client that new rations of any farm can start from.
alter table ration add column template boolean not null default false;
