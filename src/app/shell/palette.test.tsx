import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { dayAt } from '#common/format/clock.ts';
import { permissionsOf } from '#contract/access.ts';
import { ACCESS_PRESETS } from '#contract/access-presets.ts';
import { LANGUAGES } from '#contract/kinds.ts';
import { periodRange } from '#contract/periods.ts';
import { operationsEndpoints } from '#server/operations/index.ts';
import { findImportables } from '#server/platform/resource/import/endpoint.ts';
import { reportsEndpoints } from '#server/reports/index.ts';
import { SCREENS } from '#src/app/screens.ts';
import { queryClient } from '#src/core/api/query-client.ts';
import { startI18n } from '#src/core/i18n/i18n.ts';
import { useFarms } from '#src/core/layout/use-farms.ts';
import { theme } from '#src/core/ui/theme.ts';
import type { TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { make, makeAccount } from '#tests/support/factories.ts';
import { makeReadyFarm, type ReadyFarm } from '#tests/support/feeding.ts';
import { textOf, textsAt } from '#tests/support/text-of.ts';
import { Palette } from './palette.tsx';
import { addingTo } from './palette-actions.ts';
import { keepTyped } from './type-ahead.ts';
import { useShell } from './use-shell.ts';

let api: TestApi;
let farm: ReadyFarm;
const user = userEvent.setup();

beforeAll(async () => {
  ({ api } = await startBehind());
  farm = await makeReadyFarm(api);
  await make(farm.client.owner, 'manager/groups/', { farm: farm.farm, animal_type: farm.cows, name: 'Зебри дійні', animal_count: 3 });
  await startI18n();
});
afterAll(stopBehind);
afterEach(() => {
  cleanup();
  queryClient.clear();
});

function Opened() {
  const shell = useShell();
  return useFarms().data ? <Palette shell={shell} openings={1} /> : null;
}

async function open(token: string) {
  await signInAs(token);
  const router = createMemoryRouter([{ path: '*', element: <Opened /> }], { initialEntries: ['/app/companies'] });
  render(
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={queryClient}>
        <Suspense>
          <RouterProvider router={router} />
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>,
  );
  const field = await screen.findByRole('textbox', { name: 'Пошук' });
  const shown = () => [...document.querySelectorAll('[data-action]')].map((one) => one.textContent ?? '');
  const type = async (text: string) => {
    await user.clear(field);
    await user.type(field, text);
  };
  return { router, type, shown };
}

test('screens are found by synonyms and rows by names, and the keyboard opens them', async () => {
  const { router, type, shown } = await open(farm.client.owner.token);
  await type('собівартість');
  expect(shown()[0]).toContain('Чому змінилася вартість');
  await type('зебри');
  await waitFor(() => expect(shown().join()).toContain('Зебри дійні'));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe(`/app/companies/${farm.company}/farms/${farm.farm}/animal-groups`));
  expect(router.state.location.search).toBe(`?search=${encodeURIComponent('Зебри дійні').replaceAll('%20', '+')}`);
});

test('text typed before the field appears is in it, and Enter opens the first result', async () => {
  keepTyped();
  await user.keyboard('собівартість');
  const { router } = await open(farm.client.owner.token);
  await screen.findByDisplayValue('собівартість');
  await waitFor(() => expect(document.querySelector('[data-action][data-selected]')?.textContent).toContain('Чому змінилася вартість'));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toMatch(/cost-change$/));
});

test('text typed before and after the field appears is joined in it', async () => {
  keepTyped();
  await user.keyboard('зеб');
  const { shown } = await open(farm.client.owner.token);
  const field = await screen.findByDisplayValue('зеб');
  expect(document.activeElement).toBe(field);
  await user.keyboard('ри');
  await waitFor(() => expect(shown().join()).toContain('Зебри дійні'));
});

test('actions open the screen of deliveries or of closing a month, and do nothing by themselves', async () => {
  const { router, type, shown } = await open(farm.client.owner.token);
  await type(textOf('uk', 'operations:deliveries.create'));
  await waitFor(() => expect(shown()).toHaveLength(1));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/app/stock/deliveries', state: { add: true } }));
  cleanup();
  const again = await open(farm.client.owner.token);
  await again.type('закрити місяць');
  await waitFor(() => expect(again.shown()[0]).toContain('Закрити місяць: '));
  cleanup();
  queryClient.clear();
  const month = periodRange('last_month', dayAt(new Date(), 'Europe/Kyiv')).after.slice(0, 7);
  await make(farm.client.owner, 'manager/months/', { farm: farm.farm, month });
  const closed = await open(farm.client.owner.token);
  await closed.type('закрити місяць');
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(closed.shown().join()).not.toContain('Закрити місяць');
});

