import { expect } from 'vitest';
import type { DryMatterAnswer } from '#contract/operations/dry-matter.ts';
import { TESTS_A_MONTH } from '#contract/reports/dry-matter-view.ts';
import type { ReportData } from '#contract/reports/shape.ts';
import { make, makeIngredient } from '#tests/support/factories.ts';
import { moveTo, type ReadyFarm } from '#tests/support/feeding.ts';
import { test } from '#tests/support/test.ts';

let farm: ReadyFarm;
let wet: number;
let dry: number;
const answers: DryMatterAnswer[] = [];
/** Days of March, the feed, and percent; other weeks have none. */
const SAMPLES = [
  [1, 'wet', 32],
  [4, 'wet', 29.5],
  [4, 'dry', 86],
  [11, 'wet', 29.5],
  [20, 'wet', 33.1],
  [21, 'dry', 84],
] as const;

test.override('now', '2026-03-01T06:00:00Z');
test.beforeAll(async ({ api, farm: ready }) => {
  farm = ready;
  const caller = () => farm.client.owner;
  wet = (await makeIngredient(caller(), farm, { dry_matter: 30, price: 1.25 })).id;
  dry = (await makeIngredient(caller(), farm, { dry_matter: 88, price: 4.1 })).id;
  for (const [index, amounts] of [
    [70, 30],
    [55, 45],
  ].entries()) {
    const items = [
      { ingredient: wet, amount: amounts[0], hold: 'dry' },
      { ingredient: dry, amount: amounts[1], hold: 'dry' },
    ];
    const ration = await make(caller(), 'manager/rations/', {
      farm: farm.farm,
      name: `Held ${index}`,
      rounding: 0,
      basis: 'load_fresh',
      items,
    });
    const groups = [{ group: index === 0 ? farm.cowsGroup : farm.heifers, weight_per_head: 38.4 - index * 11 }];
    const jobs = [{ ration: ration.id, mixer: farm.mixer, groups }];
    await make(caller(), 'manager/loadings/', { farm: farm.farm, name: `P ${index}`, active: true, jobs });
  }
  for (const [day, of, percent] of SAMPLES) {
    await moveTo(api, farm, `2026-03-${String(day).padStart(2, '0')}T07:00:00Z`);
    const body = { ingredient: of === 'wet' ? wet : dry, percent, method: 'koster' };
    answers.push((await caller().post('manager/drymatter/', body)).data);
  }
});

const report = async (query = '', days = 'planned_on_after=2026-03-01&planned_on_before=2026-03-31'): Promise<ReportData> =>
  (await farm.client.owner.get(`report/dry_matter/make/?farm=${farm.farm}&${days}${query}`)).data;
const sum = (changes: DryMatterAnswer['changes'], of: 'was' | 'is') => changes.reduce((all, change) => all + change[of], 0);
const getPrice = (ingredient: number) => (ingredient === wet ? 1.25 : 4.1);
const findTile = ({ tiles }: ReportData, key: string) => tiles.find((tile) => tile.key === key)?.value;

test('kilograms and money moved are the sum of each feeding’s changes, and before + moved = after in rows and total', async () => {
  const { rows, totals } = await report();
  expect(rows).toHaveLength(SAMPLES.length);
  rows.forEach((row, index) => {
    const { changes, replanned } = answers[index]!;
    expect(row.load_before).toBeCloseTo(sum(changes, 'was'), 3);
    expect(row.load_after).toBeCloseTo(sum(changes, 'is'), 3);
    expect(row.cost_moved).toBeCloseTo(
      changes.reduce((all, { ingredient, was, is }) => all + (is - was) * getPrice(ingredient), 0),
      3,
    );
    expect(row.replanned).toBe(replanned);
    expect(Number(row.load_before) + Number(row.load_moved)).toBeCloseTo(Number(row.load_after), 6);
    // A wetter feed is loaded heavier, as long as something waits.
    if (replanned > 0) expect(Math.sign(Number(row.load_moved))).toBe(Math.sign(Number(row.dm_before) - Number(row.dm_used)));
  });
  expect(rows.some(({ load_moved }) => load_moved !== 0)).toBe(true);
  for (const key of ['load_before', 'load_moved', 'load_after', 'cost_moved', 'replanned'])
    expect(totals[key], key).toBeCloseTo(
      rows.reduce((all, row) => all + Number(row[key]), 0),
      5,
    );
});

test('dry matter of past loads stays unchanged after later measurements', () => {
  for (const { changes, ingredient, previous, used } of answers) {
    const own = changes.filter((change) => change.ingredient === ingredient);
    for (const { was, is } of own) expect((is * used!) / 100).toBeCloseTo((was * previous) / 100, 1);
  }
});

test('a measurement is as old as the days since the one before it of its feed, and narrowed by feed its line is drawn', async () => {
  const { rows, totals } = await report();
  expect(rows.map(({ days_since }) => days_since)).toEqual([null, 3, null, 7, 9, 17]);
  expect(totals.days_since).toBe(9);
  expect((await report('', 'planned_on_after=2026-03-11&planned_on_before=2026-03-20')).rows.map(({ days_since }) => days_since)).toEqual([
    7, 9,
  ]);
  const one = await report(`&ingredient=${wet}`);
  expect(one.series[0]?.rows.map(({ dm_measured }) => dm_measured)).toEqual([32, 29.5, 29.5, 33.1]);
  expect((await report()).series[0]?.rows).toEqual([]);
});

test('a feed’s measurements per month are shown next to the number advised for the size of the herd', async () => {
  const data = await report();
  expect(findTile(data, 'measurements')).toBe(6);
  // Twenty-one days of March are over, and two feeds were measured.
  expect(findTile(data, 'tests_a_month')).toBeCloseTo((6 / 2 / 21) * (365.25 / 12), 6);
  for (const { heads, tests } of TESTS_A_MONTH.slice(2)) {
    for (const [group, animal_count] of [
      [farm.cowsGroup, heads - 50],
      [farm.heifers, 50],
    ] as const)
      await farm.client.owner.put(`manager/groups/${group}/`, { animal_count });
    expect(findTile(await report(), 'tests_advised'), String(heads)).toBe(tests);
  }
});
