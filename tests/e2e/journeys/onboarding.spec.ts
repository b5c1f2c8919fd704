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

const OWNER = { email: 'owner@dawn.example', given: 'given-by-root-1', own: 'chosen-by-owner-1' };
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

/** A second for each click and six for each field leave most of five minutes to spare. */
const MOST = { clicks: 60, fields: 36 };

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
      await hand.type(form.getByLabel(say('core:fields.password'), { exact: true }), OWNER.given);
      await guide.save();
      await expect(page.getByRole('link', { name: 'Господарство «Світанок»' })).toBeVisible();
      await new Shell(page).signOut();
      hand.clicks += 2;
    });

    await test.step('a password of one’s own', async () => {
      await enter(OWNER.email, OWNER.given);
      await hand.type(page.locator('input[name=new_password]'), OWNER.own);
      await hand.type(page.locator('input[name=repeat_password]'), OWNER.own);
      const present = page.locator('input[name=password]');
      if ((await present.inputValue()) === '') await hand.type(present, OWNER.given);
      await hand.click(page.locator('button[type=submit]'));
      await expect(guide.list).toBeVisible();
    });

    await test.step('company, farm, stock', async () => {
      await hand.type(guide.field(await guide.take('companies'), 'operations:companies.name'), COMPANY);
      await guide.save();
      await hand.type(guide.field(await guide.take('farms'), 'operations:farms.name'), FARM);
      await guide.save();
      await hand.type(guide.field(await guide.take('stocks'), 'operations:stocks.name'), STOCK);
      await guide.save();
      await expect(guide.line).toContainText(say('pages:first_steps.so_far', { done: 3, all: 10 }));
    });

    await test.step('a feed that is delivered', async () => {
      const form = await guide.take('ingredients');
      await hand.type(guide.field(form, 'operations:ingredients.name'), FEED);
      await hand.type(guide.field(form, 'operations:ingredients.type'), 'Силос');
      await hand.click(page.getByRole('option').last());
      await hand.choose(guide.choices(form, 'operations:ingredients.stock'), STOCK);
      await hand.type(guide.field(form, 'operations:ingredients.price'), '1,5');
      await hand.type(guide.field(form, 'operations:ingredients.dry_matter'), '34');
      await guide.save();
      const delivery = await guide.take('deliveries');
      await hand.choose(guide.choices(delivery, 'operations:deliveries.ingredient'), new RegExp(FEED));
      await hand.type(guide.field(delivery, 'operations:deliveries.weight'), '50000');
      await hand.type(guide.field(delivery, 'operations:deliveries.price'), '1,5');
      await guide.save();
    });

    await test.step('the groups, their feed and their mixers', async () => {
      const group = await guide.take('groups');
      await hand.type(guide.field(group, 'operations:groups.name'), GROUP);
      await hand.type(guide.field(group, 'operations:groups.animal_type'), 'Корови');
      await hand.click(page.getByRole('option').last());
      await hand.type(guide.field(group, 'operations:groups.heads'), '40');
      await guide.save();
      await guide.take('rations');
      const ration = new RationPage(page);
      await hand.type(ration.name, RATION);
      await ration.add(FEED, '100');
      hand.clicks += 3;
      hand.fields += 1;
      await hand.click(ration.save);
      const mixer = await guide.take('mixers');
      await hand.type(guide.field(mixer, 'operations:mixers.name'), MIXER);
      await hand.type(guide.field(mixer, 'operations:mixers.max_weight'), '12000');
      await guide.save();
    });

    await test.step('a period that is planned every day', async () => {
      const period = await guide.take('schedules');
      await hand.type(guide.field(period, 'pages:periods.name'), PERIOD);
      await hand.click(period.getByRole('button', { name: say('pages:periods.add_job') }));
      await hand.choose(guide.choices(period, 'pages:schedule.ration'), RATION);
      await hand.choose(guide.choices(period, 'pages:schedule.mixer'), MIXER);
      await hand.choose(guide.choices(period, 'pages:schedule.add_group'), GROUP);
      await hand.type(period.getByRole('textbox', { name: `${say('pages:schedule.weight_per_head')}: ${GROUP}` }), '25');
      await guide.save();
    });

    await test.step('the first feeding', async () => {
      await guide.take('records');
      await hand.click(page.getByRole('link', { name: say('operations:planning.load') }));
      const recording = new RecordingPage(page);
      await recording.beginLoad();
      await recording.weigh(FEED, PLAN + 5);
      await recording.endLoad();
      await recording.beginUnload();
      await recording.weigh(GROUP, PLAN + 5);
      await recording.endUnload();
      await expect(recording.done()).toBeVisible();
      hand.clicks += 6;
      hand.fields += 2;
      await expect(guide.line).toHaveCount(0);
    });

    await test.step('the first report', async () => {
      await new Shell(page).toReport(say('reports:report.planfeed'));
      // A report begins with whole days, and the first one is still going on.
      await page.getByRole('button', { name: new RegExp(`^${say('reports:filter.period')}`) }).click();
      await page.getByText(say('reports:preset.today'), { exact: true }).click();
      hand.clicks += 4;
      const report = new ReportPage(page);
      await expect(report.rows.filter({ hasText: GROUP })).toContainText(['1 005']);
    });

    console.log(`from nothing to the first report: ${hand.clicks} clicks, ${hand.fields} fields`);
    expect(hand.clicks).toBeLessThanOrEqual(MOST.clicks);
    expect(hand.fields).toBeLessThanOrEqual(MOST.fields);
  });
});
