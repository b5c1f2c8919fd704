/** Where the server of a worker is; the first worker's port is chosen by playwright.config.ts. */
export const addressOf = (worker: number): string => `http://127.0.0.1:${Number(process.env.E2E_PORT) + worker}`;
