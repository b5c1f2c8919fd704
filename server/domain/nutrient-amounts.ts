import { sql } from 'kysely';
import { inPounds } from './in-pounds.ts';

/** The id under which dry matter itself is stored and judged. */
export const DRY_MATTER_ID = 0;
const KG_PER_LB = '0.45359237';

/** SQL: factor from kilograms × value to the shown amount: grams of masses, pounds of percents for readers of pounds. */
const AMOUNT = `case when t.nutrient_id = ${DRY_MATTER_ID} then case when lb then 1 / ${KG_PER_LB} else 1 end
  when n.unit = 'percent' then case when lb then 0.01 / ${KG_PER_LB} else 10 end
  when n.unit = 'mcal_lb' then 1 / ${KG_PER_LB} else 1 end`;
const AMOUNT_UNIT = `case when t.nutrient_id = ${DRY_MATTER_ID} then case when lb then 'lb' else 'kg' end
  else case n.unit when 'percent' then case when lb then 'lb' else 'g' end when 'g_kg' then 'g' when 'mg_kg' then 'mg' when 'ppm' then 'mg'
    when 'mj_kg' then 'mj' when 'unit_kg' then 'units' when 'meq_kg' then 'meq' else 'mcal' end end`;

/** SQL of each nutrient's unit per head and its factor, with dry matter. */
export const unitRows = (client: number) => sql`
  select t.nutrient_id, ${sql.raw(AMOUNT)} as amount, ${sql.raw(AMOUNT_UNIT)} as amount_unit
  from (select ${DRY_MATTER_ID}::bigint as nutrient_id union all select id from nutrient where client_id = ${client} and not deleted) t
  left join nutrient n on n.client_id = ${client} and n.id = t.nutrient_id
  cross join (select ${sql.raw(inPounds(String(client)))} as lb) w`;
