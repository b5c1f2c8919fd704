-- The kilograms of each share of a planned load, as `shareByPercent` of common/feeding/plan.ts computes them: in steps, the largest share takes the difference.
-- A share under half a step is weighed by hand, to the gram. A load that is too small for its step is divided to the gram.
-- `whole_load`: the load without the shares by hand is a multiple of the step.
create function plan_shares(load numeric, percents numeric[], step numeric, whole_load boolean) returns numeric[] language sql immutable parallel safe as $$
  with share as (
    select n, x.exact, 2 * x.exact < step as by_hand, row_number() over (order by percent desc, n) = 1 as largest, div(2 * x.exact + step, 2 * step) as steps
    from unnest(percents) with ordinality as p (percent, n) cross join lateral (select percent * load * 0.01 as exact) x
  ), weighed as (
    select *, case when by_hand then round(exact, 3) else round(steps * step, 3) end as kg from share
  ), whole as (
    select greatest(load - coalesce(sum(kg) filter (where by_hand), 0), 0) as in_steps,
           coalesce(sum(kg) filter (where not by_hand and not largest), 0) as others, coalesce(sum(steps) filter (where not by_hand and not largest), 0) as other_steps,
           coalesce(sum(trunc(exact, 3)) filter (where not largest), 0) as others_cut, bool_or(largest and by_hand) as too_small
    from weighed
  ), rest as (
    select too_small, others_cut,
           case when whole_load then round((div(2 * in_steps + step, 2 * step) - other_steps) * step, 3) else in_steps - others end as kg from whole
  )
  select array_agg(case when r.too_small or r.kg <= 0 then case when w.largest then load - r.others_cut else trunc(w.exact, 3) end
                        when w.largest then r.kg else w.kg end order by w.n)
  from weighed w cross join rest r
$$;
