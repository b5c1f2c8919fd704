import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { toNameKey } from '#common/files/incoming/keys.ts';
import { dayAt } from '#common/format/clock.ts';
import { Instant } from '#contract/kinds.ts';
import { FedRow, LoadedRow, type LoadImportBody } from '#contract/operations/load-imports.ts';
import type { Tx } from '#server/db/database.ts';
import { groupTable } from '#server/operations/groups/table.ts';
import { ingredientTable } from '#server/operations/ingredients/table.ts';
import { mixerTable } from '#server/operations/mixers/table.ts';
import { rationTable } from '#server/operations/rations/table.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { fromZod } from '#server/platform/errors.ts';
import { momentFrom } from '#server/platform/resource/import/moments.ts';
import { namesOf } from '#server/platform/resource/import/names.ts';
import { type Place, placesOf } from '#server/platform/resource/import/places.ts';
import type { AnyRow } from '#server/platform/resource/table.ts';
import { byPieces, type Work } from '#server/platform/runtime/work.ts';
import type { Refusals } from './refusals.ts';

/** A weighing of one ingredient or group; several rows of a load that name the same are one. */
export interface Weighing {
  id: number;
  target: number;
  actual: number;
  heads: number | null;
  at: string;
  /** The place in the request, `items.3`. */
  row: string;
}

/** A load with all its rows. `ration` is 0 until the ration of that name exists. */
export interface Load {
  place: Place;
  number: string;
  day: string;
  ration: number;
  /** The planned feeding that it finishes; 0 for a feeding of its own. */
  planned: number;
  /** Groups that the plan of that feeding lacks. */
  added: number[];
  rationName: string;
  mixer: number;
  items: Weighing[];
  groups: Weighing[];
  /** The place of its first row, and of all its rows. */
  row: string;
  rows: string[];
  digest: string;
  /** At least one row names a mixer. */
  namesMixer: boolean;
  /** The last weighing of an ingredient: the moment at which the load leaves the stock. */
  ends: string;
}

interface Unknown {
  ingredients: Map<string, number>;
  mixers: Map<string, number>;
  groups: Map<string, number>;
}
const LISTS = { ingredient: 'ingredients', mixer: 'mixers', group: 'groups' } as const;

/** A name or number of another program in one form: programs spell the same name with other spaces, and numbers as numbers. */
const cleanWord = (value: unknown): unknown =>
  typeof value === 'string' || typeof value === 'number' ? String(value).normalize('NFC').replace(/\s+/g, ' ').trim() : value;
const IS_WORD = /^load$|_name$/;
const cleanRow = (raw: AnyRow): AnyRow =>
  Object.fromEntries(Object.entries(raw).map(([field, value]) => [field, IS_WORD.test(field) ? cleanWord(value) : value]));

interface ReadResult {
  loads: Load[];
  unknown: Unknown;
}

/** A moment with an offset may leave its seconds out. */
const ONLY_MINUTES = /(T\d{2}:\d{2})(Z|[+-]\d{2}:\d{2})$/;
/** Earliest day of a load: an earlier one is a misread date. */
const EARLIEST = '2000-01-01';

/** A row of the request, before it is read. */
interface RawRow {
  raw: AnyRow;
  /** The place in the request, `items.3`. */
  row: string;
  schema: z.ZodType;
  what: 'ingredient' | 'group';
}

const listRows = ({ items, groups }: LoadImportBody): RawRow[] => [
  ...items.map((raw, n) => ({ raw, row: `items.${n}`, schema: LoadedRow as z.ZodType, what: 'ingredient' as const })),
  ...groups.map((raw, n) => ({ raw, row: `groups.${n}`, schema: FedRow as z.ZodType, what: 'group' as const })),
];

type Names = Awaited<ReturnType<typeof namesOf>>;
type References = Record<keyof typeof LISTS | 'ration', Names>;

