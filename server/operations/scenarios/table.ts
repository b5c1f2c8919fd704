import { sql } from 'kysely';
import { scenarios } from '#contract/operations/scenarios.ts';
import { UNREAD } from '#server/db/connection.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { usableCheck } from '#server/domain/usable-ingredients.ts';
import { farmTable } from '#server/operations/farms/table.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { invalid } from '#server/platform/errors.ts';
import { oneByOne, throwRefusal } from '#server/platform/resource/change.ts';
import { ask } from '#server/platform/resource/check.ts';
import { demandOnFarm } from '#server/platform/resource/crud.ts';
import { groupBy } from '#server/platform/resource/group-by.ts';
import type { Importable } from '#server/platform/resource/import/importable.ts';
import type { AnyRow, Change, Input, TableOf } from '#server/platform/resource/table.ts';

/** Each list of a scenario: its table, the columns that its fields lie in, and the fields that no two of its lines share. */
const LISTS = {
  heads: { table: 'scenario_head', columns: { group: 'group_id', day: 'day', heads: 'heads', added: 'added' }, alone: ['group', 'day'] },
  prices: { table: 'scenario_price', columns: { ingredient: 'ingredient_id', price: 'price' }, alone: ['ingredient'] },
  harvests: {
    table: 'scenario_harvest',
    columns: { ingredient: 'ingredient_id', day: 'day', kg: 'kg' },
    alone: ['ingredient', 'day'],
  },
  rations: { table: 'scenario_ration', columns: { group: 'group_id', day: 'day', ration: 'ration_id' }, alone: ['group', 'day'] },
} as const;
type List = keyof typeof LISTS;
const NAMES = Object.keys(LISTS) as List[];

/** What a line refers to, and where that and its name lie. */
const REFERRED = { group: 'animal_group', ingredient: 'ingredient', ration: 'ration' } as const;
type Referred = keyof typeof REFERRED;
const TYPES: Record<string, string> = { day: 'date', heads: 'integer', added: 'integer', price: 'numeric', kg: 'numeric' };

const linesOf = (input: Input, list: List) => input[list] as Record<string, unknown>[] | undefined;
const fieldsOf = (list: List) => Object.entries<string>(LISTS[list].columns);
const refersTo = (list: List) => (Object.keys(REFERRED) as Referred[]).filter((field) => field in LISTS[list].columns);

export const scenarioTable: TableOf<typeof scenarios, 'scenario'> = {
  contract: scenarios,
  table: 'scenario',
  joins: 'join farm on farm.client_id = t.client_id and farm.id = t.farm_id',
  fields: { farm: 't.farm_id', farm_name: 'farm.name', heads: null, prices: null, harvests: null, rations: null },
  columns: { heads: null, prices: null, harvests: null, rations: null },
  references: { farm: farmTable },
  farm: 't.farm_id',
  search: ['t.name'],
  order: 't.name',
  lite: ['id', 'name', 'farm'],
  remove: 'soft',
  attachNested,
  prepare: oneByOne(demandLines),
  afterWrite: oneByOne(async (tx, { client }, { id, input }) => {
    for (const list of NAMES) {
      const lines = linesOf(input, list);
      if (lines) await writeLines(tx, client, id, list, lines);
    }
  }),
};

/** A file of scenarios, a line for each of theirs. */
export const scenarioImport: Importable<typeof scenarios> = {
  table: scenarioTable,
  byName: true,
  parts: [
    { field: 'heads', references: { group: 'groups' } },
    { field: 'prices', references: { ingredient: 'ingredients' } },
    { field: 'harvests', references: { ingredient: 'ingredients' } },
    { field: 'rations', references: { group: 'groups', ration: 'rations' } },
  ],
};

/**
 * 400 at the line's field: of a feed, group or ration that the farm hasn't, of one that a line of the same list names already, of heads that are neither told
 * nor added, or both.
 */
