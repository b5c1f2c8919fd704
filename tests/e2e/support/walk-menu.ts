import { expect, type Page } from '@playwright/test';
import { standing } from './standing.ts';

/** Goes to an address within the page, as a link there would. */
export const goTo = (page: Page, address: string) =>
  page.evaluate((to) => {
    // Navigating to the current address would not be reported.
    if (location.pathname + location.search === to) return;
    document.title = '';
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);

const listLinks = (page: Page, selector: string) =>
  page
    .locator(selector)
    .evaluateAll((links) => links.map((link): [string, string] => [link.textContent ?? '', link.getAttribute('href') ?? '']));

/** The menu's targets: its entries, the screens of each, and the reports of the gallery. Each by name and address, once. */
export async function walkMenu(page: Page): Promise<{ entries: number; screens: [name: string, address: string][] }> {
  const top = await listLinks(page, 'aside nav > ul > li > a');
  const found = new Map<string, string>();
  for (const [name, address] of top) {
    await goTo(page, address);
    await standing(page);
    const within = await listLinks(page, 'aside nav ul ul a');
    for (const [title, at] of within.length > 0 ? within : [[name, address] as const]) found.set(at, title);
    if (address.endsWith('/reports/gallery')) for (const [title, at] of await listLinks(page, 'main section a')) found.set(at, title);
  }
  expect(found.size).toBeGreaterThan(0);
  return { entries: top.length, screens: [...found].map(([address, name]) => [name, address]) };
}