/** Finds all names that the rows mention. */
async function findReferences(tx: Tx, context: ClientContext, raws: readonly RawRow[]): Promise<References> {
  const mentioned = (field: string) => raws.flatMap(({ raw }) => [raw[field], cleanWord(raw[`${field}_name`])]);
  return {
    ingredient: await namesOf(tx, context, ingredientTable, mentioned('ingredient')),
    group: await namesOf(tx, context, groupTable, mentioned('group')),
    mixer: await namesOf(tx, context, mixerTable, mentioned('mixer')),
    ration: await namesOf(tx, context, rationTable, mentioned('ration')),
  };
}

/** Reads all rows, resolves names on their farms, and gathers the rows of each load. Refusals name the row and field. */
export async function readLoads(tx: Tx, context: ClientContext, body: LoadImportBody, refusals: Refusals, work: Work): Promise<ReadResult> {
  const raws = listRows(body);
  const places = await placesOf(tx, context, body.farm);
  const unknown: Unknown = { ingredients: new Map(), mixers: new Map(), groups: new Map() };
  const resolver = createResolver(await findReferences(tx, context, raws), unknown, refusals);
  const loads = new Map<string, Load>();
  const latest = new Date(context.services.now().getTime() + 86_400_000).toISOString();

  await byPieces(raws, work, (piece) => {
    for (const one of piece) {
      const read = readRow(one, places, latest, refusals);
      if (!read) continue;
      const { values, place, day } = read;
      const key = `${place.id} ${day} ${values.load}`;
      const load = loads.get(key) ?? createLoad(place, day, values.load, one.row);
      loads.set(key, load);
      addRow(load, one, read, resolver);
    }
  });

  for (const load of loads.values()) completeLoad(load, refusals);
  return { loads: [...loads.values()].toSorted((a, b) => (findStart(a) < findStart(b) ? -1 : 1)), unknown };
}

type ReadRow = NonNullable<ReturnType<typeof readRow>>;

/** Adds a row's mixer, ration and weighing to its load. */
function addRow(load: Load, { row, what }: RawRow, { values, place, at }: ReadRow, resolver: ReturnType<typeof createResolver>): void {
  load.rows.push(row);
  if (what === 'ingredient' && at > load.ends) load.ends = at;
  resolver.addMixer(load, row, values);
  resolver.addRation(load, row, values);
  resolver.addPlanned(load, row, values);
  const id = resolver.resolve(row, place, values, what);
  if (id !== undefined) addWeighing(what === 'ingredient' ? load.items : load.groups, { id, ...sized(values), at, row });
}

/** Refuses a load without ingredients or mixer, and sets its digest. */
function completeLoad(load: Load, refusals: Refusals): void {
  if (load.items.length === 0 && load.groups.length > 0) refusals.refuse(load.row, 'load', 'load_without_items');
  else if (!load.namesMixer && load.planned === 0) refusals.refuse(load.row, 'mixer_name', 'required');
  load.digest = hashLoad(load);
}

const createLoad = (place: Place, day: string, number: string, row: string): Load => ({
  place,
  number,
  day,
  ration: 0,
  planned: 0,
  added: [],
  rationName: '',
  mixer: 0,
  items: [],
  groups: [],
  row,
  rows: [],
  digest: '',
  namesMixer: false,
  ends: '',
});

/** Reads a row with its farm, its moment and its day; undefined if refused. */
function readRow({ raw, row, schema }: RawRow, places: Awaited<ReturnType<typeof placesOf>>, latest: string, refusals: Refusals) {
  const parsed = schema.safeParse(cleanRow(raw));
  if (!parsed.success) {
    refusals.addAll(row, fromZod(parsed.error, raw));
    return undefined;
  }
  const values = parsed.data as AnyRow;
  const place = places.of(values, null, (field, name, extra) => refusals.refuse(row, field, name, extra));
  if (!place) return undefined;
  // Without an offset it is a text that momentFrom couldn't read.
  const moment = Instant.safeParse(momentFrom(values.at.replace(ONLY_MINUTES, '$1:00$2'), place.timezone, null));
  if (!moment.success) {
    refusals.refuse(row, 'at', 'invalid_format');
    return undefined;
  }
  const at = new Date(moment.data).toISOString();
  const day = dayAt(at, place.timezone);
  if (at <= latest && day >= EARLIEST) return { values, place, at, day };
  const [name, limit] = at > latest ? (['too_large', latest] as const) : (['min_val', EARLIEST] as const);
  refusals.refuse(row, 'at', name, { limit });
  return undefined;
}

