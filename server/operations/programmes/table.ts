import { sql } from 'kysely';
import { type ProgrammeStep, programmes, tightestBlend } from '#contract/operations/programmes.ts';
import { UNREAD } from '#server/db/connection.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { farmTable } from '#server/operations/farms/table.ts';
import { materialise } from '#server/operations/periods/materialise.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { invalid } from '#server/platform/errors.ts';
import { oneByOne } from '#server/platform/resource/change.ts';
import { demandOnFarm } from '#server/platform/resource/crud.ts';
import { groupBy } from '#server/platform/resource/group-by.ts';
import type { Importable } from '#server/platform/resource/import/importable.ts';
import type { AnyRow, Change, TableOf } from '#server/platform/resource/table.ts';

type Step = ProgrammeStep & { ration_size?: number };

export const programmeTable: TableOf<typeof programmes, 'programme'> = {
  contract: programmes,
  table: 'programme',
  joins: 'join farm on farm.client_id = t.client_id and farm.id = t.farm_id',
  fields: { farm: 't.farm_id', farm_name: 'farm.name', steps: null, groups: null },
  columns: { steps: null },
  references: { farm: farmTable },
  naming: [
    {
      of: 'ration',
      where: (_context, id) => sql`exists (select from programme_step p
        where p.client_id = t.client_id and p.programme_id = t.id and p.ration_id = ${id})`,
      input: ({ steps }, from, to) => ({
        steps: (steps as Step[]).map(({ day, ration, weight_per_head }) => ({
          day,
          ration: ration === from ? to : ration,
          weight_per_head,
        })),
      }),
    },
  ],
  farm: 't.farm_id',
  search: ['t.name'],
  order: 't.name',
  lite: ['id', 'name', 'farm'],
  remove: 'soft',
  historic: ({ groups: _, ...row }) => row,
  attachNested: withStepsAndGroups,
  prepare: oneByOne(async (tx, context, change) => {
    if (change.before && change.after.farm !== change.before.farm) throw invalid('farm', 'invalid_value');
    demandSteps(change);
    if (!change.input.steps) return;
    const rations = (change.after.steps as Step[]).map(({ ration }) => ration);
    await demandOnFarm(tx, context, 'ration', change.after.farm, rations, 'steps.*.ration');
  }),
  afterWrite: oneByOne(async (tx, context, { id, input, before, after }) => {
    if (input.steps) await writeSteps(tx, context.client, id, input.steps as Step[], (before?.steps ?? []) as Step[]);
    // Nobody follows one that has just been made.
    if (before) await materialise(tx, context.client, after.farm, context.services.now());
  }),
  async uses(tx, context, id) {
    const { rows } = await sql<{ resource: 'groups'; id: number; name: string; farm: number }>`
      select 'groups' as resource, id, name, farm_id as farm from animal_group
      where client_id = ${context.client} and programme_id = ${id} and not deleted order by name`.execute(tx);
    return rows;
  },
};

export const programmeImport: Importable<typeof programmes> = {
  table: programmeTable,
  byName: true,
  unusual: 'parts',
  parts: [{ field: 'steps', references: { ration: 'rations' } }],
};

/** The first step is of day 1, days rise, and each blend is over before the next step. */
function demandSteps({ after, input }: Change): void {
  const steps = after.steps as Step[];
  for (const [at, { day }] of steps.entries()) {
    const least = (steps[at - 1]?.day ?? 0) + 1;
    if (at === 0 && day !== 1) throw invalid('steps.0.day', 'too_large', { limit: 1 });
    if (day < least) throw invalid(`steps.${at}.day`, 'min_val', { limit: least });
  }
  const tightest = tightestBlend(steps);
  if (tightest !== null && after.blend_days > tightest) {
    throw invalid(input.blend_days === undefined ? 'steps' : 'blend_days', 'too_large', { limit: tightest });
  }
}

/** Steps are written wholly; the kilograms of one that stays are for the size that its ration had when they were typed. */
async function writeSteps(tx: Tx, client: number, programme: number, steps: readonly Step[], before: readonly Step[]): Promise<void> {
  const isSame = (a: Step, b: Step) => a.ration === b.ration && a.weight_per_head === b.weight_per_head;
  const rows = steps.map(({ day, ration, weight_per_head, ...step }) => ({
    day,
    ration,
    weight_per_head,
    ration_size: before.find((was) => isSame(was, { day, ration, weight_per_head, ...step }))?.ration_size ?? null,
  }));
  await sql`delete ${UNREAD} from programme_step where client_id = ${client} and programme_id = ${programme}`.execute(tx);
  await sql`
    insert into programme_step (client_id, programme_id, day, ration_id, weight_per_head, ration_size)
    select ${client}, ${programme}, x.day, x.ration, x.weight_per_head, coalesce(x.ration_size, r.size)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(day integer, ration bigint, weight_per_head numeric, ration_size numeric)
    join ration r on r.client_id = ${client} and r.id = x.ration`.execute(tx);
}

async function withStepsAndGroups(db: Db, rows: AnyRow[], { client }: Pick<ClientContext, 'client'>): Promise<AnyRow[]> {
  const ids = rows.map((row) => row.id as number);
  const { rows: steps } = await sql<AnyRow>`
    select s.programme_id as programme, s.day, s.ration_id as ration, r.name as ration_name, s.weight_per_head, s.ration_size
    from programme_step s join ration r on r.client_id = s.client_id and r.id = s.ration_id
    where s.client_id = ${client} and s.programme_id = any(${ids}) order by s.day`.execute(db);
  const { rows: groups } = await sql<AnyRow>`
    select programme_id as programme, id as group, name as group_name, started_on from animal_group
    where client_id = ${client} and programme_id = any(${ids}) and not deleted order by name, id`.execute(db);
  const stepsOf = groupBy(steps, (step) => step.programme as number);
  const groupsOf = groupBy(groups, (group) => group.programme as number);
  const own = (found: AnyRow[] = []) => found.map(({ programme: _, ...row }) => row);
  return rows.map((row) => ({ ...row, steps: own(stepsOf.get(row.id)), groups: own(groupsOf.get(row.id)) }));
}
