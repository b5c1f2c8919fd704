import { sql } from 'kysely';
import { round } from '#common/format/decimal.ts';
import { maxOfUnit } from '#contract/nutrient-units.ts';
import type { NutrientBasis, NutrientUnit, StandardNutrient } from '#contract/nutrient-words.ts';
import type { AnalysisValue } from '#contract/operations/analyses.ts';
import type { Tx } from '#server/db/database.ts';
import { convertValue } from '#server/operations/nutrients/convert.ts';
import { invalid } from '#server/platform/errors.ts';
import { type AnyRow, type Change, type Input, LOCKED_TO_REFER } from '#server/platform/resource/table.ts';

export interface KnownNutrient {
  id: number;
  unit: NutrientUnit;
  per: NutrientBasis;
  standard: StandardNutrient | null;
  formula: string | null;
}

/** A value with the field that an error names. */
type Sent = AnalysisValue & { field: string };

/** A value in the nutrient's own unit and basis. */
export interface StoredValue {
  nutrient: number;
  value: number;
}

/** The client's nutrients by id. They can't be deleted until the transaction ends. */
export async function listNutrients(tx: Tx, client: number): Promise<Map<number, KnownNutrient>> {
  const { rows } = await sql<KnownNutrient>`
    select t.id, t.unit, t.per, t.standard, t.formula from nutrient t where t.client_id = ${client} and not t.deleted ${LOCKED_TO_REFER}`.execute(
    tx,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Fields of an input with values by the nutrient's id, and the basis that they name. */
const COLUMNS = { figures: undefined, figures_dry: 'dry', figures_fresh: 'fresh' } as const satisfies Record<
  string,
  NutrientBasis | undefined
>;

/** The values of an input: its list, and the figures of a file's columns. */
export const listSent = (input: AnyRow): Sent[] => [
  ...((input.values ?? []) as AnalysisValue[]).map((value, at) => ({ ...value, field: `values.${at}` })),
  ...Object.entries(COLUMNS).flatMap(([name, per]) =>
    Object.entries((input[name] ?? {}) as Record<string, number | null>).flatMap(([nutrient, value]) =>
      value === null ? [] : [{ nutrient: Number(nutrient), value, field: `${name}.${nutrient}`, ...(per ? { per } : {}) }],
    ),
  ),
];

/** Decimals of a value in a file. */
const FILE_DECIMALS = 6;

/** The input without the figures of a file's columns, if they are the values of the existing row. */
export function withoutKnownFigures(input: Input, { values }: AnyRow): Input {
  const { figures, figures_dry, figures_fresh, ...rest } = input;
  const sent = listSent({ figures, figures_dry, figures_fresh });
  const isKnown = ({ nutrient, value, per }: Sent) =>
    (values as Required<AnalysisValue>[]).some(
      (own) => own.nutrient === nutrient && round(own.value, FILE_DECIMALS) === round(value, FILE_DECIMALS) && (per ?? own.per) === own.per,
    );
  return sent.length === values.length && sent.every(isKnown) ? rest : input;
}

/** True if the input changes the values. */
export const sendsValues = ({ input, before }: Change): boolean =>
  before === null || ['values', ...Object.keys(COLUMNS)].some((field) => input[field] !== undefined);

/** Returns the values as stored; refuses the change at the field that is wrong. */
export function readValues(change: Change, nutrients: ReadonlyMap<number, KnownNutrient>): StoredValue[] {
  const sent = listSent(change.input);
  const percent = (change.after.dry_matter ?? null) as number | null;
  const stored: (StoredValue & { field: string })[] = [];
  const seen = new Set<number>();
  for (const one of sent) {
    const inList = one.field.startsWith('values.');
    const nutrient = nutrients.get(one.nutrient);
    if (!nutrient || nutrient.formula !== null) {
      change.refuse(invalid(inList ? `${one.field}.nutrient` : one.field, 'invalid_value'));
      continue;
    }
    if (seen.has(one.nutrient)) {
      change.refuse(invalid(inList ? `${one.field}.nutrient` : one.field, 'not_unique'));
      continue;
    }
    seen.add(one.nutrient);
    const at = inList ? `${one.field}.value` : one.field;
    const converted = convertValue(one.value, { unit: one.unit ?? nutrient.unit, per: one.per ?? nutrient.per }, nutrient, percent);
    if ('problem' in converted) {
      change.refuse(
        converted.problem === 'unit'
          ? invalid(inList ? `${one.field}.unit` : one.field, 'invalid_value')
          : invalid('dry_matter', 'required'),
      );
      continue;
    }
    demandPossible(change, at, converted.value, nutrient, percent);
    stored.push({ nutrient: one.nutrient, value: converted.value, field: at });
  }
  if (!change.refused) demandFitting(change, stored, nutrients);
  return stored.map(({ nutrient, value }) => ({ nutrient, value }));
}

/** Units whose values may be below 0: the balance of charges, and energy of minerals. */
const MAY_BE_NEGATIVE: readonly NutrientUnit[] = ['meq_kg'];
/** Crude protein (nitrogen × 6.25) of urea in percent: the only feed with more protein than mass. */
const UREA_PROTEIN = { min: 250, max: 292 };

/** 400 at `field` if no feed can contain so much. */
function demandPossible({ refuse }: Change, field: string, value: number, nutrient: KnownNutrient, percent: number | null): void {
  if (value < 0 && !MAY_BE_NEGATIVE.includes(nutrient.unit)) {
    refuse(invalid(field, 'negative'));
    return;
  }
  const whole = maxOfUnit(nutrient.unit);
  // As fed, no more than the dry matter.
  const limit = nutrient.per === 'fresh' && percent !== null ? (whole * percent) / 100 : whole;
  if (value <= limit) return;
  const inPercent = (value / whole) * 100;
  const isUrea = nutrient.standard === 'protein' && inPercent >= UREA_PROTEIN.min && inPercent <= UREA_PROTEIN.max;
  if (!isUrea) refuse(invalid(field, 'too_large', { limit }));
}

/** Fractions of dry matter that don't overlap: their sum is at most the whole. */
const SEPARATE: readonly StandardNutrient[] = ['protein', 'starch', 'sugar', 'fat', 'ash'];
/** Tolerance of the sum in percent: each figure has its own error of measurement. */
const TOLERANCE = 3;

/** 400 if one fraction exceeds the fraction that contains it, or separate fractions exceed the whole. */
function demandFitting(
  { refuse }: Change,
  stored: readonly (StoredValue & { field: string })[],
  nutrients: ReadonlyMap<number, KnownNutrient>,
): void {
  const byStandard = new Map(
    stored.flatMap(({ nutrient, value, field }) => {
      const one = nutrients.get(nutrient);
      return one?.standard && one.per === 'dry' ? [[one.standard, { percent: (value / maxOfUnit(one.unit)) * 100, field }] as const] : [];
    }),
  );
  const [adf, ndf] = [byStandard.get('adf'), byStandard.get('ndf')];
  if (adf && ndf && adf.percent > ndf.percent + TOLERANCE) refuse(invalid(adf.field, 'too_large', { limit: ndf.percent }));
  const parts = SEPARATE.flatMap((standard) => byStandard.get(standard) ?? []);
  const sum = parts.reduce((total, { percent }) => total + percent, 0);
  const isUrea = (byStandard.get('protein')?.percent ?? 0) >= UREA_PROTEIN.min;
  const last = parts.at(-1);
  if (last && sum > 100 + TOLERANCE && !isUrea) {
    refuse(invalid(last.field, 'too_large', { limit: Math.max(0, Math.round((100 - sum + last.percent) * 100) / 100) }));
  }
}
