import { isBehind } from '#server/platform/runtime/lateness.ts';
import { createTurns } from '#server/platform/runtime/turns.ts';

/**
 * What changes a whole day's plan goes one after the other for a client, before it takes a connection. They would wait for each other's rows
 * anyway, only on connections; and as PostgreSQL lets one transaction commit at a time that tells of its change, each of them under way keeps
 * all clients' writes waiting for the time that a disk takes.
 */
export const planTurns = createTurns({ ofEach: 1, ofAll: 8, waiting: 100, wait: 5, isBehind });
