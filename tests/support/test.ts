import { test as base } from 'vitest';
import { startApi } from './api.ts';
import { makeAccount, makeClient, makeFarm } from './factories.ts';
import { makeReadyFarm } from './feeding.ts';
import type { Template } from './templates.ts';

/** What a test names in its parameter is made for it: once a file, where a test of the file asks for it. A file says with `override` what else it begins with. */
export const test = base
  /** What the database begins as. */
  .extend('template', { scope: 'file' }, 'empty' as Template)
  /** Where the server's clock stands at the beginning; null: it goes. */
  .extend('now', { scope: 'file' }, null as string | null)
  /** The real app on a database of its own. */
  .extend('api', { scope: 'file' }, async ({ template, now }, { onCleanup }) => {
    const api = await startApi(template);
    onCleanup(() => api.close());
    if (now) api.setNow(now);
    return api;
  })
  /** The real app on a database of the one test's own, for what is said of all that a database holds. */
  .extend('ownApi', async ({ template, now }, { onCleanup }) => {
    const api = await startApi(template);
    onCleanup(() => api.close());
    if (now) api.setNow(now);
    return api;
  })
  /** Another installation, with nothing in it. */
  .extend('elsewhere', { scope: 'file' }, async ({ now }, { onCleanup }) => {
    const api = await startApi();
    onCleanup(() => api.close());
    if (now) api.setNow(now);
    return api;
  })
  /** A real mail server that the app sends by. */
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
  /** A farm of the client, with a stock, and nothing in it. */
  .extend('at', { scope: 'file' }, ({ client }) => makeFarm(client.owner))
  /** A farm that is ready to feed, of a client of its own. */
  .extend('farm', { scope: 'file' }, ({ api }) => makeReadyFarm(api));
