-- The client lets a consultant copy rations to its farms. A consultant who no longer serves the client loses the grant with the row.
alter table account_client add column may_copy_rations boolean not null default false;
