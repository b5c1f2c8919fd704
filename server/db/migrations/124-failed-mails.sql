-- When a mail last failed to go out. Of mails before, as near as what is kept of them tells: an attempt ends within the ten minutes that it is lent for.
alter table report_sending add column failed_at timestamptz;
alter table person_sending add column failed_at timestamptz;
alter table mail_address add column failed_at timestamptz;
alter table person_address add column failed_at timestamptz;

select set_config('manger.all_clients', 'on', true);
update report_sending set failed_at = greatest(due_at, next_attempt_at - interval '10 minutes') where state = 'failed' and error not in ('', 'declined');
update person_sending set failed_at = greatest(due_at, next_attempt_at - interval '10 minutes') where state = 'failed' and error not in ('', 'declined');
update report_sending set failed_at = due_at where state = 'waiting' and error <> '';
update person_sending set failed_at = due_at where state = 'waiting' and error <> '';
update mail_address set failed_at = requested_at where error <> '';
update person_address set failed_at = requested_at where error <> '';

-- The last of a client, and of all.
create index report_sending_sent on report_sending (client_id, sent_at) where sent_at is not null;
create index report_sending_failed on report_sending (client_id, failed_at) where failed_at is not null;
create index report_sending_last_sent on report_sending (sent_at) where sent_at is not null;
create index report_sending_last_failed on report_sending (failed_at) where failed_at is not null;
