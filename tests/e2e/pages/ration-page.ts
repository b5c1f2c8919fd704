import type { Locator, Page } from '@playwright/test';
import type { Hold, RationBasis } from '#contract/operations/ration-items.ts';
import { say } from '#tests/e2e/support/say.ts';

interface Farm {
  id: number;
  company: number;
}

/** A ration's editor. */
export class RationPage {
  readonly page: Page;
  readonly name: Locator;
  readonly save: Locator;
  readonly conflict: Locator;

  constructor(page: Page) {
    this.page = page;
    this.name = page.getByRole('textbox', { name: say('operations:rations.name'), exact: true });
    this.save = page.getByRole('button', { name: say('core:actions.save'), exact: true });
    this.conflict = page.getByRole('alert').filter({ hasText: say('core:errors.stale_version') });
  }

  open = ({ id, company }: Farm, ration: number | 'create') => this.page.goto(`/app/companies/${company}/farms/${id}/rations/${ration}`);

  share = (ingredient: string): Locator =>
    this.page.getByRole('textbox', { name: say('pages:recipe.percent_of', { name: ingredient }), exact: true });

  /** Adds an ingredient with its share of the whole, in the short editor of shares. */
  async add(ingredient: string, percent: string) {
    const shares = this.page.getByRole('radio', { name: say('pages:drymatter.bases.load_fresh') });
    if (!(await shares.isChecked())) await this.page.getByText(say('pages:drymatter.bases.load_fresh'), { exact: true }).click();
    await this.page.getByRole('button', { name: say('pages:recipe.add') }).click();
    await this.page
      .getByRole('combobox', { name: say('pages:recipe.ingredient') })
      .last()
      .click();
    await this.page.getByRole('option', { name: ingredient, exact: true }).click();
    await this.share(ingredient).fill(percent);
  }

  amount = (basis: RationBasis, ingredient: string): Locator =>
    this.page.getByRole('textbox', { name: `${say(`pages:drymatter.bases.${basis}`, { unit: 'кг' })}: ${ingredient}`, exact: true });

  /** From percent of the load to the four columns, and to a ration written in one of them. */
  async writeIn(basis: RationBasis) {
    await this.page.getByRole('switch', { name: say('pages:drymatter.more') }).click({ force: true });
    await this.choose(say('pages:drymatter.basis'), say(`pages:drymatter.bases.${basis}`, { unit: 'кг' }));
  }

  hold = (ingredient: string, what: Hold) =>
    this.choose(`${say('pages:drymatter.hold')}: ${ingredient}`, say(`pages:drymatter.holds.${what}`));

  private async choose(field: string, option: string) {
    await this.page.getByRole('combobox', { name: field, exact: true }).click();
    await this.page.getByRole('option', { name: option, exact: true }).click();
  }

  /** Pastes cells copied from another program into a first, empty row. */
  async paste(copied: string) {
    await this.page.getByRole('button', { name: say('pages:recipe.add') }).click();
    await this.page
      .getByRole('combobox', { name: say('pages:recipe.ingredient') })
      .last()
      .focus();
    await this.page.evaluate((text) => navigator.clipboard.writeText(text), copied);
    await this.page.keyboard.press('Control+v');
  }

  answer = (key: 'compare' | 'keep' | 'take') => this.conflict.getByRole('button', { name: say(`pages:conflict.${key}`) }).click();

  /** Both versions of a field, the own one first. */
  compared = (field: string): Locator =>
    this.conflict
      .getByRole('row')
      .filter({ has: this.page.getByRole('cell', { name: field, exact: true }) })
      .getByRole('cell');
}
