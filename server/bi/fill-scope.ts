import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, type RawBuilder } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type { DB } from '#server/db/schema.gen.ts';
import type { ReportScope } from '#server/reports/sql/scope.ts';

/** SQL of the client whose role reads a view. A locked client and a role of no client have none. */
export const CLIENT = `(select bi_owner.client_id from bi_role bi_owner join client bi_locked on bi_locked.id = bi_owner.client_id and not bi_locked.locked
  where bi_owner.name = current_user)`;

/** SQL of the first and the last stale day, whose figures reports compute from the facts. */
const staleDay = (bound: 'min' | 'max') => `(select ${bound}(bi_due.day) from feeding_day_due bi_due where bi_due.client_id = ${CLIENT})`;
/** True for a day whose figures are read from the roll-ups. */
export const isKeptDay = (day: string) => `(${staleDay('min')} is null or ${day} < ${staleDay('min')} or ${day} > ${staleDay('max')})`;

// Marks in the scope, which `toViewSql` replaces by SQL: a view has no parameters.
const CLIENT_MARK = -1;
const FARMS_MARK: number[] = [];
const FROM_MARK = 'from';
const TO_MARK = 'to';

/** The scope of the reports' SQL in a view: all farms of the role's client, and the stale days. */
export const STALE_SCOPE: ReportScope = {
  client: CLIENT_MARK,
  db: null as unknown as Db,
  farms: [],
  farmIds: FARMS_MARK,
  now: '',
  from: FROM_MARK,
  to: TO_MARK,
  filters: {},
  timezone: 'UTC',
  currency: '',
  lockedUntil: null,
};

const SQL_OF_MARK = new Map<unknown, string>([
  [CLIENT_MARK, CLIENT],
  [FARMS_MARK, `(select array_agg(bi_farm.id) from farm bi_farm where bi_farm.client_id = ${CLIENT})::bigint[]`],
  [FROM_MARK, staleDay('min')],
  [TO_MARK, staleDay('max')],
  [null, 'null'],
]);

const compiler = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** The text of a query whose parameters are marks of `STALE_SCOPE`. Throws for any other parameter. */
export function toViewSql(query: RawBuilder<unknown>): string {
  const { sql: text, parameters } = query.compile(compiler);
  return text.replace(/\$(\d+)/g, (_, position: string) => {
    const mark = SQL_OF_MARK.get(parameters[Number(position) - 1]);
    if (mark === undefined) throw new Error(`a view can't have the parameter ${String(parameters[Number(position) - 1])}`);
    return mark;
  });
}
