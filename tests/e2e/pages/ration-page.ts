import type { Locator, Page } from '@playwright/test';
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

  /** Adds an ingredient with its share of the whole. */
  async add(ingredient: string, percent: string) {
    await this.page.getByRole('button', { name: say('pages:recipe.add') }).click();
    await this.page
      .getByRole('combobox', { name: say('pages:recipe.ingredient') })
      .last()
      .click();
    await this.page.getByRole('option', { name: ingredient, exact: true }).click();
    await this.share(ingredient).fill(percent);
  }

  answer = (key: 'compare' | 'keep' | 'take') => this.conflict.getByRole('button', { name: say(`core:conflict.${key}`) }).click();

  /** Both versions of a field, the own one first. */
  compared = (field: string): Locator =>
    this.conflict
      .getByRole('row')
      .filter({ has: this.page.getByRole('cell', { name: field, exact: true }) })
      .getByRole('cell');
}
