import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#src/core/api/query-client.ts';
import { toasts } from '#src/core/ui/toast.ts';
import type { TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { deliver, makeAccount, makeClient, makeFarm, makeIngredient, type TestClient, type TestFarm } from '#tests/support/factories.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';

let api: TestApi;
let client: TestClient;
let at: TestFarm;
const user = userEvent.setup();

beforeAll(async () => {
  ({ api } = await startBehind());
});
afterAll(stopBehind);
beforeEach(async () => {
  client = await makeClient(api);
  at = await makeFarm(client.owner);
  await signInAs(client.owner.token);
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  toasts.set([]);
});

async function makeFeeds(...kilograms: number[]) {
  const names = ['Барда', 'Жом', 'Ячмінь'];
  const feeds: number[] = [];
  for (const [index, kg] of kilograms.entries()) {
    const { id } = await makeIngredient(client.owner, at, { name: names[index], price: 2 });
    await deliver(client.owner, at, id, kg, 2);
    feeds.push(id);
  }
  return feeds;
}
const openSheet = () => renderScreen(`companies/${at.company}/stocks/${at.stock}?tab=sheet`);
const field = (name: string) => screen.findByLabelText<HTMLInputElement>(`Found: ${name}`);
const rests = (feeds: number[]) => Promise.all(feeds.map(async (id) => (await client.owner.get(`manager/ingredients/${id}/`)).data.rest));
const cells = (name: string) =>
  within(screen.getByRole('row', { name: new RegExp(`^${name}`) }))
    .getAllByRole('cell')
    .map((cell) => cell.textContent?.replaceAll(/[\s ]/g, ' '));

test('a stock is counted weight by weight and posted as one', async () => {
  const feeds = await makeFeeds(100, 200, 50);
  await openSheet();
  await user.click(await field('Барда'));
  await user.keyboard('90{Enter}200{Enter}55.5');
  expect(document.activeElement).toBe(await field('Ячмінь'));
  await waitFor(() => expect(cells('Барда').slice(2)).toEqual(['−10', '−10', '−20.00']));
  expect(cells('Жом').slice(2)).toEqual(['0', '0', '0']);
  expect(cells('Total')[0]).toBe('−4.5');
  expect(await rests(feeds)).toEqual([100, 200, 50]);
  await user.click(screen.getByRole('button', { name: 'Post the count' }));
  await waitFor(async () => expect(await rests(feeds)).toEqual([90, 200, 55.5]));
  await waitFor(() => expect(screen.getByText('0 of 3 weighed')).toBeTruthy());
});

test('an unposted sheet survives a reload for its author only; clearing can be undone', async () => {
  await makeFeeds(100, 200);
  const shown = await openSheet();
  await user.type(await field('Жом'), '150');
  shown.unmount();
  await openSheet();
  expect((await field('Жом')).value).toBe('150');

  cleanup();
  queryClient.clear();
  const { caller } = await makeAccount(api, { user_type: 'client', client_id: client.id });
  await signInAs(caller.token);
  await openSheet();
  expect((await field('Жом')).value).toBe('');

  cleanup();
  queryClient.clear();
  await signInAs(client.owner.token);
  await openSheet();
  await field('Жом');
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  expect((await field('Жом')).value).toBe('');
  act(() =>
    toasts
      .get()
      .find(({ action }) => action)
      ?.action?.onClick(),
  );
  expect((await field('Жом')).value).toBe('150');
});

test('a feed that moved meanwhile shows its new difference, and nothing is posted until the next press', async () => {
  const [barda, pulp] = (await makeFeeds(100, 200)) as [number, number];
  await openSheet();
  await user.click(await field('Барда'));
  await user.keyboard('90{Enter}200');
  await waitFor(() => expect(cells('Жом')[2]).toBe('0'));
  // Entered late, with a time an hour before the count.
  const delivered_at = new Date(Date.now() - 3_600_000).toISOString();
  const late = { farm: at.farm, delivery_type: 'delivery', ingredient: pulp, value: 40, price: 2, delivered_at };
  await client.owner.post('manager/deliveries/', late);
  await user.click(screen.getByRole('button', { name: 'Post the count' }));
  expect(await screen.findByText('The stock has moved meanwhile: check the difference')).toBeTruthy();
  expect(await rests([barda, pulp])).toEqual([100, 240]);
  await waitFor(() => expect(cells('Жом')[2]).toBe('−40'));
  await user.click(screen.getByRole('button', { name: 'Post the count' }));
  await waitFor(async () => expect(await rests([barda, pulp])).toEqual([90, 200]));
});

test('the printed sheet contains every feed and no expected quantities', async () => {
  await makeFeeds(123.25, 200);
  let paper = '';
  const print = vi.spyOn(window, 'print').mockImplementation(() => {
    paper = document.querySelector('article')?.textContent ?? '';
  });
  await openSheet();
  await field('Жом');
  await user.click(screen.getByRole('button', { name: 'Print empty' }));
  expect(print).toHaveBeenCalledOnce();
  print.mockRestore();
  expect(paper).toMatch(/Барда.*Жом/);
  expect(paper).not.toContain('123');
  expect(document.querySelector('article')).toBeNull();
});
