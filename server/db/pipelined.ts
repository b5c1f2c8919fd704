import { type DatabaseConnection, DummyDriver, PostgresDialect, Transaction } from 'kysely';
import type { Db, Tx } from './database.ts';
import type { DB } from './schema.gen.ts';

/**
 * Works on one connection, a transaction's as a rule, at the same time and in rounds: once each has asked its next statement, they go out
 * together, in the works' order, so that the same works give the same rows and ids. None may wait for another. All have ended when it
 * comes back, also when one fails: nothing goes on once the transaction is over. Of failures the first in the works' order is told, but
 * none that only says that another one ended the transaction.
 */
export async function pipelined<T>(one: Db, works: readonly ((beside: Tx) => Promise<T>)[]): Promise<T[]> {
  const queued = one.getExecutor();
  const connection = await queued.provideConnection(async (own) => own);
  const rounds = roundsOf(works.length);
  const ended = await Promise.allSettled(
    works.map(async (work, index) => {
      // Kysely lets each statement of a transaction wait for the answer of the one before; the connection itself keeps their order.
      const provideConnection = async <R>(use: (connection: DatabaseConnection) => Promise<R>) => {
        await rounds.turn(index);
        return use(connection);
      };
      try {
        return await work(new Transaction<DB>({ ...BEGUN, executor: queued.withConnectionProvider({ provideConnection }) }));
      } finally {
        rounds.leave();
      }
    }),
  );
  const failures = ended.flatMap((each) => (each.status === 'rejected' ? [each.reason as { code?: unknown }] : []));
  if (failures.length > 0) throw failures.find(({ code }) => code !== ABORTED) ?? failures[0];
  return ended.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
}

/** in_failed_sql_transaction */
const ABORTED = '25P02';

const dialect = new PostgresDialect({ pool: () => Promise.reject(new Error('a transaction has its connection')) });
/** What Kysely needs to begin a transaction, and takes for any. */
const BEGUN = { config: { dialect }, dialect, driver: new DummyDriver() };

/** Lets nobody on before all that are still there have come. */
function roundsOf(many: number): { turn(index: number): Promise<void>; leave(): void } {
  let here = many;
  let waiting = new Map<number, (() => void)[]>();
  function begin() {
    if (waiting.size < here) return;
    const round = [...waiting].sort(([a], [b]) => a - b);
    waiting = new Map();
    for (const go of round.flatMap(([, turns]) => turns)) go();
  }
  return {
    turn: (index) =>
      new Promise((go) => {
        waiting.set(index, [...(waiting.get(index) ?? []), go]);
        // Not at once: who comes last must be waiting as well, or it would go on behind the others whatever its place.
        queueMicrotask(begin);
      }),
    leave() {
      here -= 1;
      begin();
    },
  };
}
