import { test as base } from 'vitest';
import { startApi } from './api.ts';
import { makeAccount, makeClient, makeFarm } from './factories.ts';
import { makeReadyFarm } from './feeding.ts';
import type { Template } from './templates.ts';

/** A test gets the things that its parameter names, created once per file on demand. `override` sets a file's options. */
export const test = base
  /** The database's initial content. */
  .extend('template', { scope: 'file' }, 'empty' as Template)
  /** The server's clock at the start; null lets it run. */
  .extend('now', { scope: 'file' }, null as string | null)
  /** The real app on a database of its own. */
  .extend('api', { scope: 'file' }, async ({ template, now }, { onCleanup }) => {
    const api = await startApi(template);
    onCleanup(() => api.close());
    if (now) api.setNow(now);
    return api;
  })
  /** The real app on a database for one test, for statements about the whole database. */
  .extend('ownApi', async ({ template, now }, { onCleanup }) => {
    const api = await startApi(template);
    onCleanup(() => api.close());
    if (now) api.setNow(now);
    return api;
  })
  /** Another, empty installation. */
  .extend('elsewhere', { scope: 'file' }, async ({ now }, { onCleanup }) => {
    const api = await startApi();
    onCleanup(() => api.close());
    if (now) api.setNow(now);
    return api;
  })
  /** A real mail server, used by the app. */
  .extend('mail', { scope: 'file' }, async ({ api }, { onCleanup }) => {
    const { withMail } = await import('./reports/subscriptions.ts');
    const mail = await withMail(api);
    onCleanup(() => mail.close());
    return mail;
  })
  /** A super administrator. */
  .extend('root', { scope: 'file' }, async ({ api }) => (await makeAccount(api, { user_type: 'admin', is_superadmin: true })).caller)
  /** A client with its owner. */
  .extend('client', { scope: 'file' }, ({ api }) => makeClient(api))
  /** A farm of the client with an empty stock. */
  .extend('at', { scope: 'file' }, ({ client }) => makeFarm(client.owner))
  /** A farm that can feed, of a client of its own. */
  .extend('farm', { scope: 'file' }, ({ api }) => makeReadyFarm(api));
