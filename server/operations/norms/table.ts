import { sql } from 'kysely';
import { round } from '#common/format/decimal.ts';
import { calculateIntake, type Intake } from '#contract/intake.ts';
import { findUnitFactor, type MeasureUnit, toAmountUnit } from '#contract/nutrient-units.ts';
import { norms } from '#contract/operations/norms.ts';
import type { Tx } from '#server/db/database.ts';
import { findClosedMonths, monthClosed } from '#server/domain/closed-months.ts';
import { selectAmountUnit } from '#server/domain/nutrient-amounts.ts';
import { listNutrients } from '#server/operations/analyses/values.ts';
import { animalTypeTable } from '#server/operations/animal-types/table.ts';
import { groupTable } from '#server/operations/groups/table.ts';
import { nutrientTable } from '#server/operations/nutrients/table.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { invalid } from '#server/platform/errors.ts';
import { asJson } from '#server/platform/resource/as-json.ts';
import { refuseIfThrown, throwRefusal } from '#server/platform/resource/change.ts';
import { groupBy } from '#server/platform/resource/group-by.ts';
import type { Importable } from '#server/platform/resource/import/importable.ts';
import type { AnyRow, Change, Input, TableOf } from '#server/platform/resource/table.ts';

const BOUNDS = ['min', 'target', 'max'] as const;
/** Decimals of a stored bound. */
const BOUND_DECIMALS = 6;

export const normTable: TableOf<typeof norms, 'norm'> = {
  contract: norms,
  table: 'norm',
  joins: `left join nutrient on nutrient.client_id = t.client_id and nutrient.id = t.nutrient_id
    left join animal_type on animal_type.client_id = t.client_id and animal_type.id = t.animal_type_id
    left join animal_group on animal_group.client_id = t.client_id and animal_group.id = t.group_id
    left join farm on farm.client_id = t.client_id and farm.id = animal_group.farm_id`,
  fields: {
    animal_type: 't.animal_type_id',
    animal_type_name: 'animal_type.name',
    group: 't.group_id',
    group_name: 'animal_group.name',
    farm: 'animal_group.farm_id',
    farm_name: 'farm.name',
    nutrient: 't.nutrient_id',
    nutrient_name: 'nutrient.name',
    from: 't.since',
    unit: `case t.per when 'dry' then nutrient.unit else ${selectAmountUnit('nutrient')} end`,
  },
  columns: { from: 'since', unit: null },
  references: { animal_type: animalTypeTable, group: groupTable, nutrient: nutrientTable },
  naming: ['animal_type', 'nutrient'],
  // A norm of an animal type belongs to all farms.
  inFarms: (farms) => sql`(t.group_id is null or exists (
    select from animal_group g where g.client_id = t.client_id and g.id = t.group_id and g.farm_id = any(${farms})))`,
  unnamed: true,
  search: ['nutrient.name', 'animal_type.name', 'animal_group.name'],
  order: 'coalesce(animal_group.name, animal_type.name), nutrient.position, nutrient.name, t.since desc',
  remove: 'hard',
  title: (row) => [row.group_name ?? row.animal_type_name, row.nutrient_name].filter(Boolean).join(', '),
  derive: convertBounds,
  async prepare(tx, { client }, changes) {
    for (const change of changes) refuseIfThrown(change, () => demandFigures(change));
    const listSound = () => changes.filter(({ refused }) => !refused);
    await refuseClosed(
      tx,
      client,
      listSound().flatMap(({ before, after, refuse }) => [after, ...(before ? [before] : [])].map((norm) => ({ norm, refuse }))),
    );
    await refuseTaken(tx, client, listSound());
  },
  beforeRemove: (tx, { client }, norm) => refuseClosed(tx, client, [{ norm, refuse: throwRefusal }]),
};

/** Converts bounds that were sent with a unit to the norm's own. */
async function convertBounds(tx: Tx, { client }: ClientContext, changes: readonly Change[]): Promise<void> {
  const sent = changes.filter(({ input }) => input.unit !== undefined);
  if (sent.length === 0) return;
  const nutrients = await listNutrients(tx, client);
  for (const { input, after, columns, refuse } of sent) {
    const nutrient = after.nutrient == null ? null : nutrients.get(after.nutrient as number);
    // An unknown nutrient is refused as a reference.
    if (nutrient === undefined) continue;
    const own = after.per === 'dry' && nutrient ? nutrient.unit : toAmountUnit(nutrient);
    const given = BOUNDS.filter((field) => input[field] != null);
    const converted = convertFigures(input, given, input.unit as MeasureUnit, own);
    if (converted) for (const each of [input, after, columns]) Object.assign(each, converted);
    else refuse(invalid('unit', 'invalid_value'));
  }
}

/** The figures in another unit; null if the units measure different things. */
function convertFigures(input: Input, fields: readonly string[], from: MeasureUnit, to: MeasureUnit): Input | null {
  const factor = findUnitFactor(from, to);
  return (
    factor &&
    Object.fromEntries(fields.map((field) => [field, round(((input[field] as number) * factor.times) / factor.per, BOUND_DECIMALS)]))
  );
}

