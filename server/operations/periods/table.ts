import { sql } from 'kysely';
import { periods } from '#contract/operations/periods.ts';
import { farmTable } from '#server/operations/farms/table.ts';
import { oneByOne } from '#server/platform/resource/change.ts';
import { type AnyRow, heldBy, named, type TableOf } from '#server/platform/resource/table.ts';
import { completePeriods } from './jobs.ts';
import { materialise, unmake } from './materialise.ts';
import { namingInJobs } from './naming.ts';
import { preparePeriod } from './rules.ts';
import { type JobInput, writeJobs } from './write-jobs.ts';

export const periodTable: TableOf<typeof periods, 'period'> = {
  contract: periods,
  table: 'period',
  joins: 'join farm on farm.client_id = t.client_id and farm.id = t.farm_id',
  fields: {
    ...named('farm'),
    jobs: null,
    weight_plan: null,
  },
  columns: { jobs: null },
  references: { farm: farmTable },
  naming: namingInJobs,
  farm: 't.farm_id',
  search: ['t.name'],
  order: 't.position, t.start_time',
  remove: 'soft',
  choices: { lasting: heldBy('loading x where x.farm_id = t.farm_id and x.period_id = t.id') },
  attachNested: completePeriods,
  prepare: oneByOne(preparePeriod),
  afterWrite: oneByOne(async (tx, context, { id, input, before, after }) => {
    const { client } = context;
    const now = context.services.now();
    const { farm } = after;
    if (input.jobs !== undefined) await writeJobs(tx, client, id, input.jobs as JobInput[], (before?.jobs ?? []) as AnyRow[]);
    if (after.active) await materialise(tx, client, farm, now, id);
    else if (before?.active) await unmake(tx, client, farm, id, now);
  }),
  async beforeRemove(tx, context, before) {
    await unmake(tx, context.client, before.farm, before.id, context.services.now());
    // The name becomes free, and jobs ignore the period.
    await sql`update period set active = false where client_id = ${context.client} and id = ${before.id}`.execute(tx);
  },
  async afterRestore(tx, context, { after: row }) {
    const { rows } = await sql<{ active: boolean }>`
      select (before->>'active')::boolean as active from history
      where client_id = ${context.client} and resource = 'periods' and resource_id = ${row.id} and type = 'delete' order by id desc limit 1`.execute(
      tx,
    );
    if (!rows[0]?.active) return;
    await sql`update period set active = true where client_id = ${context.client} and id = ${row.id}`.execute(tx);
    await materialise(tx, context.client, row.farm, context.services.now(), row.id);
  },
};
