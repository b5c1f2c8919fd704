import { sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';
import { load as reportLoad } from '#server/operations/feedings/load.ts';
import { upload as reportUpload } from '#server/operations/feedings/upload.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { ApiError } from '#server/platform/errors.ts';
import { findStart, type Load, type Weighing } from './read.ts';
import type { Refusals } from './refusals.ts';

interface PlannedFeeding {
  id: number;
  farm: number;
  day: string;
  mixer: number;
  ration: number;
  /** Planned kilograms by ingredient and by group. */
  items: Readonly<Record<string, number>> | null;
  groups: Readonly<Record<string, number>> | null;
}

/** Finds the planned feedings that loads name, and takes over mixer, ration and targets. Refuses a feeding of another farm or day. */
export async function matchPlanned(tx: Tx, client: number, loads: readonly Load[], refusals: Refusals): Promise<void> {
  const named = loads.filter(({ planned }) => planned !== 0);
  if (named.length === 0) return;
  const { rows } = await sql<PlannedFeeding>`
    select s.id, s.farm_id as farm, s.planned_on as day, s.mixer_id as mixer, s.ration_id as ration,
      (select json_object_agg(i.ingredient_id, i.weight_plan) from schedule_ingredient i
        where i.client_id = s.client_id and i.schedule_id = s.id and i.planned_on = s.planned_on) as items,
      (select json_object_agg(g.group_id, g.weight_plan) from schedule_group g
        where g.client_id = s.client_id and g.schedule_id = s.id and g.planned_on = s.planned_on) as groups
    from schedule s where s.client_id = ${client} and s.id = any(${named.map(({ planned }) => planned)}) and not s.deleted`.execute(tx);
  const found = new Map(rows.map((row) => [row.id, row]));
  for (const load of named) {
    const plan = found.get(load.planned);
    if (!plan || plan.farm !== load.place.id) refusals.refuse(load.row, 'schedule', 'not_found');
    else if (plan.day !== load.day) refusals.refuse(load.row, 'at', 'invalid_value');
    else takePlan(load, plan, refusals);
  }
}

/** Takes over the plan of a load. An ingredient that the plan lacks is refused; a group that it lacks was added at the wagon. */
function takePlan(load: Load, { mixer, ration, items, groups }: PlannedFeeding, refusals: Refusals): void {
  Object.assign(load, { mixer, ration, rationName: '' });
  const takeTargets = (weighings: readonly Weighing[], planned: PlannedFeeding['items']) => {
    for (const weighing of weighings) weighing.target = planned?.[weighing.id] ?? 0;
  };
  for (const { id, row } of load.items) if (items?.[id] === undefined) refusals.refuse(row, 'ingredient', 'invalid_value');
  takeTargets(load.items, items);
  takeTargets(load.groups, groups);
  load.added = load.groups.flatMap(({ id }) => (groups?.[id] === undefined ? [id] : []));
}

/** Records loads on their planned feedings, as a terminal reports them. Each failure becomes a refusal. A dry run undoes each load. */
export async function recordPlanned(
  tx: Tx,
  context: ClientContext,
  loads: readonly Load[],
  { refusals, isDry }: { refusals: Refusals; isDry: boolean },
): Promise<void> {
  const inside: ClientContext = { ...context, write: (work) => work(tx) };
  for (const load of loads) {
    await sql`savepoint planned_load`.execute(tx);
    try {
      await reportWeighings(inside, load);
      await sql.raw(isDry ? 'rollback to savepoint planned_load' : 'release savepoint planned_load').execute(tx);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      await sql`rollback to savepoint planned_load`.execute(tx);
      refuseLoad(load, error, refusals);
    }
  }
}

async function reportWeighings(context: ClientContext, load: Load): Promise<void> {
  const items = load.items.map(({ id, actual, at }) => ({ ingredient: id, weight_fact: actual, started_at: at }));
  const started_at = findStart(load);
  await reportLoad(context, load.planned, { status: 'in_process', started_at, items });
  await reportLoad(context, load.planned, { status: 'loaded', started_at, finished_at: load.ends, items });
  if (load.groups.length === 0) return;
  const groups = load.groups.map(({ id, actual, at }) => ({ group: id, weight_fact: actual, started_at: at }));
  const times = load.groups.map(({ at }) => at).toSorted();
  const fed = { started_at: times[0], finished_at: times.at(-1), groups, ...(load.added.length > 0 && { added: load.added }) };
  await reportUpload(context, load.planned, { status: 'out_process', ...fed });
  await reportUpload(context, load.planned, { status: 'uploaded', ...fed });
}

/** Refuses the weighing that a failure names, or the whole load at its feeding. */
function refuseLoad(load: Load, { errors }: ApiError, refusals: Refusals): void {
  for (const [path, list] of Object.entries(errors)) {
    const [part, index, field] = path.split('.');
    const weighing = part === 'items' || part === 'groups' ? load[part][Number(index)] : undefined;
    refusals.addAll(weighing?.row ?? load.row, new ApiError(400, { [weighing && field ? field : 'schedule']: list }));
  }
}
