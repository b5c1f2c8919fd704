-- Forms and accounting files of closed months, kept as they were issued. `content` holds all that is printed, as packed canonical JSON (gzip),
-- and `hash` is the SHA-256 of that JSON.
-- `current`: the version that its closed month prints; false once the month is opened again, or another version is issued.
create table month_paper (
  client_id bigint not null references client,
  id bigint generated always as identity,
  farm_id bigint not null,
  month date not null check (extract(day from month) = 1),
  blank_id bigint not null,
  type text not null,
  name text not null,
  number integer not null check (number > 0),
  version integer not null check (version > 0),
  current boolean not null default true,
  hash text not null,
  content bytea not null,
  issued_at timestamptz not null,
  issued_by bigint references account,
  reason text not null default '',
  primary key (client_id, id),
  unique (client_id, farm_id, month, blank_id, version),
  foreign key (client_id, farm_id) references farm (client_id, id),
  foreign key (client_id, blank_id) references additional_report (client_id, id)
);
create unique index month_paper_current on month_paper (client_id, farm_id, month, blank_id) where current;
create index month_paper_issuer on month_paper (issued_by);
select protect('month_paper');

-- A paper never changes: a month that is opened or closed again only changes which version it prints.
create function keep_paper() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'current' <> to_jsonb(old) - 'current' then raise exception 'A paper never changes.'; end if;
  return new;
end $$;
create trigger keep_paper before update on month_paper for each row execute function keep_paper();

-- False: the month was closed before its papers were kept. A job issues them.
alter table month_close add papers_issued boolean not null default false;
create index month_close_unissued on month_close (client_id, farm_id, month) where not papers_issued;
