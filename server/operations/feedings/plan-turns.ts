import { isBehind } from '#server/platform/runtime/lateness.ts';
import { createTurns } from '#server/platform/runtime/turns.ts';

/**
 * Queue for changes of a whole day's plan, per client, entered before a connection is taken. They would wait for the same rows anyway, but
 * while holding connections. PostgreSQL also commits only one transaction with notifications at a time, so many at once would delay the
 * writes of all clients.
 */
export const planTurns = createTurns({ ofEach: 1, ofAll: 8, waiting: 100, wait: 5, isBehind });
