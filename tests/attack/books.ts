import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { brokenRollUps } from '#tests/support/roll-ups.ts';

/** Rules that must hold after any concurrent requests and kills. Each query returns the rows that violate its rule. */
const RULES: Record<string, string> = {
  'what lies in stock is the sum of its moves':
    'select i.client_id, i.id from ingredient i left join ledger l on l.client_id = i.client_id and l.ingredient_id = i.id group by i.client_id, i.id having i.rest <> coalesce(sum(l.kg), 0)',
  'a load moves each feed once': `select client_id, schedule_id, ingredient_id from ledger where schedule_id is not null
     group by 1, 2, 3 having count(*) filter (where kind = 'load') - count(*) filter (where kind = 'reversal') not in (0, 1)`,
  'a delivery that stands has its one move, a deleted one none': `select d.client_id, d.id from delivery d left join ledger l on l.client_id = d.client_id and l.delivery_id = d.id
     group by d.client_id, d.id, d.deleted, d.value, d.delivery_type
     having coalesce(sum(l.kg), 0) <> case when d.deleted then 0 when d.delivery_type = 'sale' then -d.value else d.value end`,
  'what was fed is what was taken': `select s.client_id, s.id from schedule s join schedule_ingredient f on f.client_id = s.client_id and f.schedule_id = s.id
     left join (select client_id, schedule_id, ingredient_id, sum(kg) as kg from ledger where schedule_id is not null group by 1, 2, 3) l
       on l.client_id = f.client_id and l.schedule_id = f.schedule_id and l.ingredient_id = f.ingredient_id
     where s.status in ('loaded', 'out_process', 'uploaded') and not f.implausible and coalesce(f.weight_fact, 0) <> -coalesce(l.kg, 0)`,
  'each version of a closing is there once, and one stands at most': `select client_id, farm_id, month from month_closing group by 1, 2, 3 having count(*) filter (where reopened_at is null) > 1 or count(*) <> max(version)`,
  'names are unique where they have to be': `select client_id, lower(name) as name from company where not deleted group by 1, 2 having count(*) > 1`,
  'somebody can look after the installation': `select 1 as none where exists (select from account where is_superadmin) and not exists (select from account where is_superadmin and not locked and not deleted)`,
};

/** The violated rules, each with some of its rows. */
export async function brokenBooks(db: Db): Promise<string[]> {
  const broken: string[] = [];
  for (const [rule, query] of Object.entries(RULES)) {
    const { rows } = await sql.raw(`${query} limit 5`).execute(db);
    if (rows.length > 0) broken.push(`${rule}: ${JSON.stringify(rows)}`);
  }
  for (const { rule, rows } of await brokenRollUps(db)) broken.push(`${rule} is what it sums: ${rows} rows are not`);
  return broken;
}
