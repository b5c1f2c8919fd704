import type { PostgresPoolClient } from 'kysely';

/** Of PostgreSQL: it stops, starts, or needs what the statement reads for what it replays. Others: the connection is gone. */
const OF_THE_REPLICA = /^(57P0[123]|40001|08...|E[A-Z]+)$/;
const isLost = (error: unknown): boolean => {
  const { code } = error as { code?: unknown };
  return code === undefined || (typeof code === 'string' && OF_THE_REPLICA.test(code));
};

/** A connection whose statement is asked again of another one where the first is lost over it; inside a transaction it isn't. */
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
