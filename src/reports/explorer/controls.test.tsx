import { MantineProvider, mergeThemeOverrides } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense, useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { MEASURES_OF } from '#contract/reports/explorer-words.ts';
import { queryClient } from '#src/core/api/query-client.ts';
import { startI18n } from '#src/core/i18n/i18n.ts';
import type { Filters } from '#src/core/report/filters.ts';
import { theme } from '#src/core/ui/theme.ts';
import type { Caller, TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { make, makeClient, makeFarm, makeGroup } from '#tests/support/factories.ts';
import { Controls } from './controls.tsx';
import { fitted } from './fitted.ts';
import { LeftOut } from './left-out.tsx';

// A transition that waits for code to load ends only outside act().
configure({ eventWrapper: (fire) => fire() });
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
const testTheme = mergeThemeOverrides(theme, { components: { Popover: { defaultProps: { hideDetached: false } } } });

let api: TestApi;
let owner: Caller;
beforeAll(async () => {
  ({ api } = await startBehind('tiny'));
  owner = await api.signIn('owner@manger.test');
  await startI18n('en');
});
afterAll(stopBehind);
beforeEach(() => signInAs(owner.token));

function Explorer({ first, onAsked }: { first: Filters; onAsked: (filters: Filters) => void }) {
  const [asked, setAsked] = useState(first);
  const ask = (filters: Filters) => {
    onAsked(filters);
    setAsked(filters);
  };
  return (
    <>
      <Controls filters={fitted(asked)} onChange={ask} />
      <LeftOut requested={asked} onChange={ask} />
    </>
  );
}

/** Renders the explorer's controls with lists of an address; returns the current filters. */
async function open(lists: Filters['lists']) {
  const at: { filters: Filters } = { filters: { after: '2026-05-01', before: '2026-05-07', lists } };
  render(
    <MantineProvider theme={testTheme} env="test">
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>
          <Suspense>
            <Explorer first={at.filters} onAsked={(filters) => Object.assign(at, { filters })} />
          </Suspense>
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  await screen.findByRole('button', { name: /^Rows/ });
  return at;
}

const panel = async (button: RegExp, name: string) => {
  await userEvent.click(screen.getByRole('button', { name: button }));
  return within(await screen.findByRole('group', { name }));
};

test('rows are in the order chosen, at most three; measures impossible for feeds are disabled and left out', async () => {
  const at = await open({ measure: ['delivered', 'given'] });
  const rows = await panel(/^Rows/, 'Rows');
  const box = (name: string) => rows.getByRole<HTMLInputElement>('checkbox', { name });
  expect(box('Group').checked && box('Group').disabled).toBe(true);
  await userEvent.click(box('Ingredient'));
  expect(at.filters.lists).toEqual({ row: ['group', 'ingredient'], measure: ['given'] });
  await userEvent.click(box('Day'));
  expect(at.filters.lists.row).toEqual(['group', 'ingredient', 'day']);
  expect(box('Mixer').disabled).toBe(true);
  await userEvent.click(box('Group'));
  expect(at.filters.lists.row).toEqual(['ingredient', 'day']);
  await userEvent.keyboard('{Escape}');

  const delivered = await panel(/^Measures/, 'Delivered to groups');
  expect(delivered.getAllByRole<HTMLInputElement>('checkbox').every(({ disabled }) => disabled)).toBe(true);
  const loaded = within(screen.getByRole('group', { name: 'Loaded into mixers' }));
  expect(loaded.getAllByRole<HTMLInputElement>('checkbox').every(({ disabled }) => disabled)).toBe(false);
});

test('parts of an address that aren’t shown are listed by name, until the message is closed', async () => {
  const at = await open({ row: ['moon', 'ingredient', 'day', 'farm', 'mixer'], measure: ['eaten', 'given', 'sum(cost)'] });
  const notice = await screen.findByRole('alert');
  for (const word of ['moon', 'sum(cost)', 'Mixer', 'Eaten']) expect(notice.textContent).toContain(word);
  await userEvent.click(within(notice).getByRole('button'));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(at.filters.lists).toEqual({ row: ['ingredient', 'day', 'farm'], measure: ['given'] });
});

test('a fixed report can be the start, and is linked while it has the same figures', async () => {
  const at = await open({ farm: ['7'], row: ['week'], measure: ['loaded'], price_basis: ['today'] });
  const report = () => screen.queryByRole('link', { name: /^Open as the report/ });
  expect(report()).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Start from a report' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Feeding plan' }));
  expect(at.filters.lists).toMatchObject({ farm: ['7'], row: ['day', 'group', 'ration'], price_basis: ['today'] });
  expect(at.filters.lists.measure).toContain('leftovers_percent');
  expect(report()?.getAttribute('aria-label')).toBe('Open as the report “Feeding plan”');
  expect(report()?.getAttribute('href')).toBe(
    '/app/reports/planfeed?farm=7&planned_on_after=2026-05-01&planned_on_before=2026-05-07&price_basis=today',
  );
  // With one feed, the explorer has a group's cost of that feed; the report has the cost of all feeds.
  cleanup();
  await open({ row: ['group'], measure: ['cost'], ingredient: ['3'] });
  expect(report()).toBeNull();
});

test('milk is offered if it is recorded; a link with milk opens anyway and shows a notice', async () => {
  const client = await makeClient(api);
  const at = await makeFarm(client.owner);
  const group = await makeGroup(client.owner, at);
  const openWith = async (lists: Filters['lists']) => {
    cleanup();
    await signInAs(client.owner.token);
    return open(lists);
  };
  await openWith({ row: ['group'], measure: ['cost'] });
  await panel(/^Measures/, 'Feeds in what was delivered');
  expect(screen.queryByRole('checkbox', { name: /^Milk/ })).toBeNull();
  expect(screen.queryByRole('checkbox', { name: /^With leftovers/ })).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();

  const kept = await openWith({ row: ['group'], measure: ['cost', 'iofc'] });
  const notice = await screen.findByRole('alert');
  expect(notice.textContent).toMatch(/^No milk is recorded here; without figures: Income over feed cost/);
  const milk = await panel(/^Measures/, 'Milk');
  expect(milk.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked)).toEqual([true]);
  await userEvent.click(within(notice).getByRole('button'));
  expect(kept.filters.lists.measure).toEqual(['cost']);

  await make(client.owner, 'manager/milk/', { farm: at.farm, group: group.id, day: '2026-05-01', kg: 100, fat: 4, protein: 3.3 });
  await openWith({ row: ['group'], measure: ['cost', 'iofc'] });
  const offered = await panel(/^Measures/, 'Milk');
  await waitFor(() => expect(offered.getAllByRole('checkbox')).toHaveLength(MEASURES_OF.milk.length));
  expect(screen.queryByRole('alert')).toBeNull();
});
