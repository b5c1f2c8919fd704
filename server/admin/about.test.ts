import { expect } from 'vitest';
import { createApp } from '#server/app.ts';
import { startEvents } from '#server/platform/runtime/events.ts';
import { test } from '#tests/support/test.ts';

test('version and operator’s contact are public', async ({ api }) => {
  expect(await api.nobody.get('about/')).toMatchObject({ status: 200, data: { version: 'test', support: '' } });
  const events = await startEvents(api.database, api.services.log, () => {});
  const app = createApp({ services: api.services, events, version: '1.2.3', support: '+380 44 000 00 00' });
  const about = await (await app.request('/api/about/')).json();
  const health = await (await app.request('/healthz')).json();
  await events.close();
  expect(about).toEqual({ data: { version: '1.2.3', support: '+380 44 000 00 00' } });
  expect(health).toEqual({ status: 'ok', version: '1.2.3' });
});
