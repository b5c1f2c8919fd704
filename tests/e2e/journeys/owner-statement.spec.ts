import { readFileSync } from 'node:fs';
import { addDays } from '#contract/days.ts';
import { makeFeeds } from '#tests/e2e/support/feeds.ts';
import { Hand } from '#tests/e2e/support/hand.ts';
import { say } from '#tests/e2e/support/say.ts';
import { expect, test } from '#tests/e2e/support/test.ts';

interface Row {
  id: number;
  name: string;
}

const FARM = 'Ферма власників';
const OWNERS = ['Ранчо «Північ»', 'Ранчо «Південь»'];

test('a month’s statements of two owners are made, checked and saved in eight clicks from the first page on', async ({
  page,
  signIn,
  api,
}) => {
  const owner = await api('owner');
  const { company, today } = await owner.farm();
  const month = addDays(`${today.slice(0, 7)}-01`, -1).slice(0, 7);
  const { id: farm } = await owner.create<Row>('manager/farms/', { company, name: FARM });
  const { feeds } = await makeFeeds(owner, { id: farm, company }, ['Корм власників']);
  const [type] = await owner.get<Row[]>('manager/animaltypes/');
  const groups: Row[] = [];
  for (const name of ['Загін 1', 'Загін 2', 'Своя група'])
    groups.push(await owner.create('manager/groups/', { farm, name, animal_type: type?.id, animal_count: 40 }));
  for (const [at, name] of OWNERS.entries()) {
    const { id } = await owner.create<Row>('manager/deliveries/companies/', { name });
    const terms = { markup: 5 + at, yardage: 12.5 };
    await owner.create('manager/groupowners/', { group: groups[at]?.id, owner: id, from: `${month}-01`, ...terms });
    await owner.create('manager/ownerlines/', { farm, owner: id, day: `${month}-12`, text: 'Ліки', amount: 480.5 });
  }
  const mixer = await owner.create<Row>('manager/mixers/', { farm, name: 'Змішувач власників', max_weight: 10_000 });
  const load = { load: 'owners 1', at: `${month}-10T06:00:00Z`, mixer: mixer.id };
  await owner.create('schedule/schedules/import/', {
    farm,
    items: feeds.map(({ id }) => ({ ...load, ingredient: id, actual: 3000 })),
    groups: groups.map(({ id }) => ({ ...load, group: id, actual: 1000 })),
  });
  await owner.create('report/additional/', { farm, kind: 'blank', name: 'Бланк власників', report_type: 'owner_statement' });
  await signIn('owner');
  const hand = new Hand(page);

  await hand.click(page.locator('aside nav').getByRole('link', { name: say('core:menu.month'), exact: true }));
  await hand.click(page.locator('aside nav').getByRole('link', { name: say('reports:form.title'), exact: true }));
  await hand.choose(page.getByRole('combobox', { name: say('reports:filter.farm') }), FARM);
  await hand.choose(page.getByRole('combobox', { name: say('pages:form.type') }), say('reports:report.owner_statement'));
  await hand.click(page.getByRole('button', { name: say('pages:form.make'), exact: true }));
  for (const name of OWNERS) {
    const statement = page.getByRole('region', { name: new RegExp(`: ${name}$`) });
    await expect(statement.getByText('Ліки')).toBeVisible();
    await expect(statement.getByRole('row', { name: new RegExp(say('pages:headings.owner_statement.yardage')) })).toBeVisible();
  }
  const check = page.getByRole('region', { name: new RegExp(`^${say('reports:series.owner_check')}`) });
  await expect(check.getByRole('row', { name: new RegExp(say('reports:owner_check.difference')) })).toHaveText(
    `${say('reports:owner_check.difference')}0`,
  );
  const saved = page.waitForEvent('download');
  await hand.click(page.getByRole('button', { name: 'PDF', exact: true }));
  expect(
    readFileSync(await (await saved).path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  expect(hand.clicks).toBeLessThanOrEqual(8);

  // On a phone each value of a line is next to its heading, and nothing is cut off.
  await page.setViewportSize({ width: 390, height: 844 });
  for (const name of OWNERS) {
    const table = page.getByRole('region', { name, exact: true });
    await table.getByText('Ліки').scrollIntoViewIfNeeded();
    await expect(table.getByText('480,50').first()).toBeInViewport({ ratio: 1 });
    expect(await table.evaluate((node) => node.scrollWidth - node.clientWidth)).toBe(0);
  }
});
