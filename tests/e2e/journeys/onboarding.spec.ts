import { FirstStepsGuide } from '#tests/e2e/pages/first-steps.ts';
import { RationPage } from '#tests/e2e/pages/ration-page.ts';
import { RecordingPage } from '#tests/e2e/pages/recording-page.ts';
import { ReportPage } from '#tests/e2e/pages/report-page.ts';
import { Shell } from '#tests/e2e/pages/shell.ts';
import { SignInPage } from '#tests/e2e/pages/sign-in-page.ts';
import { Hand } from '#tests/e2e/support/hand.ts';
import { PASSWORD, PEOPLE } from '#tests/e2e/support/people.ts';
import { say } from '#tests/e2e/support/say.ts';
import { expect, test } from '#tests/e2e/support/test.ts';

const OWNER = { email: 'owner@dawn.example', own: 'chosen-by-owner-1' };
const [COMPANY, FARM, STOCK, FEED, GROUP, RATION, MIXER, PERIOD] = [
  'ТОВ «Світанок»',
  'Ферма «Зоря»',
  'Силосна яма',
  'Силос кукурудзяний',
  'Дійні',
  'Дійний раціон',
  'Змішувач 12',
  'Ранок',
];
/** 40 heads × 25 kg. */
const PLAN = 1000;

/** Six seconds for each field and one for each click leave most of five minutes to spare. */
const MOST = { clicks: 25, fields: 30 };

test.describe('setting a client up', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a super administrator makes a client, whose owner comes from nothing to the first report', async ({ page }) => {
    const hand = new Hand(page);
    const guide = new FirstStepsGuide(page, hand);
    const signIn = new SignInPage(page);
    const button = (key: string) => page.getByRole('button', { name: say(key), exact: true });
    const enter = async (login: string, password: string) => {
      await hand.type(signIn.login, login);
      await hand.type(signIn.password, password);
      await hand.click(signIn.submit);
    };

    let link = '';
    await test.step('the client and its owner', async () => {
      await signIn.open();
      await enter(PEOPLE.root, PASSWORD);
      await hand.click(button('admin:clients.create'));
      const form = guide.dialog;
      await hand.type(guide.field(form, 'admin:users.company_name'), 'Господарство «Світанок»');
      await expect(guide.choices(form, 'admin:clients.currency')).toHaveValue('UAH');
      await hand.type(guide.field(form, 'core:fields.first_name'), 'Оксана');
      await hand.type(guide.field(form, 'core:fields.last_name'), 'Світанкова');
      await hand.type(guide.field(form, 'core:fields.email'), OWNER.email);
      await guide.saveStep();
      // The link is passed on to the owner.
      link = await page.getByRole('textbox', { name: say('pages:sign_in_link.invite.link') }).inputValue();
      await hand.click(form.getByRole('button', { name: say('core:actions.close'), exact: true }).last());
      await expect(page.getByRole('link', { name: 'Господарство «Світанок»' })).toBeVisible();
      await new Shell(page).signOut();
      hand.clicks += 2;
    });

    await test.step('the invitation, with a password of one’s own', async () => {
      await page.goto(link);
      await hand.type(page.locator('input[name=password]'), OWNER.own);
      await hand.type(page.locator('input[name=repeat_password]'), OWNER.own);
      await hand.click(page.locator('button[type=submit]'));
      await expect(guide.list).toBeVisible();
    });

    await test.step('company, farm, stock: each saved form opens the next one', async () => {
      await hand.type(guide.field(await guide.take('companies'), 'operations:companies.name'), COMPANY);
      await guide.saveStep();
      await hand.type(guide.field(await guide.led('farms'), 'operations:farms.name'), FARM);
      await guide.saveStep();
      await hand.type(guide.field(await guide.led('stocks'), 'operations:stocks.name'), STOCK);
      await guide.saveStep();
    });

    await test.step('usual feeds, with the farm and its store chosen', async () => {
      const form = await guide.led('ingredients');
      await expect(guide.choices(form, 'operations:ingredients.stock')).toHaveValue(STOCK);
      await guide.saveStep();
      await expect(page.getByText(FEED, { exact: true }).first()).toBeVisible();
    });

    await test.step('the present stock of a feed', async () => {
      const form = await guide.led('openings');
      await hand.type(form.getByRole('textbox', { name: `${say('pages:openings.kg')}: ${FEED}` }), '50000');
      await hand.type(form.getByRole('textbox', { name: `${say('pages:openings.price')}: ${FEED}` }), '1,5');
      await guide.saveStep();
    });

    await test.step('the group, its ration in kilograms per head, and the mixer', async () => {
      const group = await guide.led('groups');
      await hand.type(guide.field(group, 'operations:groups.name'), GROUP);
      // A typed name is added with the form.
      await hand.type(
        guide.choices(group, 'operations:groups.animal_type').or(guide.field(group, 'operations:groups.animal_type')),
        'Корови',
      );
      await hand.type(guide.field(group, 'operations:groups.heads'), '40');
      await guide.saveStep();
      const ration = new RationPage(page);
      await expect(ration.name).toBeVisible();
      await hand.type(ration.name, RATION);
      await hand.click(page.getByRole('button', { name: say('pages:recipe.add') }));
      // The list of the new row is open: a typed name and Enter choose the feed, and the focus goes to its weight.
      await page.keyboard.type('Силос кук');
      await page.keyboard.press('Enter');
      await expect(ration.amount('head_fresh', FEED)).toBeFocused();
      await page.keyboard.type('25');
      await page.keyboard.press('Control+Enter');
      const mixer = await guide.led('mixers');
      await hand.type(guide.field(mixer, 'operations:mixers.name'), MIXER);
      await hand.type(guide.field(mixer, 'operations:mixers.max_weight'), '12000');
      await guide.saveStep();
    });

    await test.step('a period with the only ration, mixer and group, and the ration’s kilograms per head', async () => {
      const period = await guide.led('schedules');
      await hand.type(guide.field(period, 'pages:periods.name'), PERIOD);
      await expect(guide.choices(period, 'pages:schedule.ration')).toHaveValue(RATION);
      await expect(guide.choices(period, 'pages:schedule.mixer')).toHaveValue(MIXER);
      await expect(period.getByRole('textbox', { name: `${say('pages:schedule.weight_per_head')}: ${GROUP}` })).toHaveValue('25');
      await guide.saveStep();
    });

    await test.step('the first feeding', async () => {
      const recording = new RecordingPage(page);
      await recording.beginLoad();
      await recording.weigh(FEED, PLAN + 5);
      await recording.endLoad();
      await recording.beginUnload();
      await recording.weigh(GROUP, PLAN + 5);
      await recording.endUnload();
      hand.clicks += 6;
      hand.fields += 2;
      await expect(recording.done()).toBeVisible();
    });

    await test.step('the first report shows the day that was recorded, and states this', async () => {
      await hand.click(button('pages:first_steps.report'));
      await expect(
        page.getByRole('status').filter({ hasText: say('pages:first_steps.later', { day: '\n' }).split('\n').at(-1)! }),
      ).toBeVisible();
      const report = new ReportPage(page);
      await expect(report.rows.filter({ hasText: GROUP })).toContainText(['1 005']);
      await expect(guide.line).toHaveCount(0);
    });

    console.log(`from nothing to the first report: ${hand.clicks} clicks, ${hand.fields} fields`);
    expect(hand.clicks).toBeLessThanOrEqual(MOST.clicks);
    expect(hand.fields).toBeLessThanOrEqual(MOST.fields);
  });
});
