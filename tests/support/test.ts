import { test as base } from 'vitest';
import { startApi } from './api.ts';
import { makeAccount } from './factories.ts';

/** What a test names in its parameter is made for it: once a file, where a test of the file asks for it. */
export const test = base
  /** The real app on an empty database. */
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from it what the fixture needs
  .extend('api', { scope: 'file' }, async ({}, { onCleanup }) => {
    const api = await startApi();
    onCleanup(() => api.close());
    return api;
  })
  /** A super administrator. */
  .extend('root', { scope: 'file' }, async ({ api }) => (await makeAccount(api, { user_type: 'admin', is_superadmin: true })).caller);
