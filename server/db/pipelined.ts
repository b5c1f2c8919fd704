import { type DatabaseConnection, DummyDriver, PostgresDialect, Transaction } from 'kysely';
import type { Db, Tx } from './database.ts';
import type { DB } from './schema.gen.ts';

/**
 * Runs works concurrently on one connection, usually a transaction's, in rounds: when each work has requested its next statement, all are
 * sent together in the works' order. Equal works therefore give equal rows and ids. No work may wait for another. All have ended on return,
 * also after a failure. Reports the first failure in the works' order, except failures that only follow from an aborted transaction.
 */
export async function pipelined<T>(one: Db, works: readonly ((beside: Tx) => Promise<T>)[]): Promise<T[]> {
  const queued = one.getExecutor();
  const connection = await queued.provideConnection(async (own) => own);
  const rounds = roundsOf(works.length);
  const ended = await Promise.allSettled(
    works.map(async (work, index) => {
      // Kysely would make each statement of a transaction wait for the previous answer; the connection itself keeps the order.
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
/** Satisfies Kysely's check for a transaction that has begun. */
const BEGUN = { config: { dialect }, dialect, driver: new DummyDriver() };

/** Releases a round when all remaining works have arrived. */
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
        // Deferred, because the last arriving work must wait too; otherwise it would lose its place in the order.
        queueMicrotask(begin);
      }),
    leave() {
      here -= 1;
      begin();
    },
  };
}
