import { MantineProvider } from '@mantine/core';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { todayIn } from '#common/format/clock.ts';
import { queryClient } from '#src/core/api/query-client.ts';
import { theme } from '#src/core/ui/theme.ts';
import type { TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { entries as kept } from '#tests/support/device.ts';
import { makeReadyFarm, makeSchedule, type ReadyFarm } from '#tests/support/feeding.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { startTexts } from '#tests/support/screen-language.ts';
import { Mixing } from './mixing.tsx';

vi.mock('./device.ts', () => import('#tests/support/device.ts'));
const { signal } = vi.hoisted(() => ({ signal: vi.fn() }));
vi.mock('./signal.ts', () => ({ signal }));

let api: TestApi;
let farm: ReadyFarm;
const user = userEvent.setup();
const planning = (rest = '') => `companies/${farm.company}/farms/${farm.farm}/planning${rest}`;
const owner = () => farm.client.owner;
const stored = async (id: number) => (await owner().get(`schedule/schedules/${id}/`)).data;
const press = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }));
const digits = async (weight: string) => {
  for (const digit of weight) await user.click(screen.getByRole('button', { name: digit }));
};
const field = () => screen.getByRole<HTMLInputElement>('textbox');

beforeAll(async () => {
  ({ api } = await startBehind());
});
afterAll(stopBehind);
beforeEach(async () => {
  kept.clear();
  localStorage.removeItem('recording-by-scale');
  farm = await makeReadyFarm(api);
  await signInAs(owner().token);
});
afterEach(() => vi.unstubAllGlobals());

test('the scale’s reading can be typed instead of the part, for loading and unloading, and the device remembers the choice', async () => {
  const { id } = await makeSchedule(farm, todayIn('Europe/Kyiv'));
  const first = await renderScreen(planning(`/${id}/record`));
  await press('Begin loading');
  await digits('3010');
  await press('Next');
  await waitFor(async () => expect((await stored(id)).items[0].weight_fact).toBe(3010));

  // The typed number is converted to the other way and back.
  await digits('1500');
  await user.click(screen.getByRole('radio', { name: 'Scale' }));
  expect(field().value).toBe('4,510');
  await user.click(screen.getByRole('radio', { name: 'Part' }));
  expect(field().value).toBe('1,500');
  await user.click(screen.getByRole('radio', { name: 'Scale' }));
  await press('Erase');
  await press('Erase');
  await digits('05');
  expect(field().value).toBe('4,505');
  expect(screen.getByText(/^Part: 1.495/)).toBeTruthy();
  await press('Next');
  await waitFor(async () => expect((await stored(id)).items[1].weight_fact).toBe(1495));

  // A reading below the previous one is impossible; a part far from plan still needs a confirmation.
  await digits('450');
  expect(screen.getByRole('alert').textContent).toMatch(/read 4.505/);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next' }).disabled).toBe(true);
  await press('Erase');
  await digits('55');
  expect(screen.getByText(/^Part: 50/)).toBeTruthy();
  await press('Next');
  const question = await screen.findByRole('alertdialog');
  expect(question.textContent).toMatch(/50 instead of 500\u00a0kg\?/);
  await user.click(within(question).getByRole('button', { name: 'Change' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await press(/^As planned: 5.005/);
  await press('Next');
  await waitFor(async () => expect((await stored(id)).items[2].weight_fact).toBe(500));

  // A corrected line has no reading any more: its own weight is shown.
  await user.click(screen.getAllByRole('listitem')[1]!.querySelector('button')!);
  expect(field().value).toBe('1,495');
  expect(screen.queryByRole('radio')).toBeNull();
  await press('Next');
  await press('Finish loading');
  first.unmount();

  await renderScreen(planning(`/${id}/record`));
  await press('Begin unloading');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Scale' }).checked).toBe(true);
  await digits('1005');
  await press('Next');
  await press(/^The rest: 0\skg/);
  await press('Next');
  await press('Finish unloading');
  await waitFor(async () => expect(await stored(id)).toMatchObject({ status: 'uploaded', weight_unloaded: 5005 }));
  expect((await stored(id)).groups.map(({ weight_fact }: { weight_fact: number }) => weight_fact)).toEqual([4000, 1005]);
});

test('a countdown runs during mixing, gives one signal at its end, shows this and counts on', async () => {
  await startTexts();
  await i18next.loadNamespaces('pages');
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  try {
    const mixing = (since: string, seconds: number) =>
      render(
        <MantineProvider theme={theme} env="test">
          <Mixing since={since} seconds={seconds} />
        </MantineProvider>,
      );
    const since = new Date(Date.now() - 290_000).toISOString();
    mixing(since, 300);
    expect(screen.getByRole('timer').textContent).toBe('0:10');
    expect(screen.getByRole('status').textContent).toBe('Everything is in, still to mix');
    act(() => void vi.advanceTimersByTime(9_000));
    expect([screen.getByRole('timer').textContent, signal.mock.calls.length]).toEqual(['0:01', 0]);
    act(() => void vi.advanceTimersByTime(1_000));
    expect(screen.getByRole('status').textContent).toBe('Mixed, ready to unload');
    act(() => void vi.advanceTimersByTime(5_000));
    expect([screen.getByRole('timer').textContent, signal.mock.calls.length]).toEqual(['5:05', 1]);
    cleanup();
    // Opened after the end, or without a mixing time: there is no signal.
    mixing(since, 60);
    cleanup();
    mixing(since, 0);
    expect(screen.getByRole('status').textContent).toBe('Everything is in, mixing');
    expect(signal).toHaveBeenCalledTimes(1);
  } finally {
    vi.useRealTimers();
  }
});

test('on a small screen finished loads are collapsed while others remain, and the next load is offered', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('75em'),
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
  }));
  const day = todayIn('Europe/Kyiv');
  const [done, open] = [await makeSchedule(farm, day), await makeSchedule(farm, day)];
  for (const [path, states] of [
    ['load', ['in_process', 'loaded']],
    ['upload', ['out_process', 'uploaded']],
  ] as const)
    for (const status of states)
      await owner().put(`schedule/schedules/${done.id}/${path}/`, { status, ...(path === 'load' ? { items: [] } : { groups: [] }) });
  const { unmount } = await renderScreen(planning());
  const fold = await screen.findByRole('button', { name: 'Feedings finished: 1' });
  expect([fold.getAttribute('aria-expanded'), screen.getAllByRole('listitem').length]).toEqual(['false', 1]);
  const next = screen.getByRole('complementary', { name: 'Next load' });
  expect(within(next).getByRole('link', { name: 'Load' }).getAttribute('href')).toMatch(new RegExp(`/${open.id}/record$`));
  await user.click(fold);
  expect([fold.getAttribute('aria-expanded'), screen.getAllByRole('listitem').length]).toEqual(['true', 2]);
  unmount();

  // Nothing is left to do: all loads are shown, and there is no next one.
  await owner().delete(`schedule/schedules/${open.id}/`);
  queryClient.clear();
  await renderScreen(planning());
  const folds = () => screen.queryAllByRole('button', { name: /^Feedings finished/ }).length;
  await waitFor(() => expect([screen.queryAllByRole('listitem').length, folds()]).toEqual([1, 0]));
  expect(screen.queryByRole('complementary', { name: 'Next load' })).toBeNull();
});
