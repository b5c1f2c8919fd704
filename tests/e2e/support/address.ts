import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where the server of a worker is; the first worker's port is chosen by playwright.config.ts. */
export const addressOf = (worker: number): string => `http://127.0.0.1:${Number(process.env.E2E_PORT) + worker}`;

/** Where the mail server beside a worker's server puts what it takes (`tests/support/e2e-server.mjs`). */
export const mailFolder = (worker: number): string => join(tmpdir(), `manger-e2e-mails-${new URL(addressOf(worker)).port}`);
