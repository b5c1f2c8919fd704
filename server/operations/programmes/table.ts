import { sql } from 'kysely';
import { type ProgrammeStep, programmes, tightestBlend } from '#contract/operations/programmes.ts';
import { UNREAD } from '#server/db/connection.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { farmTable } from '#server/operations/farms/table.ts';
import { materialise } from '#server/operations/periods/materialise.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { invalid } from '#server/platform/errors.ts';
import { refuseIfThrown } from '#server/platform/resource/change.ts';
import { groupBy } from '#server/platform/resource/group-by.ts';
import type { Importable, PartFigure } from '#server/platform/resource/import/importable.ts';
import { refuseElsewhere } from '#server/platform/resource/references.ts';
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
  async prepare(tx, context, changes) {
    for (const change of changes) refuseIfThrown(change, () => demandSteps(change));
    const uses = changes
      .filter(({ refused, input }) => !refused && input.steps)
      .flatMap(({ after, refuse }) =>
        (after.steps as Step[]).map(({ ration }, at) => ({ farm: after.farm as number, id: ration, field: `steps.${at}.ration`, refuse })),
      );
    await refuseElsewhere(tx, context, 'ration', uses);
  },
  async afterWrite(tx, context, changes) {
    await writeSteps(
      tx,
      context.client,
      changes.filter(({ input }) => input.steps),
    );
    // Nobody follows one that has just been made.
    const farms = new Set(changes.flatMap(({ before, after }) => (before ? [after.farm as number] : [])));
    for (const farm of farms) await materialise(tx, context.client, farm, context.services.now());
  },
  async uses(tx, context, id) {
    const { rows } = await sql<{ resource: 'groups'; id: number; name: string; farm: number }>`
      select 'groups' as resource, id, name, farm_id as farm from animal_group
      where client_id = ${context.client} and programme_id = ${id} and not deleted order by name`.execute(tx);
    return rows;
  },
};

/** Kilograms of a ration per head: those of other steps, else of plans. */
const portions: PartFigure = {
  list: 'steps',
  figure: 'weight_per_head',
  toKey: ({ ration }) => String(ration),
  names: ['day', 'ration'],
  stored: ({ client }) => sql`
    select s.ration_id::text, s.weight_per_head, s.programme_id from programme_step s where s.client_id = ${client}
    union all
    select j.ration_id::text, g.weight_per_head, -j.id from period_job j
    join period_job_group g on g.client_id = j.client_id and g.job_id = j.id where j.client_id = ${client}`,
};

/** The day of the last step: the length of a programme. */
const length: PartFigure = {
  list: 'steps',
  figure: 'day',
  toKey: (step, { farm, steps }) => (steps.length > 1 && step === steps.at(-1) ? String(farm) : null),
  names: [],
  stored: ({ client }) => sql`
    select p.farm_id::text, max(s.day), p.id from programme p
    join programme_step s on s.client_id = p.client_id and s.programme_id = p.id
    where p.client_id = ${client} and not p.deleted group by p.client_id, p.id having count(*) > 1`,
};

export const programmeImport: Importable<typeof programmes> = {
  table: programmeTable,
  byName: true,
  unusual: { figures: [], alike: [], parts: [portions, length] },
  parts: [{ field: 'steps', references: { ration: 'rations' } }],
};

/** The farm stays. The first step is of day 1, days rise, and each blend is over before the next step. */
function demandSteps({ before, after, input }: Change): void {
  if (before && after.farm !== before.farm) throw invalid('farm', 'invalid_value');
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

/** Writes the steps of programmes; the kilograms of one that stays are for the size that its ration had when they were typed. */
async function writeSteps(tx: Tx, client: number, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  const isSame = (a: Step, b: Step) => a.ration === b.ration && a.weight_per_head === b.weight_per_head;
  const rows = changes.flatMap(({ id, input, before }) =>
    (input.steps as Step[]).map(({ day, ration, weight_per_head }) => ({
      ...{ programme: id, day, ration, weight_per_head },
      ration_size: ((before?.steps ?? []) as Step[]).find((was) => isSame(was, { day, ration, weight_per_head }))?.ration_size ?? null,
    })),
  );
  const ids = changes.map(({ id }) => id);
  await sql`delete ${UNREAD} from programme_step where client_id = ${client} and programme_id = any(${ids})`.execute(tx);
  await sql`
    insert into programme_step (client_id, programme_id, day, ration_id, weight_per_head, ration_size)
    select ${client}, x.programme, x.day, x.ration, x.weight_per_head, coalesce(x.ration_size, r.size)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as x (programme bigint, day integer, ration bigint, weight_per_head numeric, ration_size numeric)
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
  const dropProgramme = (found: AnyRow[] = []) => found.map(({ programme: _, ...row }) => row);
  return rows.map((row) => ({ ...row, steps: dropProgramme(stepsOf.get(row.id)), groups: dropProgramme(groupsOf.get(row.id)) }));
}
