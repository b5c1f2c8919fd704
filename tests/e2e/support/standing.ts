import { expect, type Page } from '@playwright/test';

export interface Wanted {
  /** The entry of the menu that is to be marked, by its address. */
  entry?: string;
  /** The tab that is to be chosen, by its place. */
  tab?: number;
}

/**
 * Waits until a screen is complete: it has a title, and nothing in it is still loading. Returns the names of its tabs.
 * The page checks itself many times a second, because polling from outside slows down over time.
 */
export async function standing(page: Page, wanted: Wanted = {}): Promise<string[]> {
  const { missing, tabs } = await page.evaluate(async ({ entry, tab }) => {
    // A limit for a screen that hangs, below the journey's own, so that the error names the missing part.
    const until = performance.now() + 120_000;
    const all = (selector: string) => [...document.querySelectorAll(selector)];
    // A form's screen has no entry of its own: that of all forms is marked.
    const isMarked = (address: string) => {
      const marks = all('aside nav a[aria-current=page]').map((link) => link.getAttribute('href'));
      return marks.length === 1 && (marks[0] === address || all(`aside nav a[href="${address}"]`).length === 0);
    };
    for (;;) {
      const shownTabs = all('main [role=tab]');
      const conditions = {
        'nothing to come': all('main [data-skeleton], main [aria-busy=true]').length === 0,
        'the name of the window': document.title.endsWith('Manger'),
        'the mark in the menu': !entry || isMarked(entry),
        'the chosen tab': tab === undefined || shownTabs[tab]?.getAttribute('aria-selected') === 'true',
      };
      const missing = Object.entries(conditions).flatMap(([name, met]) => (met ? [] : [name]));
      // Last, because it makes the browser compute the layout.
      if (missing.length === 0 && !all('h1').some((one) => one.checkVisibility())) missing.push('heading');
      if (missing.length === 0 || performance.now() > until) return { missing, tabs: shownTabs.map((one) => one.textContent ?? '') };
      await new Promise((next) => setTimeout(next, 50));
    }
  }, wanted);
  // Distinguishes a missing screen from a screen without its title.
  const seen = missing.length === 0 ? '' : JSON.stringify([await page.title(), await page.locator('h1').allTextContents()]);
  expect(missing, `what ${page.url()} lacks, its title and headings: ${seen}`).toEqual([]);
  return tabs;
}
