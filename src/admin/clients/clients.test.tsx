import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import type { SetupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#src/core/api/query-client.ts';
import type { Caller, TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { makeAccount, makeClient } from '#tests/support/factories.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';

let api: TestApi;
let server: SetupServer;
let root: Caller;
const user = userEvent.setup();
/** The requested pages in order. */
let asked: number[] = [];
/** Observers of the end of the list. */
let watchers: { tell: IntersectionObserverCallback; watched: Set<Element> }[] = [];

const makeName = (n: number) => `Нива ${String(n).padStart(2, '0')}`;
const shownNames = () =>
  within(screen.getByRole('table', { name: 'Clients' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent);
const readId = async (name: string) => (await root.get(`dashboard/clients/?search=${encodeURIComponent(name)}`)).data[0].id as number;
const rename = async (from: string, to: string) => {
  expect((await root.put(`dashboard/clients/${await readId(from)}/`, { company_name: to })).status).toBe(200);
};

/** Delays answers of the list: in a browser no rows are drawn between the end's appearance and disappearance. */
let gate: Promise<void> = Promise.resolve();

/** Makes the end of the list visible, and hidden again as rows push it down. */
async function scrollToEnd() {
  let open = () => {};
  gate = new Promise((resolve) => {
    open = resolve;
  });
  for (const isIntersecting of [true, false])
    await act(async () => {
      for (const { tell, watched } of watchers)
        tell(
          [...watched].map((target) => ({ isIntersecting, target }) as unknown as IntersectionObserverEntry),
          undefined as unknown as IntersectionObserver,
        );
    });
  open();
}

beforeAll(async () => {
  ({ api, server } = await startBehind());
  server.events.on('request:start', ({ request }) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === '/api/dashboard/clients/') asked.push(Number(searchParams.get('page')));
  });
  root = (await makeAccount(api, { user_type: 'admin', is_superadmin: true })).caller;
});
afterAll(stopBehind);
beforeEach(async () => {
  const db = api.database.acrossClients();
  await db.deleteFrom('account_client').execute();
  await db.deleteFrom('client').where('company_name', 'like', '%Нива%').execute();
  await db
    .insertInto('client')
    .values(Array.from({ length: 45 }, (_, n) => ({ company_name: makeName(n + 1), info: n === 6 ? 'Три ферми біля річки' : '' })))
    .execute();
  watchers = [];
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      watched = new Set<Element>();
      constructor(tell: IntersectionObserverCallback) {
        watchers.push({ tell: tell, watched: this.watched });
      }
      observe = (target: Element) => this.watched.add(target);
      unobserve = (target: Element) => this.watched.delete(target);
      disconnect = () => this.watched.clear();
    },
  );
  server.use(
    http.get('*/api/dashboard/clients/', async ({ request }) => {
      await gate;
      return api.app.fetch(request);
    }),
  );
  await signInAs(root.token);
  asked = [];
});
afterEach(() => {
  vi.unstubAllGlobals();
  server.resetHandlers();
  queryClient.clear();
});

const shows = (count: number) => waitFor(() => expect(shownNames()).toHaveLength(count));

test('clients load by twenty, the next when the end becomes visible, and none beyond the last', async () => {
  await renderScreen('clients');
  await screen.findByText('45 clients');
  await shows(20);
  await scrollToEnd();
  await shows(40);
  await scrollToEnd();
  await shows(45);
  await scrollToEnd();
  expect(shownNames()).toEqual(Array.from({ length: 45 }, (_, n) => makeName(n + 1)));
  expect(asked).toEqual([1, 2, 3]);
});

test('a client added during scrolling appears once in its place, and so do the clients after it', async () => {
  await renderScreen('clients');
  await shows(20);
  await api.database.acrossClients().insertInto('client').values({ company_name: 'А Нива' }).execute();
  await scrollToEnd();
  await waitFor(() => expect(shownNames()[0]).toBe('А Нива'));
  expect(await screen.findByText('46 clients')).toBeTruthy();
  expect(shownNames()).toEqual(['А Нива', ...Array.from({ length: 39 }, (_, n) => makeName(n + 1))]);
});

test.each([
  ['to the front', makeName(45), 'А Нива'],
  ['to the end', makeName(1), 'Я Нива'],
])('a client renamed %s during scrolling leaves no client out and is listed once', async (_, from, to) => {
  await renderScreen('clients');
  await shows(20);
  await rename(from, to);
  const { data } = await root.get<{ company_name: string }[]>('dashboard/clients/?page_size=100');
  await waitFor(async () => {
    await scrollToEnd();
    expect(shownNames()).toEqual(data.map(({ company_name }) => company_name));
  });
});

test('clients are found by name and notes; an empty result offers all clients', async () => {
  await renderScreen('clients');
  await shows(20);
  const search = screen.getByRole('searchbox', { name: 'Search' });
  await user.type(search, 'біля РІЧКИ');
  await waitFor(() => expect(shownNames()).toEqual([makeName(7)]));
  expect(screen.getByText('Три ферми біля річки')).toBeTruthy();
  await user.clear(search);
  await user.type(search, 'нікого');
  await user.click(await screen.findByRole('button', { name: 'Reset' }));
  await shows(20);
});

test('a client is locked after a question, marked in the list, and can be unlocked', async () => {
  await renderScreen('clients');
  await user.click(await screen.findByRole('button', { name: `Actions for ${makeName(3)}` }));
  await user.click(await screen.findByRole('menuitem', { name: 'Lock' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Lock' }));
  const row = () => screen.getByRole('link', { name: makeName(3) }).closest('tr') as HTMLElement;
  expect(await within(row()).findByText('Locked')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: `Actions for ${makeName(3)}` }));
  await user.click(await screen.findByRole('menuitem', { name: 'Unlock' }));
  await waitFor(() => expect(within(row()).queryByText('Locked')).toBeNull());
});

test('a consultant finds the own clients and can enter only these', async () => {
  const { id } = await makeClient(api);
  const { caller } = await makeAccount(api, { user_type: 'consultant', clients: [id] });
  const { company_name } = (await root.get(`dashboard/clients/${id}/`)).data;
  await signInAs(caller.token);
  await renderScreen('clients');
  await user.click(await screen.findByRole('button', { name: `Actions for ${company_name}` }));
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['Open this client']);
  expect(shownNames()).toEqual([company_name]);
  expect(screen.queryByRole('button', { name: 'New client' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Import a client' })).toBeNull();
});
