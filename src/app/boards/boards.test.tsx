import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { BoardTile } from '#contract/reports/boards.ts';
import { queryClient } from '#src/core/api/query-client.ts';
import type { TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { make, makeAccount } from '#tests/support/factories.ts';
import { makeReadyFarm, makeSchedule, type ReadyFarm } from '#tests/support/feeding.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import type { Board } from './queries.ts';

let api: TestApi;
let farm: ReadyFarm;
const user = userEvent.setup();

beforeAll(async () => {
  ({ api } = await startBehind());
  farm = await makeReadyFarm(api);
  await makeSchedule(farm, '2026-04-09');
});
afterAll(stopBehind);
afterEach(() => {
  queryClient.clear();
  document.body.replaceChildren();
});

const owner = () => farm.client.owner;
const tile = (id: string, more: object) => ({ id, x: 0, y: 0, w: 6, h: 4, report: 'dashboard', part: 'tile', key: 'cost', ...more });
const makeBoard = (name: string, tiles: object[]) => make(owner(), 'report/boards/', { name, tiles }) as unknown as Promise<Board>;
const readTiles = async (id: number): Promise<readonly BoardTile[]> => (await owner().get<Board>(`report/boards/${id}/`)).data.tiles;

test('parts of a report are pinned to a new board', async () => {
  await signInAs(owner().token);
  const { unmount } = await renderScreen('reports/overview?planned_on_after=2026-04-09&planned_on_before=2026-04-09');
  await user.click(await screen.findByRole('button', { name: 'Pin to board' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Pin to board' }));
  await user.click(dialog.getByRole('checkbox', { name: 'Feed cost' }));
  await user.click(dialog.getByRole('checkbox', { name: 'Table' }));
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Mornings');
  await waitFor(() => expect((dialog.getByRole('button', { name: 'Pin to board' }) as HTMLButtonElement).disabled).toBe(false));
  await user.click(dialog.getByRole('button', { name: 'Pin to board' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [board] = (await owner().get<Board[]>('report/boards/')).data.filter(({ name }) => name === 'Mornings');
  expect(board?.tiles.map(({ part, key, report, own }) => [part, key, report, own])).toEqual([
    ['tile', 'cost', 'dashboard', false],
    ['table', '', 'dashboard', false],
  ]);
  // A tile that follows the board has neither farms nor days.
  expect(board?.tiles[0]?.filters).not.toHaveProperty('farm');
  unmount();
});

test('a board shows figures, and states a problem in the tile that has none', async () => {
  const board = await makeBoard('Problems', [
    tile('cost', {}),
    tile('far', { y: 4, own: true, filters: { farm: ['999999'] } }),
    tile('word', { y: 8, key: 'no_such_figure' }),
  ]);
  await signInAs(owner().token);
  await renderScreen(`reports/boards/${board.id}`);
  await screen.findByRole('heading', { level: 1, name: 'Problems' });
  expect(await screen.findByText('Feed cost')).toBeTruthy();
  expect(await screen.findByText('The farm of this tile is gone, or isn’t yours')).toBeTruthy();
  expect(await screen.findByText('The report, saved filter or figure of this tile is gone')).toBeTruthy();
});

test('arrow keys move a tile and change its size, a click removes it, and the board keeps the result', async () => {
  const board = await makeBoard('Keys', [tile('first', {}), tile('second', { y: 4, key: 'fact' }), tile('third', { y: 8, key: 'dmi' })]);
  await signInAs(owner().token);
  await renderScreen(`reports/boards/${board.id}`);
  await user.click(await screen.findByRole('button', { name: 'Arrange' }));
  const handle = await screen.findByRole('button', { name: /^Move Overview: Feed cost/ });
  handle.focus();
  await user.keyboard('{ArrowDown}{ArrowRight}{Shift>}{ArrowLeft}{/Shift}');
  expect((await screen.findByRole('status')).textContent).toMatch(/column 2, row 5, 5 wide, 4 high/);
  await user.click(screen.getByRole('button', { name: /^Remove: Overview: Dry matter/ }));
  await user.click(screen.getByRole('button', { name: 'Done' }));
  await screen.findByRole('button', { name: 'Arrange' });
  expect((await readTiles(board.id)).map(({ id, x, y, w, h }) => [id, x, y, w, h])).toEqual([
    ['first', 1, 4, 5, 4],
    ['second', 0, 0, 6, 4],
  ]);
});

test('a wall screen shows the board without controls, and Escape leaves it', async () => {
  const board = await makeBoard('Wall', [tile('cost', {})]);
  await signInAs(owner().token);
  await renderScreen(`reports/boards/${board.id}?wall=1`);
  const wall = await screen.findByRole('region', { name: 'Wall' });
  expect(await within(wall).findByText('Feed cost')).toBeTruthy();
  expect(within(wall).queryAllByRole('button')).toEqual([]);
  expect(within(wall).queryAllByRole('link')).toEqual([]);
  await user.keyboard('{Escape}');
  expect(await screen.findByRole('button', { name: 'Arrange' })).toBeTruthy();
});

test('a board of a colleague can be copied, not arranged', async () => {
  const board = await makeBoard('Shown', [tile('cost', {})]);
  await owner().put(`report/boards/${board.id}/`, { for_people: true });
  const { caller } = await makeAccount(api, { user_type: 'client', client_id: farm.client.id });
  await signInAs(caller.token);
  await renderScreen(`reports/boards/${board.id}`);
  await user.click(await screen.findByRole('button', { name: 'Copy to my boards' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Copy of Shown' })).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Arrange' })).toBeTruthy();
  expect((await owner().get<Board>(`report/boards/${board.id}/`)).data.author_name).not.toBe('');
});

test('a board that its author makes home is above the companies instead of the parts of home', async () => {
  const board = await makeBoard('First look', [tile('cost', {})]);
  await signInAs(owner().token);
  const first = await renderScreen(`reports/boards/${board.id}`);
  await user.click(await screen.findByRole('button', { name: 'Make it my home' }));
  expect(await screen.findByRole('button', { name: 'Your home', pressed: true })).toBeTruthy();
  first.unmount();
  const second = await renderScreen('companies');
  // Until the boards are loaded, the region has the usual parts and is another element.
  expect(await screen.findByRole('heading', { name: 'First look' })).toBeTruthy();
  const home = within(screen.getByRole('region', { name: 'Home' }));
  expect(await home.findByText('Feed cost')).toBeTruthy();
  expect(home.queryByRole('heading', { name: 'Needs attention' })).toBeNull();
  expect(await screen.findByRole('button', { name: /^Company \d+$/ })).toBeTruthy();
  // The device remembers, so that the usual parts don't appear first.
  second.unmount();
  queryClient.clear();
  await renderScreen('companies');
  const again = await screen.findByRole('region', { name: 'Home' });
  expect(await within(again).findByRole('heading', { name: 'First look' })).toBeTruthy();
  await owner().put(`report/boards/${board.id}/`, { home: false });
});

test('a page of a board is shared from the board, and a stranger reads it', async () => {
  const board = await makeBoard('Passed on', [tile('cost', {})]);
  await signInAs(owner().token);
  const { unmount } = await renderScreen(`reports/boards/${board.id}`);
  await user.click(await screen.findByRole('button', { name: 'Share' }));
  await user.click(await screen.findByRole('button', { name: 'Create the page' }));
  const address = (await screen.findByRole('textbox', { name: 'Address of the page' })) as HTMLInputElement;
  expect(address.value).toMatch(/\/shared\/\d+-\d+-[\w-]{43}$/);
  const { data } = await api.nobody.post('report/shared/look/', { secret: address.value.split('/').at(-1)!, language: 'en' });
  expect(data.board).toMatchObject({ title: 'Passed on', figures: { tiles: [{ id: 'cost', problem: null }] } });
  unmount();
});
