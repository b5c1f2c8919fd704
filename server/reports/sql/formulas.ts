import type { Cell } from '#contract/reports/shape.ts';

/**
 * The field's formulas as SQL, each once. Sources: kg and money from the fact tables; the terms are those of the trade
 * (NRC/feed-management usage): deviation = fact − plan, accuracy weighted by plan, bullseye = within 2 %.
 * Arguments are SQL expressions over numeric; a figure whose denominator is 0 is empty, never 0.
 */

/** 100 × part ÷ whole; the decimal point keeps counts from whole-number division. */
export const percentOf = (part: string, whole: string) => `100.0 * (${part}) / nullif(${whole}, 0)`;
/**
 * Returns `hundredths` as a value with two decimals by the largest remainder. All values are cut; the rest up to `target`, in whole
 * hundredths of each `partition`, is added to the largest remainders, by `tie` among equals. An empty value stays empty.
 */
export function byLargestRemainder(hundredths: string, target: string, partition: string, tie: string): string {
  const cut = `floor(${hundredths})`;
  const place = `row_number() over (partition by ${partition} order by ${hundredths} - ${cut} desc nulls last, ${tie})`;
  return `((${cut} + (${place} <= ${target} - sum(${cut}) over (partition by ${partition}))::integer) / 100)`;
}
/** part ÷ whole, e.g. kg or money per head-day. */
export const per = (part: string, whole: string) => `(${part}) / nullif(${whole}, 0)`;

/** kg over (+) or under (−) plan. */
export const deviation = (fact: string, plan: string) => `(${fact} - ${plan})`;
/** Deviation in percent of plan. */
export const deviationPercent = (fact: string, plan: string) => `(${percentOf(deviation(fact, plan), plan)})`;
/** max(0, 100 − |deviation %|) of one weighing whose deviation in percent is `off`. */
export const accuracy = (off: string) => `greatest(0, 100 - abs(${off}))`;

/**
 * Sums that judge many weighings and add up over any grouping, from `plan`, `fact` and `off` (deviation in percent; empty without a plan or
 * a fact, which can't be judged). `accuracy_sum` is weighted by plan, `bullseyes` are weighings that meet the condition `onTarget`.
 */
const judgementBy = (onTarget: string) => `
  sum(plan) filter (where off is not null) as judged_plan, sum(plan * ${accuracy('off')}) as accuracy_sum,
  count(off) as weighings, sum(fact - plan) filter (where off is not null) as judged_miss, count(*) filter (where ${onTarget}) as bullseyes`;
/** Weighings without a tolerance of their own: within 2 % of plan. */
export const JUDGEMENT = judgementBy('abs(off) < 2');
/** Weighings with the `tolerance` of their ingredient in kg: within it, or within 2 % of plan if it is null. */
export const JUDGEMENT_BY_TOLERANCE = judgementBy(
  'case when tolerance > 0 then off is not null and abs(fact - plan) <= tolerance else abs(off) < 2 end',
);
export const JUDGEMENT_SUMS = ['judged_plan', 'accuracy_sum', 'weighings', 'judged_miss', 'bullseyes'] as const;
/** Accuracy over many, weighted by plan. */
export const ACCURACY = per('accuracy_sum', 'judged_plan');
/** Deviation with its sign over many, weighted by plan: shows steady under-loading that a tolerance hides. */
export const BIAS = percentOf('judged_miss', 'judged_plan');
/** Percent of weighings within 2 % of plan, or within the tolerance of their ingredient. */
export const BULLSEYE = percentOf('bullseyes', 'weighings');

/** Dry matter, kg: as-fed kg × dry matter ÷ 100. */
export const dryMatter = (kg: string, percent: string) => `(${kg} * ${percent} / 100)`;
/** Dry matter that stayed in an animal, per head-day: (unloaded − left) ÷ head-days. */
export const dmi = (unloaded: string, left: string, headDays: string) => per(`${unloaded} - coalesce(${left}, 0)`, headDays);
/** Cost of fact − cost of plan, at the price of the moment of loading. */
export const costOfError = (fact: string, plan: string, price: string) => `(${deviation(fact, plan)} * ${price})`;

/** Dry matter that was last measured longer ago than this is called stale. */
export const STALE_DRY_MATTER_DAYS = 30;

/** SQL expressions by their names in a row: the compiler derives the columns of `selected` and `shown` from the names. */
type Expressions = Readonly<Record<string, string>>;

/** A select list. */
export const selected = (expressions: Expressions) =>
  Object.entries(expressions)
    .map(([name, expression]) => `${expression} as "${name}"`)
    .join(', ');

/** Six decimals are far more precise than any shown figure, and cut the tail of a division. */
export const shown = (figures: Expressions) =>
  Object.entries(figures)
    .map(([name, expression]) => `round(${expression}, 6) as ${name}`)
    .join(', ');

/** The columns of a select list of these expressions. */
export type CellsOf<E extends Expressions> = { [Key in keyof E]: Cell };

export const namesOf = <E extends Expressions>(expressions: E) => Object.keys(expressions) as (keyof E & string)[];

/**
 * Sums of plan and fact over rows that know whether they are `counted` (have their facts) and whether their day is `over`: a plan without facts
 * still waits while its day lasts, and wasn't recorded after it.
 */
export const PLAN_SUMS = `
  sum(plan) as plan, sum(plan) filter (where not counted and not over) as waiting, sum(plan) filter (where not counted and over) as not_recorded,
  sum(fact) as fact, sum(miss) as miss`;
export const ADDED_PLAN_SUMS = ['plan', 'waiting', 'not_recorded', 'fact', 'miss'] as const;

/** The part of the plan that has facts. */
export const RECORDED_PLAN = 'plan - coalesce(waiting, 0) - coalesce(not_recorded, 0)';

/** Reconciles plan and fact: plan − waiting − not recorded + deviation (`miss`, fact − plan of rows with facts) = fact. */
export const PLAN_AND_FACT = {
  plan: 'plan',
  waiting: 'coalesce(waiting, 0)',
  not_recorded: 'coalesce(not_recorded, 0)',
  fact: 'fact',
  deviation: 'miss',
  deviation_percent: percentOf('miss', RECORDED_PLAN),
} as const;
