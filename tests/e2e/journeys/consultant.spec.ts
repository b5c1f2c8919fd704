import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { viewMails } from '#contract/reports/views.ts';
import type { RowOf } from '#contract/resource.ts';
import { mailFolder } from '#tests/e2e/support/address.ts';
import { Hand } from '#tests/e2e/support/hand.ts';
import { say } from '#tests/e2e/support/say.ts';
import { standing } from '#tests/e2e/support/standing.ts';
import { expect, test } from '#tests/e2e/support/test.ts';
import { decoded } from '#tests/support/mail-server.ts';

type Mailing = RowOf<typeof viewMails>;

/** The mails that the mail server accepted for that address. */
function mailsTo(parallelIndex: number, to: string): string[] {
  const folder = mailFolder(parallelIndex);
  return existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.startsWith(`${to} `))
        .map((name) => readFileSync(join(folder, name), 'utf8'))
    : [];
}
const panel = (page: Page) => page.getByRole('dialog');

test('a consultant compares two clients, saves the comparison and has it sent each week in six clicks; a refusal of the mail server is shown', async ({
  page,
  signIn,
  api,
}, { parallelIndex }) => {
  const consultant = await api('consultant');
  await signIn('consultant');
  const hand = new Hand(page);
  const to = `weekly-${Date.now()}@farm.test`;

  await test.step('set up', async () => {
    await hand.click(page.getByRole('region', { name: say('pages:home.board') }).getByRole('link', { name: say('pages:home.all') }));
    await standing(page);
    await hand.click(page.getByRole('button', { name: say('reports:filter.pass_on') }));
    await hand.type(panel(page).getByRole('textbox', { name: say('pages:shared.to') }), to);
    await hand.type(panel(page).getByRole('textbox', { name: say('pages:shared.name') }), 'Мої двоє');
    await hand.click(panel(page).getByRole('button', { name: say('pages:shared.set_up') }));
    await expect(
      panel(page)
        .getByRole('list', { name: say('pages:views.mails') })
        .getByText(to),
    ).toBeVisible();
    await expect(panel(page).getByRole('link', { name: 'Мої двоє' })).toBeVisible();
    expect(hand.clicks).toBeLessThanOrEqual(6);
  });

  await test.step('its owner is asked, in a mail that came', async () => {
    await expect.poll(() => mailsTo(parallelIndex, to).length).toBe(1);
    const secret = /\/(p\d+-\d+-[\w-]{43})/.exec(decoded(mailsTo(parallelIndex, to)[0] ?? ''))?.[1];
    await page.goto(`/reports-by-mail/${secret}`);
    await page.getByRole('button', { name: say('pages:mail_consent.yes') }).click();
    await expect.poll(async () => (await consultant.get<Mailing[]>('dashboard/view-mails/'))[0]?.addresses[0]?.state).toBe('confirmed');
  });

  await test.step('a refusal is shown, and no input is lost', async () => {
    await page.goto('/app/compare');
    await standing(page);
    await page.getByRole('button', { name: say('reports:filter.pass_on') }).click();
    const refused = `refused-${Date.now()}@farm.test`;
    await panel(page)
      .getByRole('textbox', { name: say('pages:shared.to') })
      .fill(refused);
    await panel(page)
      .getByRole('textbox', { name: say('pages:shared.name') })
      .fill('Відмова');
    await panel(page)
      .getByRole('button', { name: say('pages:shared.set_up') })
      .click();
    const list = panel(page).getByRole('list', { name: say('pages:views.mails') });
    await expect(list.getByText(`550 no room for ${refused}`)).toBeVisible();
    expect((await consultant.get<Mailing[]>('dashboard/view-mails/')).map(({ saved_name }) => saved_name).toSorted()).toEqual([
      'Відмова',
      'Мої двоє',
    ]);
  });

  for (const { id, saved } of await consultant.get<Mailing[]>('dashboard/view-mails/')) {
    await consultant.remove(`dashboard/view-mails/${id}/`);
    await consultant.remove(`dashboard/views/${saved}/`);
  }
});
