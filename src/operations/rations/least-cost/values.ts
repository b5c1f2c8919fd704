import type { TFunction } from 'i18next';
import type { Formatter } from '#common/format/formatter.ts';
import type { OptimiseAnswer } from '#contract/least-cost.ts';
import { type MeasureUnit, toAmountUnit, toShownUnit } from '#contract/nutrient-units.ts';
import type { norms } from '#contract/operations/norms.ts';
import type { RationBasis } from '#contract/operations/ration-items.ts';
import type { RowOf } from '#contract/resource.ts';
import type { ListedNutrient } from '#src/operations/analyses/file.ts';
import { convertMeasure, measureName, measureText } from '#src/operations/analyses/measures.ts';

export interface FeedRow {
  ingredient: number;
  price: number | null;
  min: number | null;
  max: number | null;
  /** The supplier whose offer gave the price. */
  supplier: string | null;
}

export const LIMIT_KINDS = ['nutrient', 'ratio', 'dry_matter', 'weight', 'feeds'] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];

export interface LimitRow {
  /** Key of the row on screen. */
  key: number;
  of: LimitKind;
  nutrient: number | null;
  to: number | null;
  feeds: number[];
  per: 'head' | 'dry' | 'fresh';
  group: RationBasis;
  min: number | null;
  max: number | null;
}

/** An answer with the rows that it belongs to. */
export interface Found {
  answer: OptimiseAnswer;
  feeds: readonly FeedRow[];
  limits: readonly LimitRow[];
}

export const newLimit = (key: number, values: Partial<LimitRow> = {}): LimitRow => ({
  key,
  of: 'nutrient',
  nutrient: null,
  to: null,
  feeds: [],
  per: 'dry',
  group: 'head_fresh',
  min: null,
  max: null,
  ...values,
});

const toLimit = ({ of, nutrient, to, feeds, per, group, min, max }: LimitRow) => {
  if (of === 'nutrient') return { of, nutrient, per, min, max };
  if (of === 'ratio') return { of, nutrient, to, min, max };
  return of === 'feeds' ? { of, feeds, per: group, min, max } : { of, min, max };
};

/** Six decimals, as the server accepts. */
const toMillionths = (value: number) => Math.round(value * 1_000_000) / 1_000_000;

export const toBody = (feeds: readonly FeedRow[], limits: readonly LimitRow[], head: number, priceLine: number | null) => ({
  feeds: feeds.map(({ ingredient, price, min, max }) => ({ ingredient, price, min: min ?? 0, max })),
  limits: limits.map(toLimit),
  head,
  price_line: priceLine,
});

/** The rows that the next run remembers: all except prices. */
export const toRemembered = (feeds: readonly FeedRow[], limits: readonly LimitRow[], head: number) => ({
  feeds: feeds.map(({ ingredient, min, max }) => ({ ingredient, min: min ?? 0, max })),
  limits: limits.map(toLimit),
  head,
});

/** The kind of a limit's values. With a `unit`, values are in this unit; otherwise the kind decides unit and decimals. */
export function measureLimit(
  { of, nutrient, per, group }: LimitRow,
  nutrients: readonly ListedNutrient[],
): { kind: 'weight' | 'percent' | 'ratio'; unit?: MeasureUnit } {
  if (of === 'dry_matter' || of === 'weight') return { kind: 'weight' };
  if (of === 'feeds') return { kind: group === 'head_fresh' || group === 'head_dry' ? 'weight' : 'percent' };
  const limited = nutrients.find(({ id }) => id === nutrient);
  if (of === 'ratio' || !limited) return { kind: 'ratio' };
  // Amounts of percentages are in kilograms here.
  if (limited.unit === 'percent') return { kind: per === 'head' ? 'weight' : 'percent' };
  return { kind: 'ratio', unit: per === 'head' ? toAmountUnit(limited) : limited.unit };
}

/** A limit's value as the reader sees it, with the unit if no kind has it. */
export function limitValueText(
  t: TFunction,
  format: Formatter,
  { kind, unit }: ReturnType<typeof measureLimit>,
  value: number | null,
): string {
  if (!unit || value === null) return format.value(kind, value);
  return `${measureText(format, value, unit)}\u00a0${measureName(t, format, unit)}`;
}

/** Money per unit of a limit's values. */
export function shadowText(format: Formatter, { kind, unit }: ReturnType<typeof measureLimit>, price: number): string {
  if (kind === 'weight') return format.value('price', price);
  return format.value('money', unit ? convertMeasure(price, toShownUnit(unit, format.units), unit) : price);
}

type LimitingNorm = Pick<RowOf<typeof norms>, 'nutrient' | 'per' | 'unit' | 'min' | 'max'>;

/** A norm of animals as a limit. Without a nutrient, the norm is of dry matter per head. */
export function toNormLimit(key: number, { nutrient, per, unit, min, max }: LimitingNorm, nutrients: readonly ListedNutrient[]): LimitRow {
  if (nutrient === null) return newLimit(key, { of: 'dry_matter', min, max });
  const limit = newLimit(key, { nutrient, per });
  const own = measureLimit(limit, nutrients);
  const inOwn = (bound: number | null) =>
    bound === null || own.kind !== 'weight' ? bound : toMillionths(convertMeasure(bound, unit, 'kg'));
  return { ...limit, min: inOwn(min), max: inOwn(max) };
}

/** The limits after the least change. */
export const applyChanges = (limits: readonly LimitRow[], changes: NonNullable<OptimiseAnswer['changes']>): LimitRow[] =>
  limits.map((limit, index) =>
    changes
      .filter((change) => change.limit === index)
      .reduce(
        (changed, { side, value }) => {
          // Rounded outward, so that the ration of the change keeps the limit.
          const step = 1e-6;
          return Object.assign(changed, { [side]: Math.max(0, toMillionths(side === 'max' ? value + step : value - step)) });
        },
        { ...limit },
      ),
  );

/** The parts of the new ration, as a ration per head saves them. */
export const toItems = ({ feeds }: OptimiseAnswer) =>
  (feeds ?? []).flatMap(({ ingredient, amount }) =>
    toMillionths(amount) > 0 ? [{ ingredient, amount: toMillionths(amount), hold: 'dry' as const }] : [],
  );
