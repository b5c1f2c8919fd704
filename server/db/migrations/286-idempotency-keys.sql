-- Answers of requests with the header `Idempotency-Key`, by sender and key, for 24 hours. The row is inserted in the transaction of the request's first write.
-- `request` is the hash of path and body. Status and answer are null until the answer is known.
create table idempotency_key (
  client_id bigint not null,
  sender text not null,
  key text not null,
  request bytea not null,
  status integer,
  answer text,
  created_at timestamptz not null,
  primary key (client_id, sender, key)
);
create index idempotency_key_created on idempotency_key (created_at);
select protect('idempotency_key');
