import type { Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { Shell } from '#tests/e2e/pages/shell.ts';
import { SignInPage } from '#tests/e2e/pages/sign-in-page.ts';
import type { Api } from '#tests/e2e/support/api.ts';
import { PASSWORD } from '#tests/e2e/support/people.ts';
import { say } from '#tests/e2e/support/say.ts';
import { expect, test } from '#tests/e2e/support/test.ts';

const GIVEN = 'given-at-the-desk-1';
const OWN = 'known-to-me-alone-1';
const STEP_SECONDS = 30;

interface Person {
  id: number;
  email: string;
  name: string;
}

let made = 0;
/** A separate account for each journey, because it changes how the account signs in. */
async function makePerson(root: Api, type: 'client' | 'staff' = 'client'): Promise<Person> {
  const [client] = await root.get<{ id: number }[]>('dashboard/clients/?ordering=company_name');
  const last = `Захищенко${++made}-${Date.now()}`;
  const email = `${Date.now()}-${made}@security.test`;
  const { id } = await root.create<{ id: number }>('dashboard/users/create/', {
    first_name: 'Іван',
    last_name: last,
    email,
    phone: '',
    user_type: type,
    ...(type === 'client' ? { client: client?.id } : {}),
    password: GIVEN,
  });
  // A password that somebody else gave has to be replaced before anything else.
  await (await root.as(email, GIVEN)).change('auth/me/', { password: GIVEN, new_password: PASSWORD });
  return { id, email, name: `Іван ${last}` };
}

const lock = async (root: Api, { id }: Person) => {
  const { version } = await root.get<{ version: number }>(`dashboard/users/${id}/`);
  await root.change(`dashboard/users/${id}/`, { locked: true, version });
};

async function signInAs(page: Page, { email }: Person, password = PASSWORD) {
  const signIn = new SignInPage(page);
  await signIn.open();
  await signIn.signIn(email, password);
}

/** Opens the three dots of a person's row in the list of users. */
async function openActions(page: Page, { email, name }: Person) {
  await page.goto(`/app/users?search=${encodeURIComponent(email)}`);
  await page.getByRole('button', { name: say('core:actions.more', { name }) }).click();
}

/** No code is accepted twice, so that the test uses the code of the next step, which the server allows. */
const nextCode = (secret: string) => new TOTP({ secret }).generate({ timestamp: Date.now() + STEP_SECONDS * 1000 });

const security = async (page: Page) => {
  await new Shell(page).user.click();
  await page.getByRole('button', { name: say('core:security.title'), exact: true }).click();
  return page.getByRole('dialog', { name: say('core:security.title') });
};

test.describe('signing in safely', () => {
  // A code is asked for, or a session is refused, on purpose.
  test.use({ expectedComplaints: ['400', '401', '403'] });

  test('a second step is set up, asked for at the next sign-in, and turned off', async ({ page, api }) => {
    const person = await makePerson(await api('root'));
    await signInAs(page, person);
    await expect(page).toHaveURL(/\/app\/companies/);
    const dialog = await security(page);
    await dialog.getByRole('button', { name: say('pages:security.second_factor.turn_on') }).click();
    const setup = page.getByRole('dialog', { name: say('core:auth.second_factor.title') });
    await setup.locator('input[name=password]').fill(PASSWORD);
    await setup.locator('button[type=submit]').click();
    const secret = ((await setup.locator('code').textContent()) ?? '').replaceAll(/\s/g, '');
    await setup.locator('input[name=code]').fill(new TOTP({ secret }).generate());
    await setup.locator('button[type=submit]').click();
    await expect(setup.getByRole('listitem')).toHaveCount(10);
    const [recovery = '', spare = ''] = await setup.getByRole('listitem').allTextContents();
    // A stray key doesn't take the codes away: they are shown once.
    await page.keyboard.press('Escape');
    await setup.getByRole('button', { name: say('core:auth.second_factor.done') }).click();
    await expect(page.getByText(say('pages:security.second_factor.on'))).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await new Shell(page).signOut();
    await expect(page).toHaveURL(/\/auth/);

    const signIn = new SignInPage(page);
    await signIn.signIn(person.email);
    const code = page.locator('input[name=code]');
    await expect(code).toBeFocused();
    await expect(page.getByText(say('core:auth.code_hint'))).toBeVisible();
    await code.fill('000000');
    await signIn.submit.click();
    await expect(page.getByText(say('core:errors.wrong_code'))).toBeVisible();
    await code.fill(nextCode(secret));
    await signIn.submit.click();
    await expect(page).toHaveURL(/\/app\/companies/);

    await new Shell(page).signOut();
    await signIn.signIn(person.email);
    await code.fill(recovery);
    await signIn.submit.click();
    await expect(page).toHaveURL(/\/app\/companies/);
    await (await security(page)).getByRole('button', { name: say('pages:security.second_factor.turn_off') }).click();
    const off = page.getByRole('dialog', { name: say('core:auth.second_factor.title') });
    await off.getByLabel(say('core:fields.present_password')).fill(PASSWORD);
    await page.keyboard.press('Enter');
    // The password alone isn't enough, and neither is a code that was used.
    await expect(off.getByText(say('core:errors.second_factor'))).toBeVisible();
    await off.getByLabel(say('core:fields.code')).fill(recovery);
    await page.keyboard.press('Enter');
    await expect(off.getByText(say('core:errors.wrong_code'))).toBeVisible();
    await off.getByLabel(say('core:fields.code')).fill(spare);
    await page.keyboard.press('Enter');
    await expect(page.getByText(say('pages:security.second_factor.off'))).toBeVisible();
  });

  test('a password that an administrator set has to be changed before anything else', async ({ page, signedIn, api }) => {
    const person = await makePerson(await api('root'));
    await signedIn('root');
    await openActions(page, person);
    await page.getByRole('menuitem', { name: say('admin:password.action') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('input').first().fill(GIVEN);
    await dialog.locator('input').last().fill(GIVEN);
    await page.keyboard.press('Enter');
    await expect(page.getByText(say('admin:password.done'))).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await new Shell(page).signOut();

    await signInAs(page, person, GIVEN);
    await expect(page.getByText(say('core:auth.duty.password'))).toBeVisible();
    await page.goto('/app/companies');
    await expect(page.getByText(say('core:auth.duty.password'))).toBeVisible();
    await page.locator('input[name=password]').fill(GIVEN);
    await page.locator('input[name=new_password]').fill(OWN);
    await page.locator('input[name=repeat_password]').fill(OWN);
    await page.locator('button[type=submit]').click();
    await expect(page).toHaveURL(/\/app\/companies/);
    await new Shell(page).signOut();
    await signInAs(page, person, OWN);
    await expect(page).toHaveURL(/\/app\/companies/);
  });

  test('a newly required second factor interrupts people at work, who set it up and continue', async ({ page, api }) => {
    const root = await api('root');
    const person = await makePerson(root, 'staff');
    await signInAs(page, person);
    await expect(page).toHaveURL(/\/app\/clients$/);
    const { second_factor } = await root.get<{ second_factor: string[] }>('dashboard/security/');
    await root.change('dashboard/security/', { second_factor: [...second_factor, 'staff'] });
    try {
      await expect(page.getByText(say('core:auth.duty.second_factor'))).toBeVisible();
      await page.getByRole('button', { name: say('core:menu.sign_out') }).click();
      const signIn = new SignInPage(page);
      await signIn.signIn(person.email);
      // The form that asked for the login has a password field, too.
      await expect(page.getByText(say('core:auth.duty.second_factor'))).toBeVisible();
      await page.locator('input[name=password]').fill(PASSWORD);
      await page.keyboard.press('Enter');
      const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(/\s/g, '');
      await page.locator('input[name=code]').fill(new TOTP({ secret }).generate());
      await page.keyboard.press('Enter');
      await expect(page.getByRole('button', { name: say('core:auth.second_factor.copy') })).toBeFocused();
      await page.getByRole('button', { name: say('core:auth.second_factor.done') }).click();
      await expect(page).toHaveURL(/\/app\/clients$/);
    } finally {
      await root.change('dashboard/security/', { second_factor });
    }
  });

  test('an administrator impersonates a user, sees this on every screen, and returns', async ({ page, signedIn, api }) => {
    const person = await makePerson(await api('root'));
    await signedIn('root');
    await openActions(page, person);
    await page.getByRole('menuitem', { name: say('admin:view_as.action') }).click();
    const notice = page.getByText(say('core:viewing.text', { name: person.name }));
    await expect(page).toHaveURL(/\/app\/companies/);
    await expect(notice).toBeVisible();
    await page.goto('/app/reports/planfeed');
    await expect(page.getByRole('figure').first()).toBeVisible();
    await expect(notice).toBeVisible();
    await page.getByRole('button', { name: say('core:viewing.leave') }).click();
    await expect(page).toHaveURL(/\/app\/clients$/);
    await expect(notice).toHaveCount(0);
  });

  test('the open screen of a locked user goes to the sign-in page automatically', async ({ page, api }) => {
    const root = await api('root');
    const person = await makePerson(root);
    await signInAs(page, person);
    await expect(page).toHaveURL(/\/app\/companies/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await lock(root, person);
    await expect(page).toHaveURL(/\/auth/);
    await new SignInPage(page).signIn(person.email);
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(page).toHaveURL(/\/auth/);
  });
});
