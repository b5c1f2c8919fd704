import type { Download, Locator, Page } from '@playwright/test';
import type { FarmCard } from '#contract/operations/farms.ts';
import { say } from '#tests/e2e/support/say.ts';

/** The list of the day. */
export class PlanningPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  open = ({ company, id }: Pick<FarmCard, 'company' | 'id'>) => this.page.goto(`/app/companies/${company}/farms/${id}/planning`);

  /** The feedings that no period made. */
  byHand = (): Locator => this.page.getByRole('region', { name: say('operations:planning.by_hand') }).getByRole('listitem');

  feeding = (ration: string): Locator => this.byHand().filter({ has: this.page.getByRole('button', { name: ration, exact: true }) });

  add = () => this.page.getByRole('button', { name: say('pages:schedule.add') }).click();

  /** The load sheets of the whole day. */
  async loadSheets(): Promise<Download> {
    await this.page.getByRole('button', { name: say('pages:load_sheet.title') }).click();
    const begun = this.page.waitForEvent('download');
    await this.page.getByRole('menuitem', { name: say('pages:load_sheet.whole_day') }).click();
    return begun;
  }

  load = (ration: string) =>
    this.feeding(ration)
      .getByRole('link', { name: say('operations:planning.load') })
      .click();
}
