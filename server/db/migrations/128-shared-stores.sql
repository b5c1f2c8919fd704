-- Raises MN003 if a move of feed in a store that farms share lies in a closed month of another of these farms; the months stay open until the transaction ends.
create function demand_open_store(of_client bigint, of_farm bigint, of_feed bigint, on_day date) returns void language plpgsql volatile as $$
declare
  other record;
begin
  for other in
    select f.id, f.name from ingredient i
    join stock s on s.client_id = i.client_id and s.id = i.stock_id and s.farm_id is null
    join farm f on f.client_id = s.client_id and f.company_id = s.company_id
    where i.client_id = of_client and i.id = of_feed and f.id <> of_farm order by f.id
  loop
    if not month_is_open(of_client, other.id, on_day) then
      raise exception 'the month is closed at another farm of the store'
        using errcode = 'MN003', detail = to_char(on_day, 'YYYY-MM') || E'\n' || other.name;
    end if;
  end loop;
end $$;
