import { expect, type Locator, type Page } from '@playwright/test';
import { say } from '#tests/e2e/support/say.ts';

async function choose(page: Page, root: Locator, field: string, option: string | RegExp) {
  await root.getByRole('combobox', { name: field, exact: true }).click();
  await page.getByRole('option', { name: option }).click();
}

const weight = (root: Locator, key: string, typed: string) => root.getByRole('textbox', { name: say(key), exact: true }).fill(typed);

/** Deliveries and sales. */
export class DeliveriesPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  open = () => this.page.goto('/app/stock/deliveries');

  async record(type: 'delivery' | 'sale', farm: string, ingredient: string, kg: string, price: string) {
    await this.page.getByRole('button', { name: say('operations:deliveries.create') }).click();
    const dialog = this.page.getByRole('dialog');
    // The switch's own inputs are hidden: its labels are clicked.
    await dialog.getByText(say(`operations:deliveries.types.${type}`), { exact: true }).click();
    await choose(this.page, dialog, say('operations:deliveries.farm'), farm);
    await choose(this.page, dialog, say('operations:deliveries.ingredient'), new RegExp(`^${ingredient} · `));
    await weight(dialog, 'operations:deliveries.weight', kg);
    await weight(dialog, 'operations:deliveries.price', price);
    await dialog.getByRole('button', { name: say('core:actions.save') }).click();
    await dialog.waitFor({ state: 'hidden' });
  }
}

/** One stock with its feeds. */
export class StockPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  open = (company: number, stock: number) => this.page.goto(`/app/companies/${company}/stocks/${stock}`);

  row = (ingredient: string): Locator =>
    this.page.getByRole('row').filter({ has: this.page.getByRole('button', { name: ingredient, exact: true }) });

  async count(ingredient: string, kg: string) {
    await this.page
      .getByRole('button', { name: say('pages:stocks.count.title') })
      .first()
      .click();
    await this.found(ingredient).fill(kg);
    await this.post();
    await this.page.getByRole('tab', { name: say('operations:stocks.contents') }).click();
  }

  /** The count sheet's field of a feed. */
  found = (ingredient: string): Locator =>
    this.page.getByRole('textbox', { name: say('pages:stocks.sheet.of_feed', { name: ingredient }), exact: true });

  /** Posts the count sheet. */
  async post() {
    const answer = this.page.waitForResponse(
      (response) => response.url().includes('/count-sheet/') && response.request().method() === 'POST',
    );
    await this.page.getByRole('button', { name: say('pages:stocks.sheet.post') }).click();
    expect((await answer).status()).toBe(201);
  }

  /** The moves, newest first. */
  async moves(): Promise<Locator> {
    await this.page.getByRole('tab', { name: say('pages:stocks.ledger.title') }).click();
    return this.page
      .getByRole('table', { name: say('pages:stocks.ledger.title') })
      .locator('tbody')
      .getByRole('row');
  }
}

/** The making of a compound feed. */
export class CraftPage {
  readonly page: Page;
  readonly submit: Locator;

  constructor(page: Page) {
    this.page = page;
    this.submit = page.getByRole('main').getByRole('button', { name: say('pages:fodder.craft'), exact: true });
  }

  open = (recipe: number) => this.page.goto(`/app/stock/fodder/${recipe}/craft`);

  weigh = (kg: string) => weight(this.page.getByRole('main'), 'pages:fodder.weight', kg);

  /** How much of a part there isn't. */
  missing = (part: string): Locator =>
    this.page
      .getByRole('row')
      .filter({ has: this.page.getByRole('cell', { name: part, exact: true }) })
      .getByRole('cell')
      .last();
}
