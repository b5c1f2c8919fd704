import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import type { LoadReport, UploadReport } from '#contract/operations/feedings.ts';
import { RecordingPage } from '#tests/e2e/pages/recording-page.ts';
import { SignInPage } from '#tests/e2e/pages/sign-in-page.ts';
import { recordLoad, waitingFeeding, weighedOf } from '#tests/e2e/support/feedings.ts';
import { PEOPLE } from '#tests/e2e/support/people.ts';
import { expect, test } from '#tests/e2e/support/test.ts';

test.use({ serviceWorkers: 'allow', expectedComplaints: ['ERR_INTERNET_DISCONNECTED', 'ERR_FAILED'] });

/** The worker keeps what the first visit loaded as soon as it is there. */
const waitUntilKept = (page: Page) =>
  page.waitForFunction(async () => {
    await navigator.serviceWorker.ready;
    const loaded = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/assets/'));
    const kept = await Promise.all(loaded.map(({ name }) => caches.match(name)));
    return kept.every(Boolean);
  });

test('the recording reloads without a network, and records are sent once, in order, from another screen', async ({
  page,
  context,
  signIn,
  api,
}) => {
  const owner = await api('owner');
  const farm = await owner.farm();
  const [mixer] = await owner.mixers(farm.id);
  const schedule = await owner.plan(farm.id, farm.today, {
    ration: 'Передотельні',
    mixer: mixer?.id ?? 0,
    groups: [{ name: 'Передотельні', weight_per_head: 14 }],
  });
  const sent: (LoadReport | UploadReport)[] = [];
  context.on('requestfinished', (request) => {
    if (request.method() === 'PUT' && request.url().includes(`/schedule/schedules/${schedule.id}/`)) sent.push(request.postDataJSON());
  });

  const recording = new RecordingPage(page);
  await signIn('feeder');
  await recording.open(farm, schedule.id);
  await recording.expectReady();
  await waitUntilKept(page);

  await context.setOffline(true);
  await page.reload();
  const loaded = await recordLoad(recording, schedule);
  await expect(recording.sync).toHaveAttribute('data-state', 'offline');
  await page.reload();
  await expect(recording.sync).toHaveAttribute('data-state', 'offline');
  expect(sent).toEqual([]);

  // Leaves before the network is back: a request cut off halfway is rightly sent again.
  await page.goto('about:blank');
  await context.setOffline(false);
  await page.goto('/app/companies');
  await expect.poll(async () => (await owner.schedule(schedule.id)).status).toBe('loaded');
  expect((await owner.schedule(schedule.id)).items.map(({ weight_fact }) => weight_fact)).toEqual(loaded);
  expect(sent.map(({ status }) => status)).toEqual([...Array(schedule.items.length + 1).fill('in_process'), 'loaded']);
  const ids = sent.map((report) => ('items' in report ? (report.items ?? []).map(({ ingredient }) => ingredient) : []));
  const ingredients = schedule.items.map(({ ingredient }) => ingredient);
  expect(ids).toEqual([[], ...ingredients.map((id) => [id]), ingredients]);
});

test('after the browser was killed without a network the recording opens again, and its records are sent by the next start alone', async ({
  api,
  baseURL,
  launchOptions,
  locale,
  timezoneId,
}) => {
  const owner = await api('owner');
  const farm = await owner.farm();
  const schedule = await waitingFeeding(owner, farm);
  const folder = mkdtempSync(join(tmpdir(), 'manger-e2e-browser-'));
  let context: BrowserContext | undefined;
  /** A browser that begins with what the one before left on the disk, and nothing else. */
  const start = async () => {
    context = await chromium.launchPersistentContext(folder, { ...launchOptions, baseURL, locale, timezoneId });
    const [page] = context.pages();
    return { context, page: page ?? (await context.newPage()) };
  };
  const kill = async () => {
    await context?.close();
    context = undefined;
  };
  try {
    const first = await start();
    const recording = new RecordingPage(first.page);
    const signInPage = new SignInPage(first.page);
    await signInPage.open();
    await signInPage.signIn(PEOPLE.feeder);
    await first.page.waitForURL(/\/app\//);
    await recording.open(farm, schedule.id);
    await recording.expectReady();
    await waitUntilKept(first.page);
    // Begun with a network: the device must know what the server answered, too.
    await recording.beginLoad();
    await expect.poll(async () => (await owner.schedule(schedule.id)).status).toBe('in_process');
    await first.context.setOffline(true);
    const [weight = 0] = weighedOf(schedule.items);
    const name = schedule.items[0]?.ingredient_name ?? '';
    await recording.slip(name, 10 * weight);
    await recording.weigh(name, weight);
    await expect(recording.sync).toHaveAttribute('data-state', 'offline');
    await kill();

    const second = await start();
    await second.context.setOffline(true);
    const reopened = new RecordingPage(second.page);
    await reopened.open(farm, schedule.id);
    await expect(reopened.sync).toHaveAttribute('data-state', 'offline');
    for (const [index, { ingredient_name }] of schedule.items.entries())
      if (index > 0) await reopened.weigh(ingredient_name, weighedOf(schedule.items)[index] ?? 0);
    await reopened.endLoad();
    await expect(reopened.sync).toHaveAttribute('data-state', 'offline');
    await kill();

    const third = await start();
    await third.page.goto('/app');
    await expect.poll(async () => (await owner.schedule(schedule.id)).status).toBe('loaded');
    expect((await owner.schedule(schedule.id)).items.map(({ weight_fact }) => weight_fact)).toEqual(weighedOf(schedule.items));
  } finally {
    await kill();
    rmSync(folder, { recursive: true, force: true });
  }
});