async function demandLines(tx: Tx, context: ClientContext, { input, before, after }: Change): Promise<void> {
  if (before && after.farm !== before.farm) throw invalid('farm', 'invalid_value');
  for (const list of NAMES) {
    const lines = linesOf(input, list) ?? [];
    const seen = new Set<string>();
    for (const [at, line] of lines.entries()) {
      const { alone } = LISTS[list];
      const key = alone.map((field) => line[field]).join(' ');
      if (seen.has(key)) throw invalid(`${list}.${at}.${alone.at(-1)}`, 'not_unique');
      seen.add(key);
      if (list === 'heads') demandOneOf(line, at);
    }
    for (const field of refersTo(list)) {
      const ids = lines.map((line) => line[field] as number);
      const target = REFERRED[field];
      if (target !== 'ingredient') await demandOnFarm(tx, context, target, after.farm, ids, `${list}.*.${field}`);
      else if (ids.length > 0) {
        const place = (ingredient: number, at: number) => ({
          ingredient,
          farm: after.farm,
          field: `${list}.${at}.${field}`,
          refuse: throwRefusal,
        });
        await ask(tx, usableCheck(context.client, ids.map(place)));
      }
    }
  }
}

/** Heads are either told or added. */
function demandOneOf({ heads = null, added = null }: Record<string, unknown>, at: number): void {
  if (heads === null && added === null) throw invalid(`heads.${at}.heads`, 'required');
  if (heads !== null && added !== null) throw invalid(`heads.${at}.added`, 'invalid_value');
}

/** Lines are written wholly. */
async function writeLines(tx: Tx, client: number, scenario: number, list: List, lines: readonly Record<string, unknown>[]): Promise<void> {
  const table = sql.table(LISTS[list].table);
  const columns = sql.raw(
    fieldsOf(list)
      .map(([, column]) => column)
      .join(', '),
  );
  const read = sql.raw(
    fieldsOf(list)
      .map(([field]) => `"${field}"`)
      .join(', '),
  );
  const typed = sql.raw(
    fieldsOf(list)
      .map(([field]) => `"${field}" ${TYPES[field] ?? 'bigint'}`)
      .join(', '),
  );
  await sql`delete ${UNREAD} from ${table} where client_id = ${client} and scenario_id = ${scenario}`.execute(tx);
  if (lines.length === 0) return;
  await sql`
    insert into ${table} (client_id, scenario_id, ${columns})
    select ${client}, ${scenario}, ${read} from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as x (${typed})`.execute(tx);
}

async function attachNested(db: Db, rows: AnyRow[], { client }: Pick<ClientContext, 'client'>): Promise<AnyRow[]> {
  const ids = rows.map((row) => row.id as number);
  const found = await Promise.all(NAMES.map(async (list) => [list, await linesById(db, client, ids, list)] as const));
  return rows.map((row) => ({ ...row, ...Object.fromEntries(found.map(([list, byId]) => [list, byId.get(row.id) ?? []])) }));
}

/** The lines of a list, by day where they have one, then by name. */
async function linesById(db: Db, client: number, ids: readonly number[], list: List) {
  const referred = refersTo(list);
  const cells = [
    ...fieldsOf(list).map(([field, column]) => `t.${column} as "${field}"`),
    ...referred.map((field) => `n_${field}.name as ${field}_name`),
  ].join(', ');
  const joins = referred
    .map((field) => `join ${REFERRED[field]} n_${field} on n_${field}.client_id = t.client_id and n_${field}.id = t.${field}_id`)
    .join(' ');
  const order = [...('day' in LISTS[list].columns ? ['t.day'] : []), ...referred.map((field) => `n_${field}.name`)].join(', ');
  const { rows } = await sql<AnyRow>`
    select t.scenario_id as scenario, ${sql.raw(cells)} from ${sql.table(LISTS[list].table)} t ${sql.raw(joins)}
    where t.client_id = ${client} and t.scenario_id = any(${ids}) order by ${sql.raw(order)}`.execute(db);
  const byId = groupBy(rows, ({ scenario }) => scenario as number);
  return new Map([...byId].map(([id, lines]) => [id, lines.map(({ scenario: _, ...line }) => line)]));
}
