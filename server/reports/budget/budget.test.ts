import { expect } from 'vitest';
import { exportInput } from '#common/files/export-input.ts';
import { textColumns } from '#common/files/text-column.ts';
import { withTexts } from '#common/files/with-texts.ts';
import { toXlsx } from '#common/files/xlsx/xlsx.ts';
import { createFormatter } from '#common/format/formatter.ts';
import type { ReportData } from '#contract/reports/shape.ts';
import { firstConventions } from '#contract/words.ts';
import { rollUpDueDays } from '#server/reports/kit/day-roll-ups.ts';
import { make } from '#tests/support/factories.ts';
import { makePeriod, makeReadyFarm, type ReadyFarm } from '#tests/support/feeding.ts';
import { screenTexts } from '#tests/support/golden.ts';
import { insertMoves } from '#tests/support/insert-moves.ts';
import { tilesOf } from '#tests/support/reports/compare.ts';
import { recordDay } from '#tests/support/reports/fed-day.ts';
import { reportOf } from '#tests/support/reports/world.ts';
import { brokenRollUps } from '#tests/support/roll-ups.ts';
import { test } from '#tests/support/test.ts';
import { readWorkbook, recalculate } from '#tests/support/workbook.ts';

const TODAY = '2026-11-23';
test.override('now', `${TODAY}T08:00:00Z`);
const DAY = '2026-11-02';

let farm: ReadyFarm;
const owner = () => farm.client.owner;
const ask = (more = '', from = DAY, to = DAY) =>
  reportOf(owner(), `budget/?farm=${farm.farm}&planned_on_after=${from}&planned_on_before=${to}${more}`);
const line = (values: object) => ({ month: 11, heads: 2000, ...values });
async function approved(lines: object[], more: object = {}): Promise<number> {
  const { id } = await make(owner(), 'manager/budgets/', { farm: farm.farm, year: 2026, lines, ...more });
  expect((await owner().post(`manager/budgets/${id}/approve/`, {})).status).toBe(200);
  return id;
}
const EFFECTS = ['heads_effect', 'usage_effect', 'mix_effect', 'price_effect', 'shrink'] as const;
const pick = (row: Record<string, unknown>, keys: readonly string[]) => keys.map((key) => row[key]);
const sumCents = (rows: ReportData['rows'], key: string) => Math.round(rows.reduce((all, row) => all + Number(row[key]) * 100, 0)) / 100;

/** The example of ACCA, as a day on which 2 318 cows were fed where 2 000 were budgeted: a tenth of it a head. */
test.beforeEach(async ({ api }) => {
  farm = await makeReadyFarm(api);
  await recordDay(
    api,
    farm,
    DAY,
    {
      feeds: { [farm.silage]: { kg: 13_200, price: 10 }, [farm.hay]: { kg: 7600, price: 5 }, [farm.meal]: { kg: 5600, price: 9 } },
      groups: { [farm.cowsGroup]: { kg: 26_400, heads: 2318 } },
    },
    TODAY,
  );
});
const standard = (of: object) => [
  line({ ...of, ingredient: farm.silage, kg_per_head_day: 5, price: 10 }),
  line({ ...of, ingredient: farm.hay, kg_per_head_day: 4, price: 5 }),
  line({ ...of, ingredient: farm.meal, kg_per_head_day: 2, price: 9 }),
];

