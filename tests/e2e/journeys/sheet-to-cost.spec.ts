import { RationPage } from '#tests/e2e/pages/ration-page.ts';
import { RecordingPage } from '#tests/e2e/pages/recording-page.ts';
import { ReportPage } from '#tests/e2e/pages/report-page.ts';
import { expectRecorded, recordLoad, recordUnload, sum } from '#tests/e2e/support/feedings.ts';
import { makeFeeds, receive } from '#tests/e2e/support/feeds.ts';
import { say } from '#tests/e2e/support/say.ts';
import { expect, test } from '#tests/e2e/support/test.ts';

test.use({ serviceWorkers: 'allow', permissions: ['clipboard-read', 'clipboard-write'] });

const RATION = 'Раціон з аркуша';
const HEADS = 80;
/** As fed, in kilograms a head and at their prices: the silage holds its dry matter, which is 40 % when the sheet is written. */
const SHEET = [
  { name: 'Силос з аркуша', kg: 20.5, price: 1.5 },
  { name: 'Шрот з аркуша', kg: 3.75, price: 12 },
] as const;
const MEASURED = 32;
/** The call that the rules of the demonstration's farms make for an empty bunk. */
const CALLED = 4;
const comma = (value: number) => String(value).replace('.', ',');

test('a nutritionist’s sheet becomes a ration, the morning’s dry matter and the call change the load, and its cost is reported', async ({
  page,
  browser,
  signedIn,
  api,
}) => {
  // From the nutritionist's sheet to the report: half a minute on a busy machine.
  const owner = await api('owner');
  const farm = await owner.farm();
  const { feeds } = await makeFeeds(
    owner,
    farm,
    SHEET.map(({ name }) => name),
  );
  const [silage] = feeds as [(typeof feeds)[0]];
  for (const [index, feed] of feeds.entries()) await receive(owner, farm, feed, 20_000, SHEET[index]?.price);
  const [type] = await owner.get<{ id: number }[]>('manager/animaltypes/list/');
  const group = await owner.create<{ id: number; name: string }>('manager/groups/', {
    farm: farm.id,
    name: 'Корови з аркуша',
    animal_type: type?.id,
    animal_count: HEADS,
  });
  await signedIn('owner');

  await test.step('the sheet is pasted', async () => {
    const editor = new RationPage(page);
    await editor.open(farm, 'create');
    await editor.name.fill(RATION);
    await editor.writeIn('head_fresh');
    await editor.paste(SHEET.map(({ name, kg }) => `${name}\t${comma(kg)}`).join('\r\n'));
    for (const { name, kg } of SHEET) await expect(editor.amount('head_fresh', name)).toHaveValue(comma(kg));
    await expect(editor.amount('head_dry', silage.name)).toHaveValue('8,2');
    await editor.hold(silage.name, 'dry');
    await editor.save.click();
    await expect(page).toHaveURL(/\/rations\/\d+$/);
  });
  const [mixer] = await owner.mixers(farm.id);
  const planned = await owner.plan(farm.id, farm.today, {
    ration: RATION,
    mixer: mixer?.id ?? 0,
    groups: [{ name: group.name, weight_per_head: 24.25 }],
  });
  const plans = async () => (await owner.schedule(planned.id)).items.map(({ weight_plan }) => weight_plan);
  expect(await plans()).toEqual([20.5 * HEADS, 3.75 * HEADS]);

  const session = await page.context().storageState();
  const context = await browser.newContext({
    storageState: session,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const phone = await context.newPage();
  const faults: string[] = [];
  phone.on('pageerror', (error) => faults.push(String(error)));
  const card = (name: string) => phone.getByRole('region', { name, exact: true });
  const at = `/app/companies/${farm.company}/farms/${farm.id}/planning`;
  // As much dry matter of a wetter silage weighs more.
  const wetter = [(20.5 * HEADS * 40) / MEASURED, 3.75 * HEADS];

  await test.step('dry matter measured offline waits on the phone, and is sent once the network is back', async () => {
    const measured = () => owner.get<{ percent: number }[]>(`manager/drymatter/?ingredient=${silage.id}`);
    const feed = card(silage.name);
    await phone.goto(`${at}/dry-matter`);
    await expect(feed).toContainText(say('pages:drymatter.today.never'));
    await context.setOffline(true);
    await feed.getByRole('button', { name: silage.name }).tap();
    for (const digit of String(MEASURED)) await feed.getByRole('button', { name: digit, exact: true }).tap();
    await expect(feed.getByText(say('pages:drymatter.today.offline'))).toBeVisible();
    await feed.getByRole('button', { name: say('core:actions.save'), exact: true }).tap();
    await expect(feed).toContainText(say('pages:drymatter.today.waits', { time: '' }).split(',').at(-1) ?? '');
    expect(await measured()).toEqual([]);
    expect(await plans()).toEqual([20.5 * HEADS, 3.75 * HEADS]);
    await context.setOffline(false);
    await expect.poll(measured).toMatchObject([{ percent: MEASURED }]);
    await expect(feed).toContainText(say('pages:drymatter.methods.microwave'));
    expect(await plans()).toEqual(wetter);
  });

  await test.step('the bunk is empty, and the call that the rules ask for is accepted', async () => {
    const bunk = card(group.name);
    await phone.goto(`${at}/bunks`);
    await bunk.getByRole('radiogroup').getByText('0', { exact: true }).tap();
    await expect(bunk.getByText(say('pages:daily_call.by_rules', { percent: `+${CALLED}` }))).toBeVisible();
    const accept = bunk.getByRole('button', { name: new RegExp(say('pages:daily_call.call_to', { weight: '' }).trim()) });
    // The accepted text is completely visible.
    const isCut = (button: Element) => [...button.querySelectorAll('*')].some((part) => part.scrollWidth > part.clientWidth);
    expect(await accept.evaluate(isCut)).toBe(false);
    await accept.tap();
    const called = wetter.map((kg) => Math.round(kg * (100 + CALLED)) / 100);
    await expect.poll(plans).toEqual(called);
  });

  const recording = new RecordingPage(phone);
  const schedule = await owner.schedule(planned.id);
  const loaded = await test.step('the load', async () => {
    await recording.open(farm, schedule.id);
    const weighed = await recordLoad(recording, schedule, 'tap');
    const given = await recordUnload(recording, schedule, sum(weighed), 'tap');
    await expect(recording.done()).toBeVisible();
    await expectRecorded(owner, schedule.id, weighed, given);
    return weighed;
  });
  expect(faults).toEqual([]);
  await context.close();

  await test.step('its cost', async () => {
    const cost = loaded.reduce((all, kg, index) => all + kg * (SHEET[index]?.price ?? 0), 0);
    const report = new ReportPage(page);
    await report.open(
      'planfeed',
      `farm=${farm.id}&planned_on_after=${farm.today}&planned_on_before=${farm.today}&ration=${schedule.ration}`,
    );
    await expect(report.rows).toHaveCount(1);
    await expect(report.rows.locator('[col-id="group"]')).toHaveText(group.name);
    await expect(report.rows.locator('[col-id="cost"]')).toHaveText(
      cost.toLocaleString('uk', { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
    );
  });
});
