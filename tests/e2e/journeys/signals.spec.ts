import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { signals } from '#contract/reports/signals.ts';
import type { RowOf } from '#contract/resource.ts';
import type { Api } from '#tests/e2e/support/api.ts';
import { Hand } from '#tests/e2e/support/hand.ts';
import { Keys } from '#tests/e2e/support/keys.ts';
import { say } from '#tests/e2e/support/say.ts';
import { standing } from '#tests/e2e/support/standing.ts';
import { expect, test } from '#tests/e2e/support/test.ts';

type Signal = RowOf<typeof signals>;

const PHONE = { width: 390, height: 664 };
/** Minimum height in px of a touch target. */
const THUMB = 44;
const act = (state: string) => say(`pages:signals.act.${state}`);
const nameSignal = ({ subject_name, ingredient_name }: Signal) => [subject_name, ingredient_name].filter(Boolean).join(', ');
/** Found within a minute of the server's start. */
async function openSignals(owner: Api): Promise<Signal[]> {
  const found = () => owner.get<Signal[]>('manager/signals/?state=new&ordering=-money');
  await expect.poll(async () => (await found()).length).toBeGreaterThan(3);
  return found();
}
async function isSound(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect((await new AxeBuilder({ page }).include('main').analyze()).violations).toEqual([]);
  }
}
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

  test('a manager reads the morning’s signals and closes the most expensive with a note, by three taps from home', async ({
    page,
    signIn,
    api,
  }) => {
    const owner = await api('owner');
    await openSignals(owner);
    await signIn('owner');
    const hand = new Hand(page);
    const block = page.getByRole('region', { name: new RegExp(say('pages:signals.block_title', { number: '\\d+' })) });
    const dearest = block.getByRole('listitem').first().getByRole('link');
    await hand.click(dearest);
    await expect(page).toHaveURL(/\/reports\/signals\/\d+$/);
    await standing(page);
    const id = Number(page.url().split('/').at(-1));
    const signal = await owner.get<Signal>(`manager/signals/${id}/`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(nameSignal(signal));
    await expect(page.locator('[data-fact=value]')).toContainText(/\d/);
    // The possible states are visible, within reach of the thumb.
    for (const state of ['seen', 'explained', 'done']) {
      const box = (await page.getByRole('button', { name: act(state), exact: true }).boundingBox())!;
      expect(box.height).toBeGreaterThanOrEqual(THUMB);
      expect(box.y).toBeGreaterThan(PHONE.height / 2);
      expect(box.y + box.height).toBeLessThanOrEqual(PHONE.height);
    }
    expect(await fits(page)).toBe(true);
    await isSound(page);
    await hand.click(page.getByRole('button', { name: act('done'), exact: true }));
    const dialog = page.getByRole('dialog');
    await hand.type(dialog.getByRole('textbox', { name: say('pages:signals.ask.done') }), 'Ваги перевірено');
    await hand.click(dialog.getByRole('button', { name: act('done'), exact: true }));
    await dialog.waitFor({ state: 'hidden' });
    await expect(page.getByText('Ваги перевірено')).toBeVisible();
    expect(await owner.get<Signal>(`manager/signals/${id}/`)).toMatchObject({ state: 'done', note: 'Ваги перевірено' });
    expect([hand.clicks, hand.fields]).toEqual([3, 1]);

    await page
      .getByRole('main')
      .getByRole('link', { name: say('operations:history.tabs.signals'), exact: true })
      .click();
    await standing(page);
    const cards = page.getByRole('list', { name: say('operations:history.tabs.signals') }).getByRole('listitem');
    await expect(cards.first()).toBeVisible();
    // The signal has left the open ones, and the next most expensive is first.
    const [next] = await owner.get<Signal[]>('manager/signals/?state=new,seen&ordering=-money&page_size=1');
    await expect(cards.first()).toContainText(nameSignal(next!));
    expect(await fits(page)).toBe(true);
    await isSound(page);
    await page.getByRole('link', { name: say('pages:signals.rules_short') }).click();
    await standing(page);
    expect(await fits(page)).toBe(true);
    await isSound(page);
  });

  test.describe('out of reach of the network', () => {
    test.use({ serviceWorkers: 'allow', expectedComplaints: ['ERR_INTERNET_DISCONNECTED'] });

    test('a word that can’t be sent stays where it was typed until it can', async ({ page, context, signedIn, api }) => {
      const owner = await api('owner');
      const signal = (await openSignals(owner)).at(-1)!;
      await signedIn('owner');
      await page.goto(`/app/reports/signals/${signal.id}`);
      await standing(page);
      await page.getByRole('button', { name: act('explained'), exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox').fill('Нова партія сіна');
      await context.setOffline(true);
      const send = dialog.getByRole('button', { name: act('explained'), exact: true });
      await send.click();
      await expect(dialog.getByRole('alert')).toBeVisible();
      await expect(dialog.getByRole('textbox')).toHaveValue('Нова партія сіна');
      await context.setOffline(false);
      await send.click();
      await dialog.waitFor({ state: 'hidden' });
      expect(await owner.get<Signal>(`manager/signals/${signal.id}/`)).toMatchObject({ state: 'explained', note: 'Нова партія сіна' });
    });
  });
});

test('a signal is opened, explained and left by the keyboard alone', async ({ page, signedIn, api }) => {
  const owner = await api('owner');
  await openSignals(owner);
  await signedIn('owner');
  await page.goto('/app/reports/signals');
  await standing(page);
  const keys = new Keys(page);
  const first = page.getByRole('row').nth(1).getByRole('button').first();
  await keys.enter(first);
  await expect(page).toHaveURL(/\/reports\/signals\/\d+$/);
  await standing(page);
  const id = Number(page.url().split('/').at(-1));
  await keys.enter(page.getByRole('button', { name: act('explained'), exact: true }));
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('textbox')).toBeFocused();
  await keys.type('Свіжий силос вологіший');
  await keys.enter(dialog.getByRole('button', { name: act('explained'), exact: true }));
  await dialog.waitFor({ state: 'hidden' });
  await keys.isBack(page.getByRole('button', { name: act('explained'), exact: true }));
  expect(await owner.get<Signal>(`manager/signals/${id}/`)).toMatchObject({ state: 'explained', note: 'Свіжий силос вологіший' });
  // A link from here to the report with details.
  await keys.enter(
    page.getByRole('main').getByRole('link', { name: new RegExp(say('pages:signals.in_report', { name: '' })) }),
    'Shift+Tab',
  );
  await expect(page).toHaveURL(/\/reports\/.*planned_on_after=/);
});

test('the bell shows the number of open signals and opens their list, by the keyboard', async ({ page, signedIn, api }) => {
  const owner = await api('owner');
  await openSignals(owner);
  await signedIn('owner');
  await page.goto('/app/reports/budgets');
  await standing(page);
  const bell = page.getByRole('banner').getByRole('link', { name: new RegExp(say('pages:signals.block_title', { number: '\\d+' })) });
  const open = async () => (await owner.get<Signal[]>('manager/signals/?state=new,seen&over=false&page_size=1000')).length;
  await expect(bell).toHaveText(String(await open()));
  expect((await new AxeBuilder({ page }).include('header').analyze()).violations).toEqual([]);
  await new Keys(page).enter(bell);
  await expect(page).toHaveURL(/\/reports\/signals\?over=false$/);
  await standing(page);
  // The head is a row, too.
  await expect(page.getByRole('row')).toHaveCount((await open()) + 1);
  await expect(bell).toHaveText(String(await open()));
});