test('actions without a screen are found: the theme, signing out, a language, the count of a store, the import of a list', async () => {
  const { router, type, shown } = await open(farm.client.owner.token);
  const { data: store } = await farm.client.owner.get(`manager/stocks/${farm.stock}/`);
  for (const [typed, found] of [
    ['темна', 'Тема: Темна'],
    ['вийти', 'Вийти'],
    ['deutsch', 'Мова: Deutsch'],
    ['новий працівник', 'Новий працівник'],
    ['імпорт постав', 'Імпорт: Поставки'],
    [`інвентаризація ${store.name}`, `Інвентаризація: ${store.name}`],
  ] as const) {
    await type(typed);
    await waitFor(() => expect(shown().join('\n'), typed).toContain(found));
  }
  await user.keyboard('{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe(`/app/companies/${farm.company}/stocks/${farm.stock}`));
  expect(router.state.location.search).toBe('?tab=sheet');
});

test('forms are found by number and name, and a delivery by the number of its document', async () => {
  const { type, shown } = await open(farm.client.owner.token);
  for (const [typed, found] of [
    ['форма 9', 'Відомість витрати кормів'],
    ['форма 8', 'Внутрішня накладна'],
    ['накладна', 'Внутрішня накладна'],
  ] as const) {
    await type(typed);
    await waitFor(() => expect(shown().join('\n'), typed).toContain(found));
  }
  await make(farm.client.owner, 'manager/deliveries/documents/', {
    farm: farm.farm,
    delivery_type: 'delivery',
    number: 'ТТН-417',
    lines: [{ ingredient: farm.silage, value: 1000, price_given: 2, price_per: 'kg' }],
  });
  await type('ттн-417');
  await waitFor(() => expect(shown().join('\n')).toContain('ТТН-417'));
});

test.each(LANGUAGES)('form 8 and form 9 have their number among the synonyms in %s', (language) => {
  const words = textsAt(language, 'search:words') as Record<string, string>;
  expect(words['report-form8']).toMatch(/\b8\b/);
  expect(words['report-form9']).toMatch(/\b9\b/);
});

test('the screens with an import are those whose list takes files', () => {
  const taken = new Set(findImportables([...operationsEndpoints, ...reportsEndpoints]).map(({ table }) => table.contract.id as string));
  const listing = SCREENS.filter(({ shows, menu, found }) => shows && taken.has(shows.resource) && (menu || found));
  expect(listing.filter(({ imports }) => !imports).map(({ id }) => id)).toEqual([]);
  expect(SCREENS.filter(({ imports }) => imports).length).toBeGreaterThan(15);
});

test('screens and actions without the right for them aren’t listed', async () => {
  const group = await make(farm.client.owner, 'perm/groups/', { name: 'Годівники', permissions: permissionsOf(ACCESS_PRESETS.feeder) });
  const { caller } = await makeAccount(api, { user_type: 'employee', client_id: farm.client.id, access_group_id: group.id });
  const { type, shown } = await open(caller.token);
  for (const text of ['собівартість', 'закрити', 'імпорт', 'інвентаризація', textOf('uk', 'operations:deliveries.create'), 'зебри']) {
    await type(text);
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(shown(), text).toEqual([]);
  }
});

test.each(LANGUAGES)('every screen of the menu has its synonyms in %s', (language) => {
  const words = textsAt(language, 'search:words') as Record<string, string>;
  const named = SCREENS.filter(({ menu, question, found }) => menu || question || found).map(({ id }) => id);
  expect(Object.keys(words).toSorted()).toEqual([...named].toSorted());
});

test('every action has a title', () => {
  const adding = SCREENS.filter(({ adds }) => adds);
  expect(adding.length).toBeGreaterThan(8);
  for (const one of adding) expect(textOf('uk', addingTo(one).title)).toBeTruthy();
});
