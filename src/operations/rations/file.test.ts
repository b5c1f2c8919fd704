import { expect } from 'vitest';
import { readFile } from '#common/files/incoming/read.ts';
import type { Language } from '#contract/kinds.ts';
import { RATION_BASES } from '#contract/operations/ration-items.ts';
import { planOf } from '#src/core/resource/import/plan-of.ts';
import { make, makeIngredient } from '#tests/support/factories.ts';
import { screenTexts } from '#tests/support/golden.ts';
import { test } from '#tests/support/test.ts';
import { everyText, throughFile } from '#tests/support/through-file.ts';
import type { Ration } from './columns.ts';
import { rationFile } from './file.ts';

const DAY = '2026-03-10';
const AT = 'manager/rations/';

test.override('now', `${DAY}T10:00:00Z`);

const through = (rows: readonly Ration[], language: Language, without: readonly string[] = []) =>
  throughFile((t) => rationFile(t, 1, {}, true), rows, language, without);

test('a ration in any basis is unchanged after export and import, in kilograms and pounds, and its copy has the same load to the gram', async ({
  farm,
}) => {
  const { owner } = farm.client;
  const makeFeed = async (name: string, dry_matter: number) => (await makeIngredient(owner, farm, { name, dry_matter, price: 1 })).id;
  const [silage, barley, premix, water] = [
    await makeFeed('Silage', 33.3),
    await makeFeed('Barley', 88),
    await makeFeed('Premix', 97),
    await makeFeed('Water', 0),
  ];
  const amounts = { head_fresh: [31.234567, 4.4, 0.012], head_dry: [10.4, 3.872, 0.01164] } as const;
  const buildItems = (basis: (typeof RATION_BASES)[number]) => {
    const [one, two, three] = basis === 'head_fresh' || basis === 'head_dry' ? amounts[basis] : [87.654321, 12.333333, 0.012346];
    return [
      { ingredient: silage, amount: one, hold: 'dry' },
      { ingredient: barley, amount: two },
      { ingredient: premix, amount: three, hold: 'dry' },
    ];
  };
  const made: number[] = [];
  for (const [index, basis] of RATION_BASES.entries()) {
    const wet = index % 2 === 0 ? { target_dry_matter: 38.5, water, density: 320 } : {};
    made.push((await make(owner, AT, { farm: farm.farm, name: `By ${basis}`, rounding: 0, basis, items: buildItems(basis), ...wet })).id);
  }
  // Dry amounts have larger fresh loads now; the file contains the dry matter at writing.
  await owner.put(`manager/ingredients/${silage}/`, { dry_matter: 30 });
  const read = async (ids: readonly number[]) =>
    ((await owner.get(`${AT}?farm=${farm.farm}`)).data as Ration[]).filter(({ id }) => ids.includes(id)).toSorted((a, b) => a.id - b.id);
  const send = async (rows: object[]) => {
    const { status, data, errors } = await owner.post(`${AT}import/`, { farm: farm.farm, rows });
    expect(errors ?? {}).toEqual({});
    expect(status).toBe(200);
    return data as { rows: { id: number; action: string }[] };
  };
  const planned = async (ration: number) => {
    const groups = [{ group: farm.cowsGroup, weight_per_head: 41.7 }];
    const { data } = await owner.post('schedule/schedules/', { farm: farm.farm, planned_on: DAY, ration, mixer: farm.mixer, groups });
    return (data.items as { ingredient: number; weight_plan: number }[]).map(({ ingredient, weight_plan }) => [ingredient, weight_plan]);
  };
  const rations = await read(made);
  const plans = await Promise.all(made.map(planned));
  expect(plans.every((plan) => plan.length >= 3)).toBe(true);
  for (const language of ['uk', 'us'] as const) {
    const rows = await through(rations, language);
    expect((await send(rows)).rows.map(({ action }) => action)).toEqual(made.map(() => 'same'));
    const copies = await send(rows.map((row) => ({ ...row, id: null, name: `${(row as { name: string }).name} ${language}` })));
    const ids = copies.rows.map(({ id }) => id);
    const figures = (row: Ration) => ({ ...row, id: 0, name: '', version: 0 });
    expect((await read(ids)).map(figures)).toEqual(rations.map(figures));
    expect(await Promise.all(ids.map(planned))).toEqual(plans);
  }
  expect(await read(made)).toEqual(rations);
});

test('a file with shares only is read, and each unreadable amount is reported at its column', async ({ farm }) => {
  const { owner } = farm.client;
  const old = ['per_head', 'of_load', 'basis', 'hold', 'dry_matter', 'target_dry_matter', 'water_name', 'density'];
  const own = (await owner.get(`${AT}${farm.ration}/`)).data as Ration;
  const [row] = (await through([own], 'uk', old)) as unknown as { items: Record<string, unknown>[] }[];
  const shares = row!.items.map((item) => item.percent as number);
  const changed = { ...row, items: row!.items.map((item, index) => ({ ...item, percent: shares[index]! + [1, -1, 0][index]! })) };
  const { data } = await owner.post(`${AT}import/`, { farm: farm.farm, rows: [changed] });
  expect(data).toMatchObject({ updated: 1, errors: {} });
  const after = (await owner.get(`${AT}${farm.ration}/`)).data as Ration;
  expect(after.items.map(({ percent, hold }) => [percent, hold])).toEqual(
    shares.map((share, index) => [share + [1, -1, 0][index]!, 'fresh']),
  );
  expect(after).toMatchObject({ basis: 'load_fresh', density: null, water: null });

  const t = await screenTexts('uk');
  const file = rationFile(t, 1, {}, true);
  const plan = planOf(file, file.imports!, await everyText(), { language: 'uk', units: 'kg' });
  const csv = [
    'name;ingredient_name;per_head;of_load;basis;water_name;target_dry_matter',
    `Two;${own.items[0]!.ingredient_name};5;20;head_fresh;;`,
    `None;${own.items[0]!.ingredient_name};0;;head_fresh;;`,
    `Half;${own.items[0]!.ingredient_name};;99,999999;load_dry;;`,
    `Wet;${own.items[0]!.ingredient_name};5;;head_fresh;Sea;30`,
  ];
  const { rows } = await readFile(new TextEncoder().encode(csv.join('\n')) as Uint8Array<ArrayBuffer>, plan);
  const judged = await owner.post(`${AT}import/`, { farm: farm.farm, rows: rows.map(({ values }) => values), dry_run: true });
  const errors = judged.data.errors as Record<string, { code: number | string }[]>;
  expect(Object.fromEntries(Object.entries(errors).map(([path, [first]]) => [path, first?.code]))).toEqual({
    'rows.0.items.0.amount': expect.anything(),
    'rows.1.items.0.amount': 'min_val',
    'rows.2.items': 'percent_sum',
    'rows.3.water_name': 'unknown_name',
  });
});
