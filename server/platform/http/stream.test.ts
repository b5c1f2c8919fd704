import { Hono } from 'hono';
import { expect } from 'vitest';
import { permissionsOf } from '#contract/access.ts';
import type { Subscriber } from '#server/platform/runtime/events.ts';
import type { TestApi } from '#tests/support/api.ts';
import { make, makeAccount, type TestClient, type TestFarm } from '#tests/support/factories.ts';
import { test } from '#tests/support/test.ts';
import { type AppEnv, mount } from './mount.ts';
import { eventStreams } from './stream.ts';

let api: TestApi;
let client: TestClient;
let at: TestFarm;
test.beforeAll(({ api: server, client: own, at: place }) => {
  [api, client, at] = [server, own, place];
});

/** The events that an employee with these rights on these farms receives of a new group and a supplier. */
async function heard(item: string, farms: number[]): Promise<Record<'made' | 'groups' | 'suppliers', number[]>> {
  const permissions = permissionsOf({ [`manger.${item}`]: 'v' });
  const group = await make(client.owner, 'perm/groups/', { name: `Group ${Math.random()}`, farms, permissions });
  const { caller } = await makeAccount(api, { user_type: 'employee', client_id: client.id, access_group_id: group.id });
  const response = await api.app.fetch(new Request('http://localhost/api/events/', { headers: { authorization: `JWT ${caller.token}` } }));
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  const made = await make(client.owner, 'manager/groups/', {
    farm: at.farm,
    name: `Cows ${Math.random()}`,
    animal_type: at.cows,
    animal_count: 1,
  });
  await make(client.owner, 'manager/deliveries/companies/', { name: `Mill ${Math.random()}` });
  let text = '';
  while (!text.includes('"groups"') || !text.includes('"deliverycompanies"')) {
    const part = await reader.read();
    if (part.done) break;
    text += part.value;
  }
  await reader.cancel();
  const events = [...text.matchAll(/^data: (\{"resource".*)$/gm)].map(
    ([, data]) => JSON.parse(data ?? '') as { resource: string; ids: number[] },
  );
  const listEventIds = (resource: string) => events.filter((event) => event.resource === resource).flatMap(({ ids }) => ids);
  return { made: [made.id], groups: listEventIds('groups'), suppliers: listEventIds('deliverycompanies') };
}

test('sends readers of groups the ids of changed groups, and of suppliers only the fact', async () => {
  const { made, groups, suppliers } = await heard('group', []);
  expect({ groups, suppliers }).toEqual({ groups: made, suppliers: [] });
});

test('sends readers of suppliers the ids of suppliers, and of groups only the fact', async () => {
  const { groups, suppliers } = await heard('delivery_company', []);
  expect([groups, suppliers.length]).toEqual([[], 1]);
});

test('sends no ids to persons limited to farms, because rows may belong to other farms', async () => {
  const { groups, suppliers } = await heard('group', [at.farm]);
  expect([groups, suppliers]).toEqual([[], []]);
});

test('closes a stream that nobody reads, and removes its listener', async () => {
  const listeners = new Set<Subscriber>();
  const subscribe = (subscriber: Subscriber) => {
    listeners.add(subscriber);
    return () => void listeners.delete(subscriber);
  };
  const app = new Hono<AppEnv>();
  mount(app, api.services, eventStreams({ subscribe, listening: () => listeners.size, close: async () => {} }, []), {
    checkAnswers: false,
    maxBytes: () => 0,
  });
  const ask = () => app.fetch(new Request('http://localhost/api/events', { headers: { authorization: `JWT ${client.owner.token}` } }));
  const reader = (await ask()).body!.getReader();
  const unread = (await ask()).body!;
  for (let n = 0; n < 500; n += 1) {
    for (const listener of listeners) listener.changed(client.id, [{ client: client.id, resource: 'groups', ids: [n] }]);
    await reader.read();
  }
  expect(listeners.size).toBe(1);
  await expect(unread.getReader().read()).rejects.toThrow('unread');
  await reader.cancel();
  expect(listeners.size).toBe(0);
});

test('sends earlier changes since the listener’s reading first, without ids', async () => {
  const heardAfter = async (ago: string) => {
    const ask = new Request(`http://localhost/api/events/?ago=${ago}`, { headers: { authorization: `JWT ${client.owner.token}` } });
    const response = await api.app.fetch(ask);
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (!/^data: /m.test(text)) text += (await reader.read()).value ?? '';
    await reader.cancel();
    return text;
  };
  const changedJustBefore = async () => {
    const name = `Heard late ${Math.random()}`;
    await make(client.owner, 'manager/groups/', { farm: at.farm, name, animal_type: at.cows, animal_count: 1 });
    return heardAfter('1000');
  };
  await expect.poll(changedJustBefore).toMatch(/\{"resource":"groups","ids":\[\],"ago":\d+\}/);
  expect(await heardAfter('3600000')).toContain('event: lost');
  const refused = await api.app.fetch(
    new Request('http://localhost/api/events/?ago=x', { headers: { authorization: `JWT ${client.owner.token}` } }),
  );
  expect(refused.status).toBe(400);
});
