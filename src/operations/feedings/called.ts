import type { calls } from '#contract/operations/daily-call.ts';
import type { RowOf } from '#contract/resource.ts';

/** A daily call with the day's feedings of its group. */
export type Call = Pick<RowOf<typeof calls>, 'group' | 'percent'> & {
  feedings: readonly Pick<
    RowOf<typeof calls>['feedings'][number],
    'schedule' | 'feeding' | 'status' | 'locked' | 'follows' | 'weight_base' | 'weight_plan'
  >[];
};

const grams = (kg: number) => BigInt(Math.round(kg * 1000));
const sum = (weights: readonly bigint[]) => weights.reduce((all, weight) => all + weight, 0n);

/**
 * A group's kilograms in the edited feeding after a call, for all of its loads; undefined without a call. `schedule` is null for a new one,
 * `base` the kilograms without the call. Must equal the server's result to the gram.
 */
export function calledWeight(call: Call | undefined, schedule: number | null, base: number, locked: boolean): number | undefined {
  if (!call || locked) return undefined;
  const feeding = call.feedings.find((one) => one.schedule === schedule)?.feeding;
  const loads = call.feedings.filter((one) => feeding !== undefined && one.feeding === feeding);
  const begun = loads.filter(({ status }) => status !== 'waited');
  const left = grams(base) - sum(begun.map(({ weight_base }) => grams(weight_base)));
  // Waiting loads count as one feeding for the call, at the place of the first.
  const own = { feeding, follows: true, weight_base: Number(left > 0n ? left : 0n) / 1000, weight_plan: 0, status: 'waited' };
  const first = loads.find(({ status }) => status === 'waited');
  const others = call.feedings.flatMap((one) => (one === first ? [own] : loads.includes(one) && !begun.includes(one) ? [] : [one]));
  const day = first ? others : [...others, own];
  const whole = sum(day.map(({ weight_base }) => grams(weight_base)));
  const kept = sum(day.filter(({ follows }) => !follows).map((one) => grams(one.status === 'waited' ? one.weight_base : one.weight_plan)));
  const target = (whole * BigInt(10_000 + Math.round(call.percent * 100)) + 5_000n) / 10_000n;
  const shared = target > kept ? target - kept : 0n;
  const following = day.filter(({ follows }) => follows);
  const parts = following.map(({ weight_base }) => grams(weight_base));
  const all = sum(parts);
  const given = sum(begun.map(({ weight_plan }) => grams(weight_plan)));
  if (all === 0n) return Number(given) / 1000;
  const shares = parts.map((part) => (2n * shared * part + all) / (2n * all));
  const largest = parts.reduce((most, part, index) => (part > parts[most]! ? index : most), 0);
  const at = following.indexOf(own);
  const rest = at === largest ? shared - sum(shares) : 0n;
  return Number(given + shares[at]! + rest) / 1000;
}
