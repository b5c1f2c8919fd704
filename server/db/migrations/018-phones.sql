-- One number, one spelling: + and its digits. What was kept without the plus, or with 00 instead, gets it; of two accounts that had the same
-- number in two spellings, the one with the plus keeps it, and the other has it among its notes. A national number can't be told and stays.
update account a set
  phone = case when s.place = 1 then s.spelled else '' end,
  about = case when s.place = 1 then a.about else trim(both E'\n' from a.about || E'\n' || a.phone) end
from (
  select id, phone, spelled, row_number() over (partition by spelled, case when deleted then id end order by (phone = spelled) desc, id) as place
  from (
    select id, phone, deleted, case when phone ~ '^00' then '+' || substr(phone, 3) when phone ~ '^[1-9]' then '+' || phone else phone end as spelled
    from account where phone <> ''
  ) spelt
) s
where a.id = s.id and (s.place > 1 or s.spelled <> s.phone);
