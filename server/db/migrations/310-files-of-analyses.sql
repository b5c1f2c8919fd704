-- A scan or photograph belongs to a delivery document or to an analysis. It disappears with its analysis.
alter table delivery_file
  alter column document_id drop not null,
  add column analysis_id bigint,
  add foreign key (client_id, analysis_id) references analysis (client_id, id) on delete cascade,
  add check (num_nonnulls(document_id, analysis_id) = 1);
create index delivery_file_analysis on delivery_file (client_id, analysis_id) where analysis_id is not null;
