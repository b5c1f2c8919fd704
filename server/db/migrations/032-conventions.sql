-- Weight unit, clock and first day of the week: a client's, and an account's own where they are to differ (null = as the client's). Until now the
-- language decided, of a client that of its owner: everybody keeps what they see. Who works for several clients saw the same at each.
alter table client
  add column units text not null default 'kg' check (units in ('kg', 'lb')),
  add column clock text not null default '24' check (clock in ('24', '12')),
  add column week_start text not null default 'monday' check (week_start in ('monday', 'sunday', 'saturday'));
alter table account
  add column units text check (units in ('kg', 'lb')),
  add column clock text check (clock in ('24', '12')),
  add column week_start text check (week_start in ('monday', 'sunday', 'saturday'));
-- Of the file; null = as its author's.
alter table report_subscription
  add column units text check (units in ('kg', 'lb')),
  add column clock text check (clock in ('24', '12'));

-- The rows of every client, for this transaction.
select set_config('manger.all_clients', 'on', true);
update client c set units = 'lb', clock = '12', week_start = 'sunday'
where 'us' = (select o.language from account o where o.client_id = c.id and o.user_type = 'client' and not o.deleted order by o.id limit 1);
update account a set units = seen.units, clock = seen.clock, week_start = seen.week_start
from account b
  cross join lateral (select case when b.language = 'us' then 'lb' else 'kg' end, case when b.language = 'us' then '12' else '24' end,
    case when b.language = 'us' then 'sunday' else 'monday' end) seen (units, clock, week_start)
  left join client c on c.id = b.client_id
where a.id = b.id and c.units is distinct from seen.units;
update report_subscription s set units = case when s.language = 'us' then 'lb' else 'kg' end, clock = case when s.language = 'us' then '12' else '24' end
from account a
where a.id = s.account_id and (s.language = 'us') <> (a.language = 'us');