/** 400 if the figures of a norm contradict each other. Computes the target of an intake. */
function demandFigures({ after, input, columns }: Change): void {
  demandOneSubject(after);
  const target = after.intake == null ? undefined : calculateIntake(after.intake as Intake);
  if (target !== undefined) for (const each of [after, columns]) each.target = target;
  demandDryMatter(after);
  demandRising(after);
  if (input.intake !== undefined) columns.intake = asJson(after.intake);
}

/** 400 at `group` unless the norm is of a group or of an animal type, and not of both. */
function demandOneSubject({ animal_type, group }: AnyRow): void {
  const given = [animal_type, group].filter((one) => (one ?? null) !== null);
  if (given.length !== 1) throw invalid('group', given.length === 0 ? 'required' : 'invalid_value');
}

/** 400 at `per` or `intake`: dry matter is counted per head, and only its expected intake has an equation. */
function demandDryMatter({ nutrient, per, intake }: AnyRow): void {
  if (nutrient == null && per !== 'head') throw invalid('per', 'invalid_value');
  if (nutrient != null && intake != null) throw invalid('intake', 'invalid_value');
}

/** 400 unless min ≤ target ≤ max, and at least one is given. */
function demandRising(row: AnyRow): void {
  const given = BOUNDS.filter((field) => (row[field] ?? null) !== null);
  if (given.length === 0) throw invalid('target', 'required');
  for (const [at, field] of given.entries()) {
    const below = given[at - 1];
    if (below && row[field] < row[below]) throw invalid(field, 'min_val', { limit: row[below] });
  }
}

interface NormDay {
  norm: AnyRow;
  refuse: Change['refuse'];
}

/** 409 at `from` if a farm with these animals has closed the month of that day. */
async function refuseClosed(tx: Tx, client: number, wanted: readonly NormDay[]): Promise<void> {
  if (wanted.length === 0) return;
  const list = (field: 'group' | 'animal_type') => [...new Set(wanted.map(({ norm }) => norm[field]).filter((id) => id != null))];
  const { rows } = await sql<{ group: number; animal_type: number; farm: number }>`
    select id as "group", animal_type_id as animal_type, farm_id as farm from animal_group
    where client_id = ${client} and (id = any(${list('group')}::bigint[]) or animal_type_id = any(${list('animal_type')}::bigint[]))`.execute(
    tx,
  );
  const farmsByGroup = groupBy(rows, ({ group }) => group);
  const farmsByType = groupBy(rows, ({ animal_type }) => animal_type);
  const findFarms = ({ group, animal_type }: AnyRow) => [
    ...new Set(((group == null ? farmsByType.get(animal_type) : farmsByGroup.get(group)) ?? []).map(({ farm }) => farm)),
  ];
  const days = wanted.map(({ norm, refuse }) => ({ day: norm.from as string, farms: findFarms(norm), refuse }));
  const isClosed = await findClosedMonths(
    tx,
    client,
    days.flatMap(({ day, farms }) => farms.map((farm) => ({ farm, day }))),
  );
  for (const { day, farms, refuse } of days) if (farms.some((farm) => isClosed(farm, day))) refuse(monthClosed(day, 'from'));
}

/** 400 at `from` if the subject has a norm of the nutrient from this day. */
async function refuseTaken(tx: Tx, client: number, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  const wanted = changes.map(({ id, after: { animal_type, group, nutrient, per, from } }, at) => ({
    ...{ at, id, group: group ?? null, animal_type: group == null ? animal_type : null, nutrient: nutrient ?? null, per, since: from },
  }));
  const { rows } = await sql<{ at: number }>`
    select wanted.at
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
      as wanted (at integer, id bigint, "group" bigint, animal_type bigint, nutrient bigint, per text, since date)
    join norm on norm.client_id = ${client} and (norm.group_id = wanted."group" or norm.animal_type_id = wanted.animal_type)
      and coalesce(norm.nutrient_id, 0) = coalesce(wanted.nutrient, 0) and norm.per = wanted.per and norm.since = wanted.since
      and norm.id <> wanted.id`.execute(tx);
  for (const { at } of rows) changes[at]?.refuse(invalid('from', 'not_unique'));
}

/** A row with the animals, nutrient, basis and day of a norm updates it. */
export const normImport: Importable<typeof norms> = {
  table: normTable,
  byName: false,
  of: ['animal_type', 'group', 'nutrient', 'per', 'from'],
  unusual: { figures: ['min', 'target', 'max'], alike: ['nutrient', 'per'] },
  asBefore: (input, { unit }) => {
    const given = BOUNDS.filter((field) => typeof input[field] === 'number');
    const converted = input.unit === undefined ? null : convertFigures(input, given, input.unit as MeasureUnit, unit);
    return converted ? { ...input, ...converted, unit } : input;
  },
};
