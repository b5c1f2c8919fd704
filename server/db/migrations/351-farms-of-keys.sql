-- Further farms of an access key, besides `farm_id`. Empty with `all_farms`.
alter table access_key add column farms bigint[] not null default '{}';
