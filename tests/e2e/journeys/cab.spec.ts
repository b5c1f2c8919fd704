import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { PlanningPage } from '#tests/e2e/pages/planning-page.ts';
import { RecordingPage } from '#tests/e2e/pages/recording-page.ts';
import type { Api } from '#tests/e2e/support/api.ts';
import { say } from '#tests/e2e/support/say.ts';
import { expect, test } from '#tests/e2e/support/test.ts';

test.use({ serviceWorkers: 'allow', hasTouch: true, isMobile: true, viewport: { width: 360, height: 560 } });

const SIZES = [
  { width: 360, height: 560 },
  { width: 390, height: 664 },
  { width: 844, height: 390 },
];

/** The faults of the keys: too small, outside the window, or covered at a corner or in the middle. */
const badKeys = (pad: Locator): Promise<string[]> =>
  pad.evaluate((fieldset) => {
    const keys = [...fieldset.querySelectorAll('button')];
    if (keys.length !== 14) return [`${keys.length} keys`];
    return keys.flatMap((key) => {
      const { left, right, top, bottom, height, width } = key.getBoundingClientRect();
      const name = key.getAttribute('aria-label') ?? key.textContent;
      const within = left >= 0 && top >= 0 && right <= window.innerWidth && bottom <= window.innerHeight;
      // Corners are round: the touched points are a little inside.
      const points = [
        [left + 4, top + 4],
        [right - 4, top + 4],
        [left + 4, bottom - 4],
        [right - 4, bottom - 4],
        [(left + right) / 2, (top + bottom) / 2],
      ] as const;
      const covered = points.some(([x, y]) => !key.contains(document.elementFromPoint(x, y)));
      const cut = key.scrollWidth > key.clientWidth || key.scrollHeight > key.clientHeight;
      return [
        ...(Math.min(height, width) < 56 ? [`${name} is ${width} × ${height}`] : []),
        ...(within ? [] : [`${name} is out of the window: ${left} ${top} ${right} ${bottom}`]),
        ...(covered ? [`${name} is covered`] : []),
        ...(cut ? [`${name} is cut`] : []),
      ];
    });
  });

/** The letters of target and entered. */
const figures = (line: Locator): Promise<number[]> =>
  line
    .locator('[style*="--ems"]')
    .evaluateAll((all) => all.map((one) => Math.round(Number.parseFloat(getComputedStyle(one).fontSize) * 10) / 10));

/** A load of three feeds for one group, of a mixer that mixes a minute per tonne. */
async function threeFeeds(owner: Api, farm: { id: number; today: string }) {
  const feeds = await owner.get<{ id: number; name: string }[]>(`manager/ingredients/?farm=${farm.id}&page_size=3`);
  expect(feeds).toHaveLength(3);
  const name = 'Кабіна';
  const percents = [60, 30, 10];
  await owner.create('manager/rations/', {
    farm: farm.id,
    name,
    items: feeds.map(({ id }, index) => ({ ingredient: id, percent: percents[index] })),
  });
  // By a name without the ration's: another's feeding may be loaded with it.
  const mixer = await owner.create<{ id: number }>('manager/mixers/', {
    farm: farm.id,
    name: 'Змішувач 12 т',
    max_weight: 12_000,
    mix_time: 60,
  });
  return owner.plan(farm.id, farm.today, { ration: name, mixer: mixer.id, groups: [{ name: 'Роздій 1', weight_per_head: 11 }] });
}

async function axeFaults(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveCSS('color-scheme', colorScheme);
    const { violations } = await new AxeBuilder({ page })
      .options({ resultTypes: ['violations'] })
      .setLegacyMode()
      .analyze();
    for (const { id, impact, nodes } of violations)
      if (impact === 'serious' || impact === 'critical')
        found.push(`${colorScheme}: ${id}: ${nodes.map(({ html }) => html.slice(0, 160))}`);
  }
  return found;
}

