-- Whoever looks through another's eyes does so as long as their own sign-in lasts: its session, and the password of then.
alter table session add column viewer_session text, add column viewer_token_version integer;
-- Looks of before have no such session: they last an hour at most, and end now.
update session set ended_at = now() where viewer_id is not null and ended_at is null;
