import { sql } from 'kysely';
import { dayAt } from '#common/format/clock.ts';
import { round } from '#common/format/decimal.ts';
import type { AdeGroupWeight, AdeMilkAverage, AdeMovement } from '#contract/operations/ade-events.ts';
import { KG_PER_LB } from '#contract/units.ts';
import type { Tx } from '#server/db/database.ts';
import type { AdeLocation } from '#server/domain/ade/location.ts';
import { shiftHeads } from '#server/operations/groups/head-course.ts';
import { milkImport } from '#server/operations/milk/table.ts';
import { weightImport } from '#server/operations/weights/table.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { ApiError, invalid } from '#server/platform/errors.ts';
import { importRows } from '#server/platform/resource/import/import.ts';
import type { Importable } from '#server/platform/resource/import/importable.ts';
import type { AnyRow } from '#server/platform/resource/table.ts';
import { toTheEnd } from '#server/platform/runtime/work.ts';
import { type EventErrors, type FreshEvent, takeEvents } from './take-events.ts';

const KG_PER = { KGM: 1, GRM: 0.001, LBR: KG_PER_LB, TNE: 1000 } as const;
const toKg = (value: number, unit: keyof typeof KG_PER) => round(value * KG_PER[unit], 3);

/** Writes rows by the rules of a file. The errors of a row are those of its event. Returns the ids of the rows. */
async function writeRows<Event>(
  inside: ClientContext,
  { farm }: AdeLocation,
  importable: Importable,
  rows: readonly { of: FreshEvent<Event>; row: AnyRow }[],
  { errors, names }: { errors: EventErrors; names: Readonly<Record<string, string>> },
): Promise<(number | null)[]> {
  try {
    const imported = await importRows(inside, importable, { farm, dry_run: false, rows: rows.map(({ row }) => row) }, toTheEnd);
    return imported.rows.map(({ id }) => id);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    for (const [path, found] of Object.entries(error.errors)) {
      const [, index = '', field = path] = /^rows\.(\d+)\.(.+)$/.exec(path) ?? [];
      errors.add(rows[Number(index)]?.of.at ?? 0, new ApiError(error.status, { [field]: found }), names);
    }
    return [];
  }
}

const NAMES_OF_MILK = {
  day: 'averageDate',
  group: 'animalSetReference.identifier.id',
  kg: 'milkYieldAvg24h.value',
  fat: 'fatPercentage',
  protein: 'proteinPercentage',
};

/** Milk of animals or groups. The milk of a day is the sum of its events, and replaces a figure entered before. */
export function takeMilk(context: ClientContext, location: AdeLocation, events: readonly AdeMilkAverage[]) {
  const toDay = ({ averageDate }: AdeMilkAverage) => averageDate;
  return takeEvents(context, location, { kind: 'milk', events, toDay }, async (tx, inside, fresh, errors) => {
    for (const { id, event } of fresh) {
      const { milkYieldAvg24h: milk, fatPercentage: fat = null, proteinPercentage: protein = null } = event;
      await sql`
        update ade_event set kg = ${toKg(milk.value, milk.unitCode)}, fat = ${fat}, protein = ${protein}
        where client_id = ${inside.client} and id = ${id}`.execute(tx);
    }
    const days = new Map(fresh.map((one) => [`${one.group} ${one.day}`, one]));
    const rows = [];
    for (const of of days.values()) {
      const row = await sumMilk(tx, inside, location, of);
      for (const field of ['fat', 'protein']) if (row[field] === null) errors.add(of.at, invalid(field, 'required'), NAMES_OF_MILK);
      rows.push({ of, row });
    }
    errors.demandNone();
    await writeRows(inside, location, milkImport as unknown as Importable, rows, { errors, names: NAMES_OF_MILK });
  });
}

/** The milk of a day by its events. Without fat or protein in the events, the day has those of the last day that is known. */
async function sumMilk(tx: Tx, { client }: ClientContext, { farm }: AdeLocation, { group, day }: FreshEvent<unknown>): Promise<AnyRow> {
  const mean = (name: 'fat' | 'protein') => {
    const column = sql.ref(name);
    return sql`coalesce(
      round(sum(kg * ${column}) filter (where ${column} is not null) / nullif(sum(kg) filter (where ${column} is not null), 0), 2),
      (select m.${column} from milk m where m.client_id = ${client} and m.farm_id = ${farm} and m.group_id is not distinct from ${group}::bigint
        and m.day <= ${day}::date order by m.day desc limit 1)) as ${column}`;
  };
  const { rows } = await sql<AnyRow>`
    select sum(kg) as kg, ${mean('fat')}, ${mean('protein')} from ade_event
    where client_id = ${client} and kind = 'milk' and farm_id = ${farm} and day = ${day}::date and group_id is not distinct from ${group}::bigint`.execute(
    tx,
  );
  return { ...(group === null ? {} : { group }), day, ...rows[0] };
}

