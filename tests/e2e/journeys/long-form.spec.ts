import type { Page } from '@playwright/test';
import { expect, test } from '#tests/e2e/support/test.ts';

// Empty fields are refused on purpose.
test.use({ expectedComplaints: ['400'] });

/** True if the focused element is readable: its middle isn't under the header or the footer of its dialog. */
const focusIsSeen = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    if (!(activeElement instanceof HTMLInputElement) || activeElement.type === 'checkbox') return true;
    const { left, top, width, height } = activeElement.getBoundingClientRect();
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    return there !== null && (activeElement.contains(there) || Boolean(activeElement.parentElement?.contains(there)));
  });

for (const { name, viewport } of [
  { name: 'a low window', viewport: { width: 1280, height: 600 } },
  { name: 'a phone', viewport: { width: 390, height: 844 } },
]) {
  test.describe(name, () => {
    test.use({ viewport });

    test('a form that is longer than the screen has its saving in sight, and no field goes beneath it', async ({ page, signIn }) => {
      await signIn('owner');
      await page.goto('/app/stock/ingredients');
      await page.getByRole('button', { name: 'Новий інгредієнт' }).click();
      const dialog = page.getByRole('dialog');
      const save = dialog.getByRole('button', { name: 'Зберегти' });
      await expect(save).toBeInViewport({ ratio: 1 });
      const content = await dialog.evaluate((node) => ({ whole: node.scrollHeight, seen: node.clientHeight }));
      expect(content.whole).toBeGreaterThan(content.seen + 50);

      let fields = 0;
      while (!(await save.evaluate((button) => button === document.activeElement))) {
        await page.keyboard.press('Tab');
        expect(await focusIsSeen(page), `field ${fields}`).toBe(true);
        await expect(save).toBeInViewport({ ratio: 1 });
        fields += 1;
        expect(fields).toBeLessThan(60);
      }
      expect(fields).toBeGreaterThan(8);

      // The error is shown next to the buttons, and the first wrong field scrolls into view.
      await save.click();
      await expect(dialog.getByText('Помилка, перевірте введені дані')).toBeInViewport({ ratio: 1 });
      await expect(dialog.locator('[aria-invalid=true]').first()).toBeFocused();
      expect(await focusIsSeen(page)).toBe(true);
    });
  });
}

for (const { name, path } of [
  { name: 'ration', path: 'companies/1/farms/1/rations/create' },
  { name: 'recipe of a compound feed', path: 'stock/fodder/create' },
]) {
  test(`a ${name} that is refused leads to the first field that is wrong`, async ({ page, signIn }) => {
    await signIn('owner');
    await page.goto(`/app/${path}`);
    await page.getByRole('button', { name: 'Зберегти' }).click();
    await expect(page.locator('form [aria-invalid=true]').first()).toBeFocused();
  });
}
