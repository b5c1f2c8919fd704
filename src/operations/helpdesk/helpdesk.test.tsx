import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LANGUAGES } from '#contract/kinds.ts';
import { adminScreens } from '#src/admin/index.ts';
import { boardScreens } from '#src/app/boards/screens.ts';
import { session } from '#src/core/api/session.ts';
import { operationsScreens } from '#src/operations/index.ts';
import { reportsRedirects, reportsScreens } from '#src/reports/index.ts';
import type { TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { makeAccount, makeClient, type TestClient } from '#tests/support/factories.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { readIn } from '#tests/support/screen-language.ts';
import { textOf } from '#tests/support/text-of.ts';
import { GUIDES, matchingGuides } from './guides.ts';

// Words match with any apostrophe, which English hardly has.
readIn('uk');

let api: TestApi;
let client: TestClient;
beforeAll(async () => {
  ({ api } = await startBehind());
  client = await makeClient(api);
});
afterAll(stopBehind);

test('every screen of the menu has its guide, and every guide leads somewhere', () => {
  const told = new Set(GUIDES.flatMap(({ route, also = [] }) => [route, ...also.map((one) => one.route)]));
  const screens = [...operationsScreens, ...reportsScreens, ...boardScreens, ...adminScreens];
  const untold = screens.filter(({ menu, route, id }) => menu && id !== 'helpdesk' && !told.has(route)).map(({ id }) => id);
  expect(untold, 'screens that no guide of helpdesk/guides.ts names').toEqual([]);
  const known = new Set([...screens, ...reportsRedirects].map(({ route }) => route));
  expect([...told].filter((route) => !known.has(route))).toEqual([]);
  expect(new Set(GUIDES.map(({ id }) => id)).size).toBe(GUIDES.length);
});

test('all searched words must occur, in any place', () => {
  const guides = [
    { title: 'Rations', text: 'Percentages make 100' },
    { title: 'Stock', text: 'Count and ledger' },
  ];
  expect(matchingGuides(guides, ' 100 ration').map(({ title }) => title)).toEqual(['Rations']);
  expect(matchingGuides(guides, '')).toHaveLength(2);
  expect(matchingGuides(guides, 'count ration')).toEqual([]);
});

test('an exact name finds its guide first, typed without accents or with another apostrophe', () => {
  const guides = [
    { title: 'Historique', text: 'Qui a changé une ration' },
    { title: 'Rations', names: ['Nouvelle ration'], text: 'Les parts font 100 %' },
    { title: 'Чому змінилася вартість', text: 'Ціни, поголів’я' },
  ];
  const found = (search: string) => matchingGuides(guides, search).map(({ title }) => title);
  expect(found('ration')).toEqual(['Rations', 'Historique']);
  expect(found('nouvelle')).toEqual(['Rations']);
  expect(found('change')).toEqual(['Historique']);
  expect(found("поголів'я")).toEqual(['Чому змінилася вартість']);
});

test('every screen is found in the guides by its name, in every language', () => {
  const screens = [...operationsScreens, ...reportsScreens, ...adminScreens].filter(({ id }) => id !== 'helpdesk');
  const missed = LANGUAGES.flatMap((language) => {
    const t = (key: string) => textOf(language, key);
    const guides = GUIDES.map(({ id, title, also = [], names = [] }) => ({
      title: [title, ...also.map((one) => one.title)].map(t).join(' · '),
      names: names.map(t),
      text: t(`helpdesk:guides.${id}`),
    }));
    return screens.filter(({ title }) => matchingGuides(guides, t(title)).length === 0).map(({ id }) => `${language}: ${id}`);
  });
  expect(missed).toEqual([]);
});

test('a search opens the guides that match; the diagnostics can be copied and name no token', async () => {
  await signInAs(client.owner.token);
  const user = userEvent.setup();
  await renderScreen('helpdesk');
  const search = await screen.findByRole('searchbox', { name: 'Пошук у довідці' });
  expect(screen.getByRole('button', { name: 'Працівники' }).getAttribute('aria-expanded')).toBe('false');
  await user.type(search, 'рівно 100');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Працівники' })).toBeNull());
  expect(screen.getByRole('button', { name: 'Раціони' }).getAttribute('aria-expanded')).toBe('true');
  const diagnostics = screen.getByLabelText<HTMLTextAreaElement>('Діагностика');
  await waitFor(() => expect(diagnostics.value).toContain('version: test'));
  expect(diagnostics.value).toContain(`client: ${client.id}`);
  expect(diagnostics.value).not.toContain(session.get().token!);
  await user.click(screen.getByRole('button', { name: /^Копіювати/ }));
  expect(await navigator.clipboard.readText()).toBe(diagnostics.value);
});

test('the guide of a screen is hidden without the right to it', async () => {
  const { caller } = await makeAccount(api, { user_type: 'employee', client_id: client.id });
  await signInAs(caller.token);
  await renderScreen('helpdesk');
  expect(await screen.findByRole('button', { name: 'Ферми' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Раціони' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Працівники' })).toBeNull();
});