test('budget, fact and the causes between them, by feed, by group and by month, sum to the kopeck', async ({ api }) => {
  await approved(standard({ group: farm.cowsGroup }));
  // Losses found by a stock count belong to no animals.
  await insertMoves(api.database.acrossClients(), {
    client_id: farm.client.id,
    farm_id: farm.farm,
    stock_id: farm.stock,
    ingredient_id: farm.hay,
    at: `${DAY}T10:00:00Z`,
    day: DAY,
    kind: 'count',
    kg: -100,
    price: 4.5,
    value: -450,
  });
  const feeds = await ask();
  expect(feeds.totals).toMatchObject({ budget: 176_000, flexed: 203_984, fact: 220_850, difference: 44_850, causes_rest: 0 });
  expect(pick(feeds.totals, EFFECTS)).toEqual([27_984, 7216, 9200, 0, 450]);
  expect(feeds.rows).toHaveLength(3);
  const groups = await ask('&budget_rows=group');
  expect(groups.rows.map(({ unit, difference }) => [unit === null, difference])).toEqual([
    [false, 44_400],
    [true, 450],
  ]);
  const months = await ask('&budget_rows=month', '2026-01-01', '2026-12-31');
  // 22 days of November are over.
  expect(months.rows.map(({ month, budget }) => [month, budget])).toEqual([['2026-11-01', 176_000 * 22]]);
  for (const { rows, totals } of [feeds, groups, months]) {
    for (const key of ['budget', 'flexed', 'in_mix', 'at_standard', 'fed_cost', 'fact', 'difference', ...EFFECTS]) {
      expect(sumCents(rows, key), key).toBe(totals[key]);
    }
    expect(Math.round(EFFECTS.reduce((all, key) => all + Number(totals[key]) * 100, 0)) / 100).toBe(totals.difference);
  }
  // The waterfall closes.
  const steps = feeds.series[0]?.rows.map(({ difference }) => Number(difference)) ?? [];
  expect(steps.slice(0, -1).reduce((sum, step) => sum + step, 0)).toBe(steps.at(-1));
  // The rows of one feed don't depend on the other feeds in the query.
  const hay = await ask(`&ingredient=${farm.hay}`);
  expect(hay.rows).toEqual(feeds.rows.filter(({ ingredient_id }) => ingredient_id === farm.hay));
});

test('formulas of the workbook come to the same kopeck', async () => {
  await approved(standard({ group: farm.cowsGroup }).map((one, at) => ({ ...one, kg_per_head_day: 3.333333 + at, price: 7.77777 })));
  const data = await ask();
  const t = await screenTexts('uk');
  const format = createFormatter({ language: 'uk', ...firstConventions('uk'), timezone: 'UTC', currency: 'UAH' });
  const shown = { columns: textColumns(data.columns, t, format).filter(({ hidden }) => !hidden), rows: data.rows };
  const input = exportInput({ title: 'x', lines: [], data: withTexts(data, t, format.units), shown, searching: false, format, t });
  const [sheet] = await readWorkbook(await toXlsx(input));
  const live = recalculate(sheet!);
  const own = live.filter(({ formula }) => formula.startsWith('ROUND('));
  // Fact, four effects and the difference of three rows.
  expect(own).toHaveLength(18);
  for (const { address, formula, written, found } of live) expect(Math.abs(found - written), `${address} ${formula}`).toBeLessThan(1e-6);
  // Without the columns that it adds up, an effect is a figure.
  const few = { ...shown, columns: shown.columns.filter(({ key }) => key !== 'in_mix') };
  const [less] = await readWorkbook(await toXlsx(exportInput({ title: 'x', lines: [], data, shown: few, searching: false, format, t })));
  expect(recalculate(less!).filter(({ formula }) => formula.startsWith('ROUND('))).toHaveLength(12);
});

