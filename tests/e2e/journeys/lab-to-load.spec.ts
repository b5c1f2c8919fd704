import type { Locator } from '@playwright/test';
import { addDays } from '#contract/days.ts';
import type { ScheduleRow } from '#contract/operations/feedings.ts';
import { makeFeeds } from '#tests/e2e/support/feeds.ts';
import { say } from '#tests/e2e/support/say.ts';
import { expect, test } from '#tests/e2e/support/test.ts';

interface Row {
  id: number;
  name: string;
}

test('eight clicks lead from a laboratory’s file to tomorrow’s loads with the cheapest ration', async ({ page, signedIn, api }) => {
  const owner = await api('owner');
  const { company, timezone, today } = await owner.farm();
  const farm = await owner.create<Row>('manager/farms/', { company, name: 'Ферма лабораторії', timezone });
  const { feeds } = await makeFeeds(owner, { id: farm.id, company }, ['Силос лабораторії', 'Макуха лабораторії']);
  const [silage, cake] = feeds as [Row, Row];
  await owner.change(`manager/ingredients/${cake.id}/`, { price: 5 });
  const protein = await owner.create<Row>('manager/nutrients/', { name: 'Протеїн лабораторії', per: 'dry' });
  for (const [{ id }, value] of [
    [silage, 9],
    [cake, 40],
  ] as const) {
    const values = [{ nutrient: protein.id, value }];
    await owner.create('manager/analyses/', { ingredient: id, sampled_on: addDays(today, -9), values });
  }
  const [animal] = await owner.get<Row[]>('manager/animaltypes/list/');
  const group = await owner.create<Row>('manager/groups/', {
    ...{ farm: farm.id, name: 'Корови лабораторії', animal_type: animal?.id, animal_count: 100 },
  });
  await owner.create('manager/norms/', { group: group.id, nutrient: protein.id, from: addDays(today, -9), min: 17 });
  const items = [
    { ingredient: silage.id, amount: 14 },
    { ingredient: cake.id, amount: 6 },
  ];
  const ration = await owner.create<Row>('manager/rations/', {
    ...{ farm: farm.id, name: 'Раціон лабораторії', basis: 'head_fresh', rounding: 0, items },
  });
  const mixer = await owner.create<Row>('manager/mixers/', { farm: farm.id, name: 'Міксер лабораторії', max_weight: 9000 });
  const jobs = [{ ration: ration.id, mixer: mixer.id, groups: [{ group: group.id, weight_per_head: 20 }] }];
  await owner.create('manager/loadings/', { farm: farm.id, name: 'Період лабораторії', active: true, jobs });

  let clicks = 0;
  const click = async (target: Locator) => {
    clicks += 1;
    await target.click();
  };
  const dialog = page.getByRole('dialog');
  await signedIn('owner');

  await test.step('the file of the laboratory becomes an analysis', async () => {
    await page.goto(`/app/stock/analyses?farm=${farm.id}`);
    await click(page.getByRole('button', { name: say('core:import.label') }));
    await dialog.getByRole('button', { name: say('import:choose') }).waitFor();
    const headings = [say('nutrients:analyses.ingredient'), say('nutrients:analyses.sampled_on'), `${protein.name}, %`];
    const text = [headings, [silage.name, today, '5']].map((line) => line.join(';')).join('\n');
    await page.locator('input[type=file]').setInputFiles({ name: 'lab.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await click(dialog.getByRole('button', { name: say('import:do_one', { count: 1 }) }));
    await expect(dialog).toBeHidden();
  });

  await test.step('the analysis names the ration that left its norm, and leads to its cheapest fix', async () => {
    await click(page.getByRole('button', { name: silage.name, exact: true }).first());
    await expect(dialog.getByRole('alert')).toContainText('18,3');
    await expect(dialog.getByRole('alert')).toContainText('15,5');
    await click(dialog.getByRole('link', { name: `${ration.name} · ${group.name}` }));
    await click(page.getByRole('combobox', { name: say('nutrients:leastcost.norms') }));
    await click(page.getByRole('option', { name: group.name }));
    await click(page.getByRole('button', { name: say('nutrients:leastcost.run') }));
    await expect(page.getByRole('region', { name: say('nutrients:leastcost.result') })).toBeVisible();
    await click(page.getByRole('button', { name: say('nutrients:leastcost.accept') }));
    await expect(page.getByText(say('nutrients:leastcost.accepted'))).toBeVisible();
    expect(clicks).toBe(8);
  });

  await test.step('tomorrow’s load has the new amounts', async () => {
    const tomorrow = addDays(today, 1);
    const [load] = (await owner.schedules(farm.id, tomorrow)) as [ScheduleRow];
    const planned = new Map(load.items.map(({ ingredient, weight_plan }) => [ingredient, weight_plan]));
    // 5 % × 13.142857 kg and 40 % × 6.857143 kg are 17 % of 20 kg, for 100 heads.
    expect(Math.abs((planned.get(silage.id) ?? 0) - 1314.286)).toBeLessThan(1);
    expect(Math.abs((planned.get(cake.id) ?? 0) - 685.714)).toBeLessThan(1);
    await page.goto(`/app/companies/${company}/farms/${farm.id}/planning?day=${tomorrow}`);
    await expect(page.getByText(ration.name).first()).toBeVisible();
  });
});
