import { ReportPage } from '#tests/e2e/pages/report-page.ts';
import { makeFeedingFarm } from '#tests/e2e/support/feeding-farm.ts';
import { Hand } from '#tests/e2e/support/hand.ts';
import { say } from '#tests/e2e/support/say.ts';
import { expect, test } from '#tests/e2e/support/test.ts';

const LABELS = ['Вилизано', 'Саме так', 'Лишилося'] as const;
const GROUPS = ['Загін шкали 1', 'Загін шкали 2'] as const;

test('a farm sets its own scale with call percent in six clicks, walks two bunks in four, and the report shows its labels', async ({
  page,
  signedIn,
  api,
}) => {
  const owner = await api('owner');
  const { company } = await owner.farm();
  const farm = await makeFeedingFarm(owner, company, { name: 'Ферма шкали', feeds: { 'Корм шкали': 100 }, groups: GROUPS });
  await signedIn('owner');
  const hand = new Hand(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/app/companies/${company}/farms/${farm.id}/planning/bunks`);

  await test.step('own labels', async () => {
    await hand.click(page.getByRole('button', { name: say('pages:daily_call.set_up'), exact: true }));
    const dialog = page.getByRole('dialog');
    await hand.choose(dialog.getByRole('combobox', { name: say('pages:daily_call.scale_of_farm') }), say('pages:daily_call.scales.own'));
    for (const [index, label] of LABELS.entries())
      await hand.type(dialog.getByRole('textbox', { name: say('pages:daily_call.label') }).nth(index), label);
    // From 5 to 6 %.
    const clean = dialog.getByRole('group', { name: LABELS[0], exact: true });
    for (let half = 0; half < 2; half++) await hand.click(clean.getByRole('button', { name: say('pages:daily_call.more'), exact: true }));
    await hand.click(dialog.getByRole('button', { name: say('core:actions.save'), exact: true }));
    await expect(dialog).toHaveCount(0);
    expect([hand.clicks, hand.fields]).toEqual([6, 3]);
  });

  await test.step('the walk', async () => {
    hand.clicks = 0;
    const walked = [
      { group: GROUPS[0], label: LABELS[0], percent: 6 },
      { group: GROUPS[1], label: LABELS[2], percent: -5 },
    ];
    for (const { group, label } of walked) {
      const card = page.getByRole('region', { name: group, exact: true });
      await hand.click(card.getByText(label, { exact: true }));
      await hand.click(card.getByRole('button', { name: /^Годувати/ }));
    }
    expect(hand.clicks).toBeLessThanOrEqual(4);
    const stored = async () =>
      (await owner.get<{ group_name: string; percent: number }[]>(`manager/calls/?farm=${farm.id}&ordering=group_name`)).map(
        ({ group_name, percent }) => [group_name, percent],
      );
    await expect.poll(stored).toEqual(walked.map(({ group, percent }) => [group, percent]));
  });

  await test.step('the report', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const report = new ReportPage(page);
    await report.open('bunk', `farm=${farm.id}&planned_on_after=${farm.today}&planned_on_before=${farm.today}`);
    for (const label of [LABELS[0], LABELS[2]]) await expect(report.grid.getByText(label).first()).toBeVisible();
  });
});
