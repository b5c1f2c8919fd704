import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Returns the address of a worker's server, on the port that playwright.config.ts found for it. */
export const addressOf = (worker: number): string => `http://127.0.0.1:${process.env.E2E_PORTS?.split(',')[worker]}`;

/** Where the mail server beside a worker's server puts what it takes (`tests/support/e2e-server.mjs`). */
export const mailFolder = (worker: number): string => join(tmpdir(), `manger-e2e-mails-${new URL(addressOf(worker)).port}`);
