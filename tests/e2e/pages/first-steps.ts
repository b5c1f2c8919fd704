import { expect, type Locator, type Page } from '@playwright/test';
import type { FirstStep } from '#contract/operations/first-steps.ts';
import { STEPS } from '#src/operations/first-steps/steps.ts';
import type { Hand } from '#tests/e2e/support/hand.ts';
import { say } from '#tests/e2e/support/say.ts';

/** The way from nothing to the first report, as the list and the line over each screen lead it. */
export class FirstStepsGuide {
  readonly list: Locator;
  readonly line: Locator;
  readonly dialog: Locator;
  private readonly hand: Hand;

  constructor(page: Page, hand: Hand) {
    this.hand = hand;
    this.list = page.getByRole('region', { name: say('operations:first_steps.title') });
    this.line = page.getByRole('navigation', { name: say('operations:first_steps.title') });
    this.dialog = page.getByRole('dialog');
  }

  /** Opens a step by the list or the banner, depending on the screen; its form is open then. */
  async take(step: FirstStep): Promise<Locator> {
    const name = new RegExp(`${say(STEPS[step].label)}$`);
    await this.hand.click(this.list.or(this.line).getByRole('link', { name }));
    return this.dialog;
  }

  /** The form that opened automatically after the step before was saved. */
  async led(step: FirstStep): Promise<Locator> {
    await expect(this.dialog.getByText(say(STEPS[step].label), { exact: true })).toBeVisible();
    return this.dialog;
  }

  field = (form: Locator, key: string): Locator => form.getByRole('textbox', { name: say(key), exact: true });
  choices = (form: Locator, key: string): Locator => form.getByRole('combobox', { name: say(key), exact: true });

  /** Saves the form of a step. The form of the next step opens instead of it. */
  saveStep = () => this.hand.click(this.dialog.getByRole('button', { name: say('core:actions.save'), exact: true }));

  async save() {
    await this.hand.click(this.dialog.getByRole('button', { name: say('core:actions.save'), exact: true }));
    await this.dialog.waitFor({ state: 'hidden' });
  }
}
