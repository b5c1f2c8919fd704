import { expect, type Locator, type Page } from '@playwright/test';

/** Stops of Tab before somebody gives up. */
const MAX_STOPS = 150;

/** The focused element, and its fault: nothing has the focus, or the focus is invisible. */
const stopOf = (page: Page): Promise<{ at: string; fault: string | null }> =>
  page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return { at: 'nowhere', fault: 'the focus is lost' };
    const at = `${focused.tagName.toLowerCase()} ${focused.getAttribute('aria-label') ?? focused.textContent?.trim().slice(0, 60)}`;
    const isRing = ({ outlineStyle, outlineWidth, boxShadow }: CSSStyleDeclaration) =>
      (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
    // A field may leave the focus ring to its box; a grid's cell has a border that others don't show.
    const around = [focused, focused.parentElement, focused.parentElement?.parentElement].filter((one) => one != null);
    const isShown =
      around.some((one) => isRing(getComputedStyle(one))) ||
      (focused.matches('.ag-cell-focus') && !/, 0\)$/.test(getComputedStyle(focused).borderTopColor));
    return { at, fault: focused.matches(':focus-visible') && isShown ? null : 'nobody sees the focus' };
  });

/** Somebody who has a keyboard and no mouse, and looks where the focus is at each stop. */
export class Keys {
  readonly page: Page;
  stops = 0;

  constructor(page: Page) {
    this.page = page;
  }

  press = (key: string) => this.page.keyboard.press(key);
  type = (text: string) => this.page.keyboard.type(text);

  /** One stop on, by a key that moves the focus. */
  private async move(key: string) {
    await this.press(key);
    this.stops += 1;
    const { at, fault } = await stopOf(this.page);
    expect(fault, `${key} to ${at}`).toBeNull();
  }

  /** Goes on until it has the focus, which is seen on the whole way. */
  async to(target: Locator, key = 'Tab') {
    await expect(target).toBeVisible();
    for (let stop = 0; stop < MAX_STOPS; stop++) {
      if (await target.evaluate((node) => node === document.activeElement)) return;
      await this.move(key);
    }
    throw new Error(`Not reached by ${key}: ${target}`);
  }

  /** Goes there and presses it. */
  async enter(target: Locator, key = 'Tab') {
    await this.to(target, key);
    await this.press('Enter');
  }

  /** Goes there and fills it in. */
  async fill(target: Locator, text: string) {
    await this.to(target);
    await this.press('Control+a');
    await this.type(text);
  }

  /** The dialog has closed, and the focus is on the page: on its former element, if that still exists. */
  async isBack(target?: Locator) {
    if (target) await expect(target).toBeFocused();
    await expect.poll(async () => (await stopOf(this.page)).at).not.toBe('nowhere');
  }
}