const NAMES_OF_MOVEMENTS = { heads: 'countObserved', day: 'eventDateTime', detail: 'eventDateTime' };

/** Animals that join (`in`) or leave (`out`) groups. Head counts of later days move along. */
export function takeMovements(context: ClientContext, location: AdeLocation, direction: 'in' | 'out', events: readonly AdeMovement[]) {
  const toDay = ({ eventDateTime }: AdeMovement) => dayAt(eventDateTime, location.timezone);
  const today = dayAt(context.services.now(), location.timezone);
  return takeEvents(context, location, { kind: 'heads', events, direction, toDay }, async (tx, inside, fresh, errors) => {
    const sign = direction === 'in' ? 1 : -1;
    for (const { at, event, group, day } of fresh.toSorted((a, b) => a.day.localeCompare(b.day))) {
      const shift = { group: group ?? 0, farm: location.farm, day, by: sign * event.countObserved };
      await collectRefusal(errors, at, () => demandPast(day, today) ?? shiftHeads(tx, inside, shift));
    }
  });
}

function demandPast(day: string, today: string): undefined {
  if (day > today) throw invalid('day', 'too_large', { limit: today });
}

/** Runs the work of one event. A refusal becomes an error of the event, so that one answer names all wrong events. */
async function collectRefusal(errors: EventErrors, at: number, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    errors.add(at, error, NAMES_OF_MOVEMENTS);
  }
}

const NAMES_OF_WEIGHTS = {
  at: 'eventDateTime',
  group: 'animalSetReference.identifier.id',
  heads: 'countObserved',
  kg: 'statistics',
  id: 'meta.sourceId',
};

/** Weighings of groups. A corrected event changes its weighing. */
export function takeWeights(context: ClientContext, location: AdeLocation, events: readonly AdeGroupWeight[]) {
  const toDay = ({ eventDateTime }: AdeGroupWeight) => dayAt(eventDateTime, location.timezone);
  return takeEvents(context, location, { kind: 'weight', events, toDay }, async (tx, inside, fresh, errors) => {
    const rows = fresh.flatMap((of) => {
      const weighed = readWeight(of.event);
      if (weighed instanceof ApiError) errors.add(of.at, weighed);
      if (weighed instanceof ApiError) return [];
      const known = of.row === null ? {} : { id: of.row };
      return [{ of, row: { ...known, group: of.group, at: of.event.eventDateTime, kind: 'check', ...weighed } }];
    });
    errors.demandNone();
    const ids = await writeRows(inside, location, weightImport as unknown as Importable, rows, { errors, names: NAMES_OF_WEIGHTS });
    errors.demandNone();
    for (const [index, { of }] of rows.entries())
      await sql`update ade_event set row_id = ${ids[index] ?? null} where client_id = ${inside.client} and id = ${of.id}`.execute(tx);
  });
}

/** Heads and their kilograms together: of all weights, else of the sum, else of the average. An error names the missing field. */
function readWeight({ animalWeights, statistics = [], countObserved, units }: AdeGroupWeight): { heads: number; kg: number } | ApiError {
  const weights = (animalWeights ?? []).flatMap(({ weight }) => (weight === null ? [] : [weight]));
  if (weights.length > 0) {
    const kg = weights.reduce((sum, weight) => sum + toKg(weight, units), 0);
    return { heads: weights.length, kg: round(kg, 3) };
  }
  if (countObserved === undefined) return invalid('countObserved', 'required');
  const find = (aggregation: string) => statistics.find((one) => one.aggregation === aggregation)?.value;
  const [sum, average] = [find('Sum'), find('Average')];
  const total = sum ?? (average === undefined ? undefined : average * countObserved);
  return total === undefined ? invalid('statistics', 'required') : { heads: countObserved, kg: toKg(total, units) };
}
