import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { sql } from 'kysely';
import type { SetupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { applyMessage } from '#src/core/api/events.ts';
import { queryClient } from '#src/core/api/query-client.ts';
import type { TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { makeClient, makeFarm, makeIngredient, type TestClient, type TestFarm } from '#tests/support/factories.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { giveSizes, LINE } from '#tests/support/sizes.ts';

giveSizes();

const ROWS = 10_000;
let api: TestApi;
let server: SetupServer;
let client: TestClient;
let farm: TestFarm;
let hay: number;
let asked: string[] = [];
const user = userEvent.setup();

/** The heaviest one is the newest, so weights show which rows are visible. */
beforeAll(async () => {
  ({ api, server } = await startBehind());
  server.events.on('request:start', ({ request }) => {
    if (request.url.includes('/manager/deliveries/?')) asked.push(new URL(request.url).searchParams.get('page') ?? '1');
  });
  client = await makeClient(api);
  farm = await makeFarm(client.owner);
  hay = (await makeIngredient(client.owner, farm)).id;
  const db = api.database.acrossClients();
  await sql`insert into delivery (client_id, farm_id, delivery_type, ingredient_id, value, price, delivered_at)
    select ${client.id}, ${farm.farm}, 'delivery', ${hay}, n, 1, now() - (${ROWS} - n) * interval '1 minute'
    from generate_series(1, ${ROWS}::integer) n`.execute(db);
  await signInAs(client.owner.token);
  // The rows of these tests have the height of comfortable ones.
  localStorage.setItem(`density:${client.ownerId}`, 'comfortable');
  // The first lazy import is slow in tests.
  await import('#src/core/resource/long-list.tsx');
});
afterAll(stopBehind);
afterEach(() => {
  queryClient.clear();
  asked = [];
});

const table = () => screen.findByRole('table', { name: 'Deliveries and sales' });
const scroller = () => screen.findByRole('region', { name: 'Deliveries and sales' });
const drawn = () => document.querySelectorAll('tbody tr[aria-rowindex]').length;
const line = (index: number) => document.querySelector<HTMLElement>(`tr[aria-rowindex="${index + 2}"]`);
const weightAt = (index: number) => line(index)?.querySelectorAll('td')[4]?.textContent?.replace(/\s/g, '') ?? '';
const shown = (words: string) => waitFor(() => expect(document.body.textContent).toContain(words));
const scrollTo = async (index: number) => {
  const element = await scroller();
  await act(async () => {
    element.scrollTop = index * LINE;
    fireEvent.scroll(element);
  });
};

test('ten thousand rows are one list: visible rows are rendered, and loaded on demand', async () => {
  await renderScreen('stock/deliveries');
  await scroller();
  expect((await table()).getAttribute('aria-rowcount')).toBe('10001');
  expect(drawn()).toBeLessThan(60);
  await waitFor(() => expect(weightAt(0)).toBe('10,000'));
  await shown('1–14 of 10,000');

  await scrollTo(5000);
  await waitFor(() => expect(weightAt(5003)).toBe('4,997'));
  await shown('5,001–5,014 of 10,000');
  // Pages that were only scrolled past aren't loaded.
  expect(asked.map(Number).filter((page) => page > 3 && page < 98)).toEqual([]);
  expect(drawn()).toBeLessThan(60);
});

test('the place is in the address: a link and going back begin there, another order begins at the top', async () => {
  const { router } = await renderScreen('stock/deliveries?row=7001');
  await waitFor(() => expect(weightAt(7000)).toBe('3,000'));
  await scrollTo(7100);
  await waitFor(() => expect(router.state.location.search).toContain('row=7101'));
  await user.click(await screen.findByRole('button', { name: /Weight/ }));
  await waitFor(() => expect(router.state.location.search).toBe('?ordering=value'));
  await waitFor(() => expect(weightAt(0)).toBe('1'));
  expect((await scroller()).scrollTop).toBe(0);
});

test('a change elsewhere appears in the visible part, and a moved row is listed once', async () => {
  await renderScreen('stock/deliveries?row=201');
  await waitFor(() => expect(weightAt(200)).toBe('9,800'));
  await client.owner.post('manager/deliveries/', {
    farm: farm.farm,
    delivery_type: 'delivery',
    ingredient: hay,
    value: 12_345,
    price: 1,
  });
  act(() => applyMessage({ event: 'change', data: JSON.stringify({ resource: 'deliveries' }) }));
  await waitFor(() => expect(weightAt(200)).toBe('9,801'));
  await shown('201–214 of 10,001');
  expect((await scroller()).scrollTop).toBe(200 * LINE);
});

test('the row that has the focus stays while one scrolls away', async () => {
  await renderScreen('stock/deliveries');
  await waitFor(() => expect(weightAt(1)).not.toBe(''));
  const open = line(1)!.querySelector('button')!;
  act(() => open.focus());
  await scrollTo(3000);
  await waitFor(() => expect(weightAt(3000)).not.toBe(''));
  expect(document.activeElement).toBe(open);
});

test('a list of one page is the plain table', async () => {
  await renderScreen('stock/ingredients');
  await screen.findByRole('button', { name: /^Feed/ });
  expect(screen.getAllByRole('row')).toHaveLength(2);
  expect(screen.queryByRole('region', { name: 'Ingredients' })).toBeNull();
});
