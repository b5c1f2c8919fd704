import { expect, expectTypeOf, test } from 'vitest';
import type { costChange } from '#contract/reports/cost-change.ts';
import type { reports } from '#contract/reports/index.ts';
import type { ReportView } from '#contract/reports/shape.ts';
import type { LevelRow } from '#server/reports/sql/levels.ts';
import { type Made, pick, type RowOf, type TotalsOf } from './report.ts';

const row = { cause: 'prices', cost_effect: 1, cost_effect_percent: 2, cost_effect_total: null, how: 'prices' };
const { cost_effect_total, ...incomplete } = row;

test('a row, a total, a tile or a point that lacks what its report declares does not compile', () => {
  expectTypeOf(row).toExtend<RowOf<typeof costChange>>();
  expectTypeOf(incomplete).not.toExtend<RowOf<typeof costChange>>();
  expectTypeOf({ ...incomplete, cost_effects_total: cost_effect_total }).not.toExtend<RowOf<typeof costChange>>();
  expectTypeOf({ cost_effect: 1, cost_effect_percent: 2, cost_effect_total }).toExtend<TotalsOf<typeof costChange>>();
  expectTypeOf({ cost_effect: 1, cost_effect_percent: 2 }).not.toExtend<TotalsOf<typeof costChange>>();
  expectTypeOf({ cost_per_head: 1, cost_effect: 1, cost: 1 }).not.toExtend<Made<typeof costChange>['tiles']>();
  type Prices = NonNullable<Made<typeof costChange>['series']>['prices'];
  expectTypeOf([{ ingredient: 'Silage', price_effect: 1 }]).toExtend<Prices>();
  expectTypeOf([{ ingredient: 'Silage', price_efect: 1 }]).not.toExtend<Prices>();
});

test('the row has exactly the names of the select list', () => {
  expect(pick(row, ['cause', 'cost_effect_total'])).toEqual({ cause: 'prices', cost_effect_total: null });
  expect(pick(undefined as typeof row | undefined, ['cause'])).toEqual({ cause: null });
  // @ts-expect-error there is no such cell
  pick(row, ['cost_efect']);
  // A caller's type alone doesn't prove that a column is selected.
  // @ts-expect-error the total isn't picked
  const totals: TotalsOf<typeof costChange> = pick(row, ['cost_effect']);
  expect(totals).toEqual({ cost_effect: 1 });
  expectTypeOf<keyof LevelRow<{ level: 't.level'; farm: 'f.name' }>>().toEqualTypeOf<'level' | 'farm'>();
});

test('every key of every report is known to the compiler, none is any string', () => {
  type Report = (typeof reports)[keyof typeof reports];
  type Keys<V extends ReportView> =
    | V['columns'][number]['key']
    | V['tiles'][number]['key']
    | V['series'][number]['key']
    | V['series'][number]['x']['key']
    | V['series'][number]['y'][number]['key'];
  type Loose<V> = V extends ReportView ? (string extends Keys<V> ? V : never) : V;
  expectTypeOf<Loose<Report>>().toEqualTypeOf<never>();
  expectTypeOf<Loose<Extract<Report, { detail: object }>['detail']>>().toEqualTypeOf<never>();
  expectTypeOf<Loose<ReportView>>().toEqualTypeOf<ReportView>();
});
