import { expect } from 'vitest';
import { makeAccount, makeClient } from '#tests/support/factories.ts';
import { test } from '#tests/support/test.ts';

test('a consultant has the same pins in every client, and nobody else has them', async ({ api }) => {
  const clients = [await makeClient(api), await makeClient(api)];
  const { caller, email } = await makeAccount(api, { user_type: 'consultant', clients: clients.map(({ id }) => id) });
  const readPins = async (who = caller) => (await who.get('auth/me/')).data.pins;
  expect(await readPins()).toEqual([]);
  const pins = ['report-inout', 'report-cost_change'];
  expect((await caller.put('auth/pins/', { pins })).status).toBe(200);
  expect(await readPins(await api.signIn(email))).toEqual(pins);
  expect(await readPins(clients[0]!.owner)).toEqual([]);
  // Pinning changes neither the account's version nor the activity log.
  expect((await caller.put('auth/pins/', { pins: [] })).status).toBe(200);
  expect(await readPins()).toEqual([]);
});

test('pins are distinct ids, limited in number', async ({ api }) => {
  const { owner } = await makeClient(api);
  const status = async (pins: unknown) => (await owner.put('auth/pins/', { pins })).status;
  expect(await status(['<script>'])).toBe(400);
  expect(await status(['months', 'months'])).toBe(400);
  expect(await status(Array.from({ length: 31 }, (_, at) => `report-${at}`))).toBe(400);
  expect(await status(Array.from({ length: 30 }, (_, at) => `report-${at}`))).toBe(200);
});
