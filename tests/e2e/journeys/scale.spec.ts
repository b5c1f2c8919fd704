import type { Page } from '@playwright/test';
import { LANGUAGES } from '#contract/kinds.ts';
import { RecordingPage } from '#tests/e2e/pages/recording-page.ts';
import { FakeIndicator } from '#tests/e2e/support/fake-indicator.ts';
import { makeFeedingFarm } from '#tests/e2e/support/feeding-farm.ts';
import { say } from '#tests/e2e/support/say.ts';
import { expect, test } from '#tests/e2e/support/test.ts';
import { textOf } from '#tests/support/text-of.ts';

const TABLET = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 640 };
/** 12 cm in CSS pixels. */
const TWELVE_CM = (12 * 96) / 2.54;
const MIXER = {
  ...{ loading_admittance: 20, unloading_admittance: 20, loading_sensitivity: 5, unloading_sensitivity: 5, auto_transition_time: 1 },
};

test.use({ serviceWorkers: 'allow', hasTouch: true, viewport: TABLET });

const button = (page: Page, key: string) => page.getByRole('button', { name: say(`pages:scale.${key}`), exact: true });
const line = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const figure = (page: Page, key: string) => page.getByRole('status', { name: new RegExp(`^${say(`pages:scale.${key}`)},`) });

test('a load and its unloading are recorded by indicator, with a pulled cable, a reload and a typed weight', async ({
  page,
  signedIn,
  api,
}) => {
  const owner = await api('owner');
  const { company } = await owner.farm();
  const [first, second, third] = ['Силос індикатора', 'Сіно індикатора', 'Шрот індикатора'] as const;
  const farm = await makeFeedingFarm(owner, company, {
    ...{ name: 'Ферма індикатора', feeds: { [first]: 50, [second]: 30, [third]: 20 }, mixer: MIXER },
    groups: ['Загін індикатора 1', 'Загін індикатора 2'],
  });
  const indicator = new FakeIndicator(page);
  await indicator.install();
  await signedIn('owner');
  const recording = new RecordingPage(page);
  await recording.open(farm, farm.schedule.id);
  await recording.expectReady();
  await button(page, 'title').click();
  await button(page, 'connect').click();
  await indicator.show(20);
  const expectShown = (kg: string) => expect(page.getByText(`${say('pages:scale.connected')} · ${kg}\u00a0кг`)).toBeVisible();
  await expectShown('20');
  await recording.beginLoad();

  // The first feed: the weight is 12 cm high, the rest counts down, and the next feed follows automatically.
  await expect(line(page, first)).toBeVisible();
  await indicator.show(420);
  await expect(figure(page, 'to_load')).toHaveText('600');
  await expect(figure(page, 'shows')).toHaveText('420');
  const size = await figure(page, 'shows').evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize));
  expect(Math.abs(size - TWELVE_CM)).toBeLessThan(1);
  await indicator.show(1023);
  await expect(line(page, second)).toBeVisible();
  await expect(figure(page, 'to_load')).toHaveText('600');

  // The cable is pulled while feed falls into the mixer, and plugged in again.
  await indicator.show(1323);
  await expect(figure(page, 'to_load')).toHaveText('300');
  await indicator.pull();
  await expect(page.getByText(say('pages:scale.lost'))).toBeVisible();
  await indicator.show(1623);
  await indicator.plug();
  await expect(line(page, third)).toBeVisible();

  // The third feed is typed.
  await indicator.show(2018);
  await button(page, 'type').click();
  await recording.weigh(third, 395);
  await recording.endLoad();
  await expectShown('2 018');
  await recording.beginUnload();

  const [one, two] = farm.schedule.groups.map(({ group_name }) => group_name) as [string, string];
  await expect(line(page, one)).toBeVisible();
  await indicator.show(1518);
  await expect(figure(page, 'to_feed')).toHaveText('500');
  await page.reload();
  await expect(figure(page, 'to_feed')).toHaveText('500');
  await expect(page.getByText(` · ${say('pages:scale.steady')}`)).toBeVisible();
  await indicator.show(1700);
  await expect(page.getByRole('alert').filter({ hasText: say('pages:scale.rises') })).toBeVisible();
  await indicator.show(1013);
  await expect(line(page, two)).toBeVisible();
  await indicator.show(21);
  await recording.endUnload();
  await expect(recording.done()).toBeVisible();

  await expect.poll(async () => (await owner.schedule(farm.schedule.id)).status).toBe('uploaded');
  const { items, groups } = await owner.schedule(farm.schedule.id);
  expect(items.map(({ weight_fact }) => weight_fact)).toEqual([1003, 600, 395]);
  expect(groups.map(({ weight_fact }) => weight_fact)).toEqual([1005, 992]);
});

test('the indicator’s screen fits a phone and a tablet in every language, and a browser without serial ports explains it', async ({
  page,
  signedIn,
  api,
}) => {
  const owner = await api('owner');
  const { company } = await owner.farm();
  const feed = 'Корм індикатора мов';
  const farm = await makeFeedingFarm(owner, company, {
    ...{ name: 'Ферма індикатора мов', feeds: { [feed]: 100 }, groups: ['Загін індикатора мов'], mixer: MIXER },
  });
  const indicator = new FakeIndicator(page);
  await indicator.install();
  await signedIn('owner');
  const recording = new RecordingPage(page);
  await recording.open(farm, farm.schedule.id);
  await recording.expectReady();
  await recording.beginLoad();
  await button(page, 'title').click();
  await button(page, 'connect').click();
  await expect(figure(page, 'to_load')).toHaveText('1000');
  for (const language of LANGUAGES) {
    await signedIn('owner', language);
    await recording.open(farm, farm.schedule.id);
    await indicator.show(0);
    await expect(line(page, feed)).toBeVisible();
    await indicator.show(500);
    await expect(page.getByRole('button', { name: /500/ })).toBeEnabled();
    for (const size of [PHONE, TABLET]) {
      await page.setViewportSize(size);
      const faults = await line(page, feed).evaluate((section) => {
        const buttons = [...section.querySelectorAll('button')];
        const isCut = (one: HTMLElement) => one.scrollWidth > one.clientWidth + 1 || one.getBoundingClientRect().right > window.innerWidth;
        return [...buttons, ...section.querySelectorAll('output')].filter(isCut).map(({ textContent }) => textContent);
      });
      expect(faults, `${language} ${size.width}`).toEqual([]);
      const next = page.getByRole('button', { name: /500/ });
      await expect(next, `${language} ${size.width}`).toBeInViewport({ ratio: 1 });
    }
  }

  await page.addInitScript(() => Object.defineProperty(navigator, 'serial', { value: undefined, configurable: true }));
  await signedIn('owner');
  await recording.open(farm, farm.schedule.id);
  await expect(page.getByText(textOf('uk', 'pages:scale.unsupported'))).toBeVisible();
  await button(page, 'type').click();
  await recording.weigh(feed, 1000);
  await recording.endLoad();
});