test('a group without lines of its own is counted by those of its type; who has no budget at all is of the heads', async ({ api }) => {
  await recordDay(
    api,
    farm,
    DAY,
    { feeds: { [farm.hay]: { kg: 500, price: 6 } }, groups: { [farm.heifers]: { kg: 500, heads: 50 } } },
    TODAY,
  );
  await approved(standard({ group: farm.cowsGroup }));
  const alone = await ask('&budget_rows=group');
  const heifers = alone.rows.find(({ budget }) => budget === 0);
  // 500 kg at the budget's price of hay, 5, which cost 6.
  expect(pick(heifers ?? {}, ['flexed', ...EFFECTS])).toEqual([2500, 2500, 0, 0, 500, 0]);
  await approved(
    [
      ...standard({ group: farm.cowsGroup }),
      line({ animal_type: farm.cows, heads: 40, ingredient: farm.hay, kg_per_head_day: 8, price: 5 }),
    ],
    {
      reason: 'Heifers',
    },
  );
  const typed = await ask('&budget_rows=group');
  const byType = typed.rows.find(({ group_id, type_id }) => group_id === null && type_id !== null);
  // 10 heads more of 8 kg, and 2 kg more a head.
  expect(pick(byType ?? {}, ['budget', ...EFFECTS])).toEqual([1600, 400, 500, 0, 500, 0]);
  expect(typed.totals.causes_rest).toBe(0);
});

test("budgets that aren't approved give only a note; the forecast is the fed feed and the plan from today on", async () => {
  const none = await ask();
  expect([none.rows, none.notes.map(({ code, count }) => [code, count])]).toEqual([[], [['budget_missing', 1]]]);
  const { id } = await make(owner(), 'manager/budgets/', { farm: farm.farm, year: 2026, lines: standard({ group: farm.cowsGroup }) });
  expect((await ask()).rows).toEqual([]);
  await owner().post(`manager/budgets/${id}/approve/`, {});
  const tiles = async () => tilesOf(await ask(), 'value');
  // 13 200 × 10 + 7 600 × 5 + 5 600 × 9; no plan yet.
  expect(await tiles()).toMatchObject({ forecast: 220_400, year_budget: 176_000 * 30, fact: 220_400 });
  await makePeriod(farm, { active: true });
  // 5 000 kg a day at 0.6 × 2 + 0.3 × 4 + 0.1 × 12, for the 39 days from today on.
  expect((await tiles()).forecast).toBe(220_400 + 5000 * 3.6 * 39);
});

test('stored months equal their days: before the roll-up, after it, and with a stale day', async ({ api }) => {
  // One group is budgeted as a group, the other by its animal type.
  const october = {
    feeds: { [farm.silage]: { kg: 1000, price: 3 } },
    groups: { [farm.cowsGroup]: { kg: 700, heads: 50 }, [farm.heifers]: { kg: 300, heads: 30 } },
  };
  for (const day of ['2026-09-30', '2026-10-01', '2026-10-31']) await recordDay(api, farm, day, october, TODAY);
  const [ofGroup] = standard({ group: farm.cowsGroup });
  await approved([
    ...standard({ group: farm.cowsGroup }),
    { ...ofGroup, month: 10 },
    { ...standard({ animal_type: farm.cows })[0], month: 10 },
  ]);
  const db = api.database.acrossClients();
  const answers = async () => {
    const of = async (from: string, to: string) => {
      const [{ rows, totals, tiles, series }, groups] = [await ask('', from, to), await ask('&budget_rows=group', from, to)];
      return { rows, totals, tiles, series, groups: groups.rows };
    };
    // Whole months, months begun, and the whole year.
    return [
      await of('2026-10-01', '2026-11-30'),
      await of('2026-09-30', '2026-10-31'),
      await of('2026-10-02', TODAY),
      await of('2026-01-01', TODAY),
    ];
  };
  const ofFacts = await answers();
  expect(ofFacts.map(({ totals }) => totals.fact)).toEqual([226_400, 9000, 223_400, 229_400]);
  expect(ofFacts.map(({ groups }) => groups.length)).toEqual([3, 4, 3, 5]);
  await rollUpDueDays(api.services);
  expect((await db.selectFrom('share_month').select('month').distinct().execute()).length).toBe(3);
  expect(await answers()).toEqual(ofFacts);
  await db.insertInto('feeding_day_due').values({ client_id: farm.client.id, farm_id: farm.farm, day: '2026-10-31' }).execute();
  expect(await answers()).toEqual(ofFacts);
  expect(await brokenRollUps(db)).toEqual([]);
});
