import type { PostgresPoolClient } from 'kysely';

/** SQL states of a replica that stops, starts, or cancels a statement for its replay. Others mean a lost connection. */
const OF_THE_REPLICA = /^(57P0[123]|40001|08...|E[A-Z]+)$/;
const isLost = (error: unknown): boolean => {
  const { code } = error as { code?: unknown };
  return code === undefined || (typeof code === 'string' && OF_THE_REPLICA.test(code));
};

/** A connection that repeats a lost statement on another one, except inside a transaction. */
export async function withSpare(
  first: () => Promise<PostgresPoolClient>,
  spare: () => Promise<PostgresPoolClient>,
): Promise<PostgresPoolClient> {
  let connection = await first();
  let isInside = false;
  let isSpare = false;
  const query = async (text: string, values: readonly unknown[]) => {
    isInside ||= text === 'begin' || text.startsWith('start transaction');
    try {
      return await connection.query(text, values);
    } catch (error) {
      if (isInside || isSpare || !isLost(error)) throw error;
      connection.release();
      isSpare = true;
      connection = await spare();
      return connection.query(text, values);
    }
  };
  return { query, release: () => connection.release() } as unknown as PostgresPoolClient;
}
