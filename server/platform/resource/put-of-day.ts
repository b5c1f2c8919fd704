import { sql } from 'kysely';
import { one, type Resource } from '#contract/resource.ts';
import { demand } from '#server/platform/context.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';
import { create, get, update } from './crud.ts';
import { type AnyRow, anyTable, readFrom, type Table } from './table.ts';

/**
 * `PUT <resource>/`: sets the value of a day for a group, or for the fields in `of`, and replaces an earlier value. A phone without network
 * sends stored values again if the first answer was lost, so that an equal value changes nothing.
 */
export function putOfDay<R extends Resource>(definition: Table<R>, of: readonly string[] = ['group']): Endpoint {
  const table = anyTable(definition);
  const { contract } = table;
  const same = (input: AnyRow) =>
    [...of, 'day'].map((field) => {
      const column = sql.raw(readFrom(table, field) ?? `t.${field}`);
      return (input[field] ?? null) === null ? sql`${column} is null` : sql`${column} = ${input[field]}`;
    });
  return endpoint({
    method: 'put',
    path: `/${contract.path}`,
    summary: `Say what is so on a day, in ${contract.id}; the same again changes nothing`,
    need: [
      { item: contract.permission, action: 'add' },
      { item: contract.permission, action: 'change' },
    ],
    body: contract.create,
    status: 200,
    response: one(contract.row),
    async handle(context, { body }) {
      const input = body as AnyRow;
      const data = await context.write(async (tx) => {
        const inside = { ...context, db: tx, write: <T>(work: (same: typeof tx) => Promise<T>) => work(tx) };
        const { rows } = await sql<{ id: number }>`
          select t.id from ${sql.table(table.table)} t
          where t.client_id = ${context.client} and ${sql.join(same(input), sql` and `)}`.execute(tx);
        if (!rows[0]) {
          demand(context, contract.permission, 'add');
          return create(inside, table, input);
        }
        const before = await get(tx, table, inside, rows[0].id);
        if (Object.keys(input).every((field) => input[field] === before[field])) return before;
        demand(context, contract.permission, 'change');
        return update(inside, table, before.id, input);
      });
      return { data };
    },
  });
}
