import type { Locator, Page } from '@playwright/test';

/** A list that is longer than a page, as a table with its own scrolling or as cards on a phone. Rows are counted from 0. */
export class LongListPage {
  readonly page: Page;
  readonly scroller: Locator;
  readonly drawn: Locator;

  constructor(page: Page, name: string) {
    this.page = page;
    this.scroller = page.getByRole('region', { name });
    this.drawn = this.scroller.locator('tbody tr[aria-rowindex]');
  }

  row = (index: number) => this.scroller.locator(`tr[aria-rowindex="${index + 2}"]`);

  card = (index: number) => this.page.locator(`li[aria-posinset="${index + 1}"]`);

  /** The rest of the list below the visible part, in pixels. */
  below = () => this.scroller.evaluate(({ scrollHeight, scrollTop, clientHeight }) => Math.floor(scrollHeight - scrollTop - clientHeight));

  /** Drags the bar to a row, as near as its height is known. */
  async dragTo(index: number, of: number) {
    await this.scroller.evaluate((element, share) => {
      element.scrollTop = element.scrollHeight * share;
    }, index / of);
  }
}
