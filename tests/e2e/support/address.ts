import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Returns the address of a worker's server, on the port that playwright.config.ts found for it. */
export const addressOf = (worker: number): string => `http://127.0.0.1:${process.env.E2E_PORTS?.split(',')[worker]}`;

/** The folder in which the mail server of a worker stores accepted mails (`tests/support/e2e-server.mjs`). */
export const mailFolder = (worker: number): string => join(tmpdir(), `manger-e2e-mails-${new URL(addressOf(worker)).port}`);
