import { sql } from 'kysely';
import { ALL_STEPS, type FirstStep, FirstSteps } from '#contract/operations/first-steps.ts';
import { one } from '#contract/resource.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';

/** Reads each table only up to its first row. */
async function readFirstSteps({ client, db, services }: ClientContext): Promise<FirstSteps> {
  const any = (table: string) => sql<boolean>`exists (select from ${sql.table(table)} where client_id = ${client} and not deleted)`;
  const now = services.now().toISOString();
  // A farm is never deleted.
  const firstFarm = (column: string) => sql`(select ${sql.ref(column)} from farm where client_id = ${client} order by id limit 1)`;
  const { rows } = await sql<Record<FirstStep, boolean> & Pick<FirstSteps, 'company' | 'farm' | 'feeding'>>`
    select ${any('company')} as companies, ${firstFarm('id')} is not null as farms, ${any('stock')} as stocks, ${any('ingredient')} as ingredients,
      ${any('opening')} or ${any('delivery')} as openings, ${any('animal_group')} as groups, ${any('ration')} as rations, ${any('mixer')} as mixers,
      ${any('schedule')} as schedules,
      exists (select from schedule where client_id = ${client} and not deleted and status = 'uploaded') as records,
      exists (select from recipe where client_id = ${client}) as recipes, ${any('batch')} as batches,
      exists (select from ledger where client_id = ${client} and kind = 'craft_in') as made,
      coalesce(${firstFarm('company_id')},
        (select id from company where client_id = ${client} and not deleted order by id limit 1)) as company,
      ${firstFarm('id')} as farm,
      (select t.id from schedule t join farm f on f.client_id = t.client_id and f.id = t.farm_id
        where t.client_id = ${client} and t.farm_id = ${firstFarm('id')} and not t.deleted and t.status <> 'uploaded'
          and t.planned_on >= (${now}::timestamptz at time zone f.timezone)::date
        order by t.planned_on, t.id limit 1) as feeding`.execute(db);
  const found = rows[0]!;
  return { done: ALL_STEPS.filter((step) => found[step]), company: found.company, farm: found.farm, feeding: found.feeding };
}

export const firstStepEndpoints: Endpoint[] = [
  endpoint({
    method: 'get',
    path: '/manager/firststeps',
    summary: 'What a client has entered of what its first report needs',
    need: { item: 'company', action: 'add' },
    response: one(FirstSteps),
    handle: async (context) => ({ data: await readFirstSteps(context) }),
  }),
];