test('three feeds are loaded and unloaded with 14 taps in a cab, and nothing covers a key at any size', async ({ page, signedIn, api }) => {
  const owner = await api('owner');
  const farm = await owner.farm();
  const schedule = await threeFeeds(owner, farm);
  // The next load.
  await owner.planOneMore(farm);
  await signedIn('feeder');
  const recording = new RecordingPage(page);
  let taps = 0;
  const tap = async (what: Locator) => {
    taps += 1;
    await what.tap();
  };
  const press = (key: string) => tap(page.getByRole('button', { name: say(`pages:recording.${key}`), exact: true }));
  /** On a line: the offered weight, or digits; then on. At every size first. */
  const weigh = async (name: string, digits: string | null) => {
    const line = recording.line(name);
    await expect(line).toBeVisible();
    for (const size of SIZES) {
      await page.setViewportSize(size);
      expect(await badKeys(line.getByRole('group')), `${name}, ${size.width} × ${size.height}`).toEqual([]);
      for (const letters of await figures(line)) {
        expect(letters).toBeGreaterThanOrEqual(72);
        expect(letters).toBeLessThanOrEqual(96);
      }
      const { header, scrolls } = await page.evaluate(() => ({
        header: document.querySelectorAll('header').length,
        scrolls: document.documentElement.scrollWidth > window.innerWidth || document.documentElement.scrollHeight > window.innerHeight,
      }));
      expect([header > 0, scrolls]).toEqual([true, false]);
      await expect(page.getByRole('navigation')).toHaveCount(0);
    }
    if (digits === null) await tap(line.getByRole('button', { name: /^(За планом|Решта)/ }));
    else for (const digit of digits) await tap(line.getByRole('button', { name: digit, exact: true }));
    await tap(line.getByRole('button', { name: say('pages:recording.next'), exact: true }));
  };

  const planning = new PlanningPage(page);
  await planning.open(farm);
  await expect(planning.feeding(schedule.ration_name)).toBeVisible();
  await recording.open(farm, schedule.id);
  const third = schedule.items[2]?.weight_plan ?? 0;
  const digits = String(Math.round(third) + 1);

  await press('begin_load');
  await weigh(schedule.items[0]?.ingredient_name ?? '', null);
  // Axe checks only the first line: the others have the same layout.
  expect(await axeFaults(page)).toEqual([]);
  await weigh(schedule.items[1]?.ingredient_name ?? '', null);
  await weigh(schedule.items[2]?.ingredient_name ?? '', digits);
  await expect(page.getByRole('status').filter({ hasText: say('pages:recording.mix_left') })).toBeVisible();
  await press('end_load');
  await press('begin_unload');
  await weigh(schedule.groups[0]?.group_name ?? '', null);
  await press('end_unload');
  await expect(recording.done()).toBeVisible();
  expect(taps).toBeLessThanOrEqual(14);

  await expect.poll(async () => (await owner.schedule(schedule.id)).status).toBe('uploaded');
  const stored = await owner.schedule(schedule.id);
  expect(stored.items.map(({ weight_fact }) => weight_fact)).toEqual([
    schedule.items[0]?.weight_plan,
    schedule.items[1]?.weight_plan,
    Number(digits),
  ]);
  expect(stored.groups[0]?.weight_fact).toBe(stored.weight_fact);

  // On the day's screen finished feedings are collapsed, and the next load is within reach of the thumb.
  await page.setViewportSize({ width: 360, height: 560 });
  await recording.back();
  await expect(page.getByRole('banner').first()).toBeVisible();
  const next = page.getByRole('complementary', { name: say('operations:planning.next_load') });
  await expect(next).toBeVisible();
  await expect(planning.byHand().filter({ hasText: schedule.ration_name })).toHaveCount(0);
  const bottoms = () => Promise.all([next.boundingBox(), page.locator('main ~ nav').boundingBox()]);
  await expect
    .poll(async () => {
      const [load, menu] = await bottoms();
      return load && menu && Math.abs(load.y + load.height - menu.y) <= 2;
    })
    .toBe(true);
});
