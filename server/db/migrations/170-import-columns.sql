-- A person's choices for the columns of a file, used for the next file of the list with the same headings.
create table import_columns (
  client_id bigint not null references client,
  -- Path of the list.
  list text not null,
  -- Hash of the headings: they may be longer than an index takes.
  key text not null,
  headings jsonb not null,
  choices jsonb not null,
  saved_at timestamptz not null default now(),
  primary key (client_id, list, key)
);
select protect('import_columns');
