-- A paper that several feeds came or went with. Its lines are the deliveries, from which ledger, stock and books go on as before.
create table delivery_document (
  client_id bigint not null references client,
  id bigint generated always as identity,
  farm_id bigint not null,
  delivery_type text not null check (delivery_type in ('delivery', 'sale')),
  number text not null default '',
  company_id bigint,
  delivered_at timestamptz not null,
  vat_percent numeric(5,2) check (vat_percent between 0 and 100),
  gross_weight numeric(14,3) check (gross_weight >= 0),
  tare_weight numeric(14,3) check (tare_weight >= 0),
  paper_total numeric(14,2) check (paper_total >= 0),
  note text not null default '',
  deleted boolean not null default false,
  version integer not null default 1,
  primary key (client_id, id),
  foreign key (client_id, farm_id) references farm (client_id, id),
  foreign key (client_id, company_id) references delivery_company (client_id, id)
);
create index delivery_document_list on delivery_document (client_id, farm_id, delivered_at desc, id desc);
create index delivery_document_company on delivery_document (client_id, company_id);
select protect('delivery_document');

-- Of a line: its paper, its place there, and its price as it stands there, which `price` follows from.
alter table delivery
  add document_id bigint,
  add line integer not null default 0,
  add price_per text not null default 'kg' check (price_per in ('kg', 'tonne', 'sum')),
  add price_given numeric(14,5) check (price_given >= 0),
  add foreign key (client_id, document_id) references delivery_document (client_id, id);
create index delivery_document_line on delivery (client_id, document_id) where document_id is not null;

-- Scans and photographs of a paper, in parts, so that none has to be in memory whole.
create table delivery_file (
  client_id bigint not null references client,
  id bigint generated always as identity,
  document_id bigint not null,
  name text not null,
  type text not null,
  size integer not null check (size >= 0),
  made_at timestamptz not null default now(),
  primary key (client_id, id),
  foreign key (client_id, document_id) references delivery_document (client_id, id)
);
create index delivery_file_document on delivery_file (client_id, document_id);
select protect('delivery_file');

create table delivery_file_part (
  client_id bigint not null references client,
  file_id bigint not null,
  part integer not null,
  bytes bytea not null,
  primary key (client_id, file_id, part),
  foreign key (client_id, file_id) references delivery_file (client_id, id) on delete cascade
);
select protect('delivery_file_part');
