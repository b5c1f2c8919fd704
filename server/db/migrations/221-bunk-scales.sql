-- Scales of bunk scores other than the 0–4 scale of South Dakota State University, which is null in references. A scale never changes: other scores or
-- labels are another scale. Farms of a client share equal scales, so that reports can compare their scores.
create table bunk_scale (
  client_id bigint not null references client,
  id bigint generated always as identity,
  kind text not null check (kind in ('zero_to_five', 'minus_two_to_three', 'own')),
  scores jsonb not null,
  primary key (client_id, id)
);
create unique index bunk_scale_scores on bunk_scale (client_id, kind, md5(scores::text));
select protect('bunk_scale');

alter table bunk_score
  drop constraint bunk_score_score_check,
  alter column score type numeric(4,1),
  add constraint bunk_score_score_check check (score between -20 and 20),
  add scale_id bigint,
  add foreign key (client_id, scale_id) references bunk_scale (client_id, id);
alter table call_rule
  add scale_id bigint,
  add foreign key (client_id, scale_id) references bunk_scale (client_id, id);
