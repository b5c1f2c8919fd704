-- A month's documents go by the outbox, too: such a mail belongs to no subscription, but says what is in it (`papers`: farms, month, language) and
-- with whose rights it is made.
alter table report_sending alter column subscription_id drop not null;
alter table report_sending add column papers jsonb;
alter table report_sending add column asked_by bigint references account;
alter table report_sending add constraint report_sending_of check (num_nonnulls(subscription_id, papers) = 1 and (papers is null) = (asked_by is null));
-- Whoever presses twice sends once.
create unique index report_sending_papers on report_sending (client_id, recipient, md5(papers::text)) where papers is not null and state = 'waiting';