/** Resolves the references of rows. Names of no row are counted in `unknown`. */
function createResolver(find: References, unknown: Unknown, refusals: Refusals) {
  /** The id of a row's reference; undefined if refused. */
  const resolve = (row: string, place: Place, read: AnyRow, field: keyof typeof LISTS): number | undefined => {
    const value = read[field] ?? read[`${field}_name`];
    const at = read[field] ? field : `${field}_name`;
    if (value === undefined) {
      refusals.refuse(row, `${field}_name`, 'required');
      return undefined;
    }
    return find[field](value, place, at, (_, name, extra) => {
      if (name === 'unknown_name') {
        const list = unknown[LISTS[field]];
        list.set(value, (list.get(value) ?? 0) + 1);
      }
      refusals.refuse(row, at, name, extra);
    });
  };
  return {
    resolve,

    /** Takes the mixer from the first row that names one; a row that names another is refused. */
    addMixer(load: Load, row: string, read: AnyRow): void {
      if (read.mixer === undefined && read.mixer_name === undefined) return;
      load.namesMixer = true;
      const mixer = resolve(row, load.place, read, 'mixer');
      const isOther = mixer !== undefined && load.mixer !== 0 && load.mixer !== mixer;
      if (isOther) refusals.refuse(row, read.mixer ? 'mixer' : 'mixer_name', 'other_in_load');
      else load.mixer ||= mixer ?? 0;
    },

    /** Takes the planned feeding from the first row that names one; a row that names another is refused. */
    addPlanned(load: Load, row: string, { schedule = 0 }: AnyRow): void {
      if (schedule !== 0 && load.planned !== 0 && load.planned !== schedule) refusals.refuse(row, 'schedule', 'other_in_load');
      else load.planned ||= schedule;
    },

    /** Takes the ration from the first row that names one; a row that names another is refused. A name without a ration stays as text. */
    addRation(load: Load, row: string, read: AnyRow): void {
      const given = read.ration ?? read.ration_name;
      if (given === undefined) return;
      const at = read.ration ? 'ration' : 'ration_name';
      const found = find.ration(given, load.place, at, (_, name, extra) => {
        if (name !== 'unknown_name') refusals.refuse(row, at, name, extra);
      });
      const ration = found ?? 0;
      const rationName = ration === 0 ? String(given) : '';
      const isNamed = load.ration !== 0 || load.rationName !== '';
      const isOther = ration !== load.ration || toNameKey(rationName) !== toNameKey(load.rationName);
      if (isNamed && isOther) refusals.refuse(row, at, 'other_in_load');
      else Object.assign(load, { ration, rationName });
    },
  };
}

const sized = ({ target, actual, heads = null }: AnyRow) => ({ target: target ?? actual, actual, heads });
const grams = (kg: number) => Math.round(kg * 1000);

/** Several weighings of the same ingredient or group in a load are added up. */
function addWeighing(list: Weighing[], weighing: Weighing): void {
  const known = list.find(({ id }) => id === weighing.id);
  if (!known) {
    list.push(weighing);
    return;
  }
  known.target = (grams(known.target) + grams(weighing.target)) / 1000;
  known.actual = (grams(known.actual) + grams(weighing.actual)) / 1000;
  known.heads = known.heads ?? weighing.heads;
  if (weighing.at < known.at) known.at = weighing.at;
}

const sortTimes = (weighings: readonly Weighing[]) => weighings.map(({ at }) => at).toSorted();
/** Returns the moment of the load's first weighing, or its day. */
export const findStart = (load: Load): string => sortTimes(load.items)[0] ?? sortTimes(load.groups)[0] ?? load.day;

function hashLoad({ mixer, items, groups }: Load): string {
  const parts = (list: readonly Weighing[]) => list.map(({ id, target, actual, heads, at }) => [id, target, actual, heads, at]).toSorted();
  return createHash('sha256')
    .update(JSON.stringify([mixer, parts(items), parts(groups)]))
    .digest('base64url');
}
