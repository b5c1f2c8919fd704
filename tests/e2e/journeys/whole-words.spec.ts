import type { Page } from '@playwright/test';
import { RecordingPage } from '#tests/e2e/pages/recording-page.ts';
import { waitingFeeding } from '#tests/e2e/support/feedings.ts';
import { CLIENT } from '#tests/e2e/support/people.ts';
import { standing } from '#tests/e2e/support/standing.ts';
import { expect, test } from '#tests/e2e/support/test.ts';
import { goTo } from '#tests/e2e/support/walk-menu.ts';

/** Elements whose text is wider, or higher, than their room. */
async function findCut(page: Page, selector: string): Promise<(string | null)[]> {
  // The frame's menu and bar load separately, next to the screen.
  await page.locator(selector).first().waitFor();
  return page.locator(selector).evaluateAll((all) => {
    // Letters reach a little out of a line that is set close.
    const LINE = 12;
    return all
      .filter((one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        const { width, height } = range.getBoundingClientRect();
        const room = one.getBoundingClientRect();
        return one.checkVisibility() && (width > room.width + 0.01 || height > room.height + LINE / 2);
      })
      .map((one) => one.textContent);
  });
}

/** The fields whose words in grey, which no box of their own holds, are wider than the room between the field's edges. */
const cutFields = (page: Page): Promise<string[]> =>
  page.locator('main input[placeholder]').evaluateAll((all) => {
    const pen = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
    return (all as HTMLInputElement[]).flatMap((field) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(field);
      pen.font = font;
      const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      return field.checkVisibility() && pen.measureText(field.placeholder).width > room + 1 ? [field.placeholder] : [];
    });
  });

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  for (const language of ['uk', 'us', 'de'] as const) {
    test(`the farm, the screen, the bar and a large figure are read whole, ${language}`, async ({ page, signIn, api }) => {
      const owner = await api('owner');
      const farm = await owner.farm();
      const feeding = await waitingFeeding(owner, farm);
      await signIn('owner', language);
      for (const path of ['stock/companies', 'stock/deliveries', `companies/${farm.company}/farms/${farm.id}/kkz`]) {
        await goTo(page, `/app/${path}`);
        await standing(page);
        expect(await findCut(page, 'header [aria-haspopup=menu] span:last-of-type'), path).toEqual([]);
        expect(await findCut(page, 'main ~ nav span'), path).toEqual([]);
      }

      await new RecordingPage(page).open(farm, feeding.id);
      const figure = page.locator('[style*="--ems"]').first();
      await expect(figure).toBeVisible();
      const { text, window } = await figure.evaluate((node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        const { left, right } = range.getBoundingClientRect();
        return { text: [left, right], window: [0, innerWidth] };
      });
      expect(text[0]).toBeGreaterThanOrEqual(window[0] as number);
      expect(text[1]).toBeLessThanOrEqual(window[1] as number);
    });
  }
});

for (const [width, height] of [
  [1440, 900],
  [844, 390],
] as const) {
  test.describe(`${width} × ${height}`, () => {
    test.use({ viewport: { width, height } });

    test('people who work for several clients can read the whole name of client and farm', async ({ page, signIn, api }) => {
      const farm = await (await api('owner')).farm();
      await signIn('consultant', 'de');
      await page.getByRole('table').getByRole('link', { name: CLIENT }).click();
      await expect(page).toHaveURL(/\/app\/clients\/\d+\/companies$/);
      const client = new URL(page.url()).pathname.replace(/\/companies$/, '');
      await standing(page);
      expect(await findCut(page, 'header [aria-haspopup=menu] span')).toEqual([]);
      await goTo(page, `${client}/companies/${farm.company}/farms/${farm.id}/planning`);
      await standing(page);
      await expect(page.locator('header [aria-haspopup=menu]').last()).toHaveText(farm.name);
      expect(await findCut(page, 'header [aria-haspopup=menu] span')).toEqual([]);
    });
  });
}

test('a filter has room for its values', async ({ page, signIn }) => {
  await signIn('owner');
  for (const path of ['stock/deliveries', 'stock/orders', 'settings/services']) {
    await goTo(page, `/app/${path}`);
    await standing(page);
    expect(await cutFields(page), path).toEqual([]);
  }
});
