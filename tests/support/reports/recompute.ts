import { sql } from 'kysely';
import { addDays } from '#contract/days.ts';
import type { Db } from '#server/db/database.ts';

/** Exact fractions: an arithmetic that is neither the database's nor floating point. */
export interface Fraction {
  n: bigint;
  d: bigint;
}
export const whole = (n: number | bigint): Fraction => ({ n: BigInt(n), d: 1n });
export const ZERO = whole(0);
export const exact = (text: string): Fraction => {
  const [, sign, units = '0', digits = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  return { n: BigInt(`${sign}${units}${digits}`), d: 10n ** BigInt(digits.length) };
};
// Sums have denominators of hundreds of digits, so the common divisor is searched in the summand's small denominator.
export function plus(a: Fraction, b: Fraction): Fraction {
  const shared = divisor(a.d, b.d);
  const n = a.n * (b.d / shared) + b.n * (a.d / shared);
  const more = divisor(shared, n);
  return { n: n / more, d: (a.d / shared) * (b.d / more) };
}
export const minus = (a: Fraction, b: Fraction) => plus(a, { n: -b.n, d: b.d });
export function times(a: Fraction, b: Fraction): Fraction {
  const [first, second] = [divisor(b.d, a.n), divisor(a.d, b.n)];
  return { n: (a.n / first) * (b.n / second), d: (a.d / second) * (b.d / first) };
}
export const over = (a: Fraction | null, b: Fraction | null): Fraction | null =>
  !a || !b || b.n === 0n ? null : times(a, b.n < 0n ? { n: -b.d, d: -b.n } : { n: b.d, d: b.n });
export const size = (a: Fraction): Fraction => (a.n < 0n ? { n: -a.n, d: a.d } : a);
export const total = (values: readonly Fraction[]) => values.reduce(plus, ZERO);
/** The sum of the existing values; null without any. */
export const totalOf = (values: readonly (Fraction | null)[]) => {
  const known = values.filter((value) => value !== null);
  return known.length > 0 ? total(known) : null;
};
/** Rounds half away from zero to parts of one: kopecks by 100. */
export const rounded = ({ n, d }: Fraction, scale: number) => {
  const twice = n * 2n * BigInt(scale);
  return Number(n < 0n ? -((-twice + d) / (2n * d)) : (twice + d) / (2n * d));
};
export const HUNDRED = whole(100);
export const number = (value: Fraction | null): number | null =>
  value === null ? null : Number((value.n * 1_000_000_000n) / value.d) / 1_000_000_000;

/** The greatest common divisor; `a` is positive. */
function divisor(a: bigint, b: bigint): bigint {
  let [one, other] = [a, b < 0n ? -b : b];
  while (other) [one, other] = [other, one % other];
  return one;
}

export const accuracyOf = (fact: Fraction, plan: Fraction): Fraction => {
  const missed = minus(HUNDRED, size(percent(fact, plan)!));
  return missed.n < 0n ? ZERO : missed;
};
export const percent = (fact: Fraction, plan: Fraction) => over(times(HUNDRED, minus(fact, plan)), plan);

/** Raw rows of the farms as text, without sums. */
export interface Raw {
  schedules: {
    id: number;
    farm_id: number;
    planned_on: string;
    status: string;
    leftovers_in: string;
    ignored: boolean;
    deleted: boolean;
    period_id: number | null;
    ration_id: number;
    mixer_id: number;
    operator_id: number | null;
    skip_time: boolean;
    seconds: number | null;
    mix_seconds: number | null;
    upload_seconds: number | null;
    started_at: string | null;
    upload_started_at: string | null;
    rotations: string | null;
    plan: string;
    loaded: string | null;
  }[];
  items: {
    schedule_id: number;
    ingredient_id: number;
    plan: string;
    fact: string | null;
    price: string | null;
    dry_matter: string | null;
    /** Kilograms; null if the mixer's tolerance applies. */
    tolerance: string | null;
  }[];
  groups: { schedule_id: number; group_id: number; heads: number; plan: string; fact: string | null }[];
  leftovers: { group_id: number; date: string; weight: string }[];
  /** Re-fed leftovers by feed, from a group's feeding into another load. */
  carried: {
    from_schedule_id: number;
    from_group_id: number;
    to_schedule_id: number;
    ingredient_id: number;
    kg: string;
    dry_matter: string;
    cost: string;
  }[];
}

export async function readRaw(db: Db, client: number): Promise<Raw> {
  const rows = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(db)).rows;
  return {
    schedules: await rows(sql<Raw['schedules'][number]>`
      select s.id, s.farm_id, s.planned_on, s.status, case when s.leftovers then s.planned_leftovers::text else '0' end as leftovers_in, s.ignore_in_reports as ignored, s.deleted, l.period_id, s.ration_id, s.mixer_id, s.operator_id,
        s.skip_time, s.seconds, s.mix_seconds, s.upload_seconds, s.started_at, s.upload_started_at, s.auger_rotations::text as rotations, s.weight_plan::text as plan, s.weight_fact::text as loaded
      from schedule s left join loading l on l.client_id = s.client_id and l.id = s.loading_id where s.client_id = ${client}`),
    items: await rows(sql<Raw['items'][number]>`
      select schedule_id, ingredient_id, weight_plan::text as plan, weight_fact::text as fact, price::text, dry_matter::text, tolerance::text
      from schedule_ingredient where client_id = ${client}`),
    groups: await rows(sql<Raw['groups'][number]>`
      select schedule_id, group_id, heads, weight_plan::text as plan, weight_fact::text as fact from schedule_group where client_id = ${client}`),
    leftovers: await rows(sql<Raw['leftovers'][number]>`select group_id, date, weight::text from leftover where client_id = ${client}`),
    carried: await rows(sql<Raw['carried'][number]>`
      select from_schedule_id, from_group_id, to_schedule_id, ingredient_id, kg::text, dry_matter::text, cost::text
      from carried_feed where client_id = ${client}`),
  };
}

export interface Wanted {
  farms: number[];
  from: string;
  to: string;
  schedule?: (schedule: Raw['schedules'][number]) => boolean;
  group?: (group: number) => boolean;
  /** Today at a farm. The default is long after all facts. */
  today?: (farm: number) => string;
}
const isOver = ({ today = () => '2026-11-10' }: Wanted, { farm_id, planned_on }: Raw['schedules'][number]) => planned_on < today(farm_id);

export const grouped = <T>(values: readonly T[], keyOf: (value: T) => string | number) => {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    const key = String(keyOf(value));
    const known = groups.get(key);
    if (known) known.push(value);
    else groups.set(key, [value]);
  }
  return groups;
};

const counts = (schedule: Raw['schedules'][number]) => !schedule.deleted && !schedule.ignored;
const inRange = (wanted: Wanted, { farm_id, planned_on }: Raw['schedules'][number]) =>
  wanted.farms.includes(farm_id) && planned_on >= wanted.from && planned_on <= wanted.to;

export interface Feeding {
  day: string;
  farm: number;
  group: number;
  ration: number;
  schedule: number;
  heads: number;
  plan: Fraction;
  /** True if its day is over. */
  over: boolean;
  fact: Fraction | null;
  cost: Fraction | null;
  dryMatter: Fraction | null;
  leftover: Fraction | null;
  leftoverDryMatter: Fraction | null;
  /** Cost of fact − cost of plan. */
  error: Fraction | null;
  /** The group's part of the load. */
  part: Fraction | null;
}

/** The divisor of a load: the mixer's content, or the unloaded weight if larger. */
export function mixOf(raw: Raw, id: number): Fraction {
  const schedule = raw.schedules.find((one) => one.id === id)!;
  const loaded = total(raw.items.filter((item) => item.schedule_id === id).map((item) => exact(item.fact ?? '0')));
  const carried = total(raw.carried.filter((part) => part.to_schedule_id === id).map(({ kg }) => exact(kg)));
  const held = plus(plus(loaded, carried), exact(schedule.leftovers_in));
  const unloaded = unloadedOf(raw, id);
  return minus(unloaded, held).n > 0n ? unloaded : held;
}

/** The groups' kilograms of a load; nothing before the end of unloading. */
export const unloadedOf = (raw: Raw, id: number): Fraction =>
  raw.schedules.find((one) => one.id === id)!.status === 'uploaded'
    ? total(raw.groups.filter((group) => group.schedule_id === id).map(({ fact }) => exact(fact ?? '0')))
    : ZERO;

/** Every schedule × group, with its share of load and leftovers. */
export function feedingsOf(raw: Raw, wanted: Wanted): Feeding[] {
  const schedules = new Map(raw.schedules.map((schedule) => [schedule.id, schedule]));
  const done = raw.groups.flatMap((g) => {
    const schedule = schedules.get(g.schedule_id)!;
    // Feedings that reports leave out gave feed too, so a leftover belongs to them as well.
    return !schedule.deleted && schedule.status === 'uploaded' ? [{ ...g, day: schedule.planned_on, kg: exact(g.fact ?? '0') }] : [];
  });
  const ofGroupDay = grouped(done, (one) => `${one.group_id} ${one.day}`);
  const itemsOf = grouped(raw.items, (item) => item.schedule_id);
  const carriedTo = grouped(raw.carried, ({ to_schedule_id }) => to_schedule_id);
  const carriedFrom = grouped(raw.carried, ({ from_schedule_id }) => from_schedule_id);
  const leftBy = grouped(raw.leftovers, (left) => left.group_id);
  const feedDays = new Map<number, string[]>();
  for (const [group, own] of grouped(
    done.filter(({ kg }) => kg.n > 0n),
    (one) => one.group_id,
  ))
    feedDays.set(Number(group), [...new Set(own.map(({ day }) => day))].sort());
  return raw.groups.flatMap((g): Feeding[] => {
    const schedule = schedules.get(g.schedule_id)!;
    if (!counts(schedule) || !inRange(wanted, schedule)) return [];
    if (wanted.schedule?.(schedule) === false || wanted.group?.(g.group_id) === false) return [];
    const feeding = {
      day: schedule.planned_on,
      farm: schedule.farm_id,
      group: g.group_id,
      ration: schedule.ration_id,
      schedule: schedule.id,
      heads: g.heads,
      plan: exact(g.plan),
      over: isOver(wanted, schedule),
    };
    if (schedule.status !== 'uploaded')
      return [{ ...feeding, fact: null, cost: null, dryMatter: null, leftover: null, leftoverDryMatter: null, error: null, part: null }];
    const fact = exact(g.fact ?? '0');
    const mix = mixOf(raw, schedule.id);
    const given = total((ofGroupDay.get(`${g.group_id} ${schedule.planned_on}`) ?? []).map(({ kg }) => kg));
    const items = itemsOf.get(String(schedule.id)) ?? [];
    // Re-fed leftovers are one more part of the receiving load, and are subtracted from their source.
    const came = carriedTo.get(String(schedule.id)) ?? [];
    const went = (carriedFrom.get(String(schedule.id)) ?? []).filter(({ from_group_id }) => from_group_id === g.group_id);
    const money = total([
      ...items.map((item) => times(exact(item.fact ?? '0'), exact(item.price!))),
      ...came.map(({ cost }) => exact(cost)),
    ]);
    const dry = total([
      ...items.map((item) => over(times(exact(item.fact ?? '0'), exact(item.dry_matter!)), HUNDRED)!),
      ...came.map(({ dry_matter }) => exact(dry_matter)),
    ]);
    const moneyGone = total(went.map(({ cost }) => exact(cost)));
    const dryGone = total(went.map(({ dry_matter }) => exact(dry_matter)));
    const own = (share: Fraction | null, gone: Fraction) => share && minus(share, gone);
    const days = feedDays.get(g.group_id) ?? [];
    const left = (leftBy.get(String(g.group_id)) ?? []).filter(({ date }) => {
      const fedOn = days.findLast((day) => day < date);
      return fedOn === schedule.planned_on && date <= addDays(fedOn, 7);
    });
    const leftover = left.length > 0 ? over(times(total(left.map(({ weight }) => exact(weight))), fact), given) : null;
    const dryGiven = over(times(dry, fact), mix);
    return [
      {
        ...feeding,
        fact,
        cost: own(over(times(money, fact), mix), moneyGone),
        dryMatter: own(dryGiven, dryGone),
        leftover,
        error: over(times(money, minus(fact, feeding.plan)), mix),
        part: over(fact, mix),
        leftoverDryMatter: leftover && minus(over(times(leftover, dryGiven ?? ZERO), fact) ?? ZERO, dryGone),
      },
    ];
  });
}

interface Planned {
  plan: Fraction;
  fact: Fraction | null;
  over: boolean;
}

/** Plan compared with fact. A plan without fact waits during its day and is unrecorded after it. */
export function planFigures(all: readonly Planned[]): Record<string, number | null> {
  const planOf = (some: readonly Planned[]) => total(some.map(({ plan }) => plan));
  const known = all.filter(({ fact }) => fact !== null);
  const fact = totalOf(known.map((one) => one.fact));
  return {
    plan: number(planOf(all)),
    waiting: number(planOf(all.filter((one) => one.fact === null && !one.over))),
    not_recorded: number(planOf(all.filter((one) => one.fact === null && one.over))),
    fact: number(fact),
    deviation: number(fact && minus(fact, planOf(known))),
    deviation_percent: number(fact && percent(fact, planOf(known))),
  };
}

/** The feedings of a group's days with a record, or with a feeding still to come. */
export function ofKnownDays(feedings: Feeding[]): Feeding[] {
  const dayOf = ({ day, group }: Feeding) => `${day} ${group}`;
  const known = new Set(feedings.filter(({ fact, over }) => fact !== null || !over).map(dayOf));
  return feedings.filter((feeding) => known.has(dayOf(feeding)));
}

/**
 * The figures of some feedings. `headsOf` counts heads, which don't sum up like weights, for the feedings in `begun`; the plan per head
 * uses those in `headed`.
 */
export function feedingFigures(
  feedings: Feeding[],
  headsOf: (feedings: Feeding[]) => number,
  begun = feedings.filter((feeding) => feeding.fact === null || hasFed(feeding)),
  headed = feedings,
): Record<string, number | null> {
  const fedHeads = headsOf(feedings.filter(hasFed));
  const fed = feedings.filter(({ fact }) => fact !== null);
  const fact = totalOf(feedings.map((feeding) => feeding.fact));
  const cost = totalOf(feedings.map((feeding) => feeding.cost));
  const dryMatter = totalOf(feedings.map((feeding) => feeding.dryMatter));
  const leftover = totalOf(feedings.map((feeding) => feeding.leftover));
  const stayed = dryMatter && minus(dryMatter, totalOf(feedings.map((feeding) => feeding.leftoverDryMatter)) ?? ZERO);
  return {
    heads: headsOf(begun),
    ...planFigures(feedings),
    plan_per_head: number(over(total(headed.map((feeding) => feeding.plan)), whole(headsOf(headed)))),
    fact_per_head: number(over(fact, whole(fedHeads))),
    dry_matter: number(dryMatter),
    dry_matter_per_head: number(over(dryMatter, whole(fedHeads))),
    cost: number(cost),
    cost_per_head: number(over(cost, whole(fedHeads))),
    leftovers: number(leftover),
    leftovers_percent: number(leftover && over(times(HUNDRED, leftover), fact)),
    dmi: number(over(stayed, whole(fedHeads))),
    unloading_accuracy: weightedAccuracy(fed.map((feeding) => [feeding.fact!, feeding.plan])),
    unloading_bias: biasOf(fed.map((feeding) => [feeding.fact!, feeding.plan])),
  };
}

type Weighing = readonly [fact: Fraction, plan: Fraction];
export const weightedAccuracy = (weighings: Weighing[]) => {
  const planned = weighings.filter(([, plan]) => plan.n !== 0n);
  return number(over(total(planned.map(([fact, plan]) => times(plan, accuracyOf(fact, plan)))), total(planned.map(([, plan]) => plan))));
};
export const biasOf = (weighings: Weighing[]) => {
  const planned = weighings.filter(([, plan]) => plan.n !== 0n);
  return number(percent(total(planned.map(([fact]) => fact)), total(planned.map(([, plan]) => plan))));
};

/** The same over days and groups. Heads are empty if no group was or will be fed. */
export function summedFigures(feedings: Feeding[]): Record<string, number | null> {
  const begun = feedings.filter((feeding) => hasFed(feeding) || (feeding.fact === null && !feeding.over));
  return { ...feedingFigures(feedings, headDays, begun, ofKnownDays(feedings)), ...(begun.length === 0 ? { heads: null } : {}) };
}

/** True if the feeding gave its group feed. */
export const hasFed = ({ fact }: Pick<Feeding, 'fact'>) => fact !== null && fact.n > 0n;

/** Heads once per group and day, summed over days and groups. */
export function headDays(feedings: Feeding[]): number {
  const most = new Map<string, number>();
  for (const { day, group, heads } of feedings) most.set(`${day} ${group}`, Math.max(heads, most.get(`${day} ${group}`) ?? 0));
  return [...most.values()].reduce((sum, heads) => sum + heads, 0);
}

export interface Weighed {
  schedule: Raw['schedules'][number];
  ingredient: number;
  plan: Fraction;
  over: boolean;
  fact: Fraction | null;
  error: Fraction | null;
  tolerance: Fraction | null;
}

export function weighingsOf(raw: Raw, wanted: Wanted): Weighed[] {
  const schedules = new Map(raw.schedules.map((schedule) => [schedule.id, schedule]));
  return raw.items.flatMap((item) => {
    const schedule = schedules.get(item.schedule_id)!;
    if (!counts(schedule) || !inRange(wanted, schedule) || wanted.schedule?.(schedule) === false) return [];
    if (wanted.group && !raw.groups.some((g) => g.schedule_id === schedule.id && wanted.group!(g.group_id))) return [];
    const plan = exact(item.plan);
    const fact = ['waited', 'in_process'].includes(schedule.status) ? null : exact(item.fact ?? '0');
    const error = fact && times(minus(fact, plan), exact(item.price!));
    return [
      {
        schedule,
        ingredient: item.ingredient_id,
        plan,
        over: isOver(wanted, schedule),
        fact,
        error,
        tolerance: item.tolerance === null ? null : exact(item.tolerance),
      },
    ];
  });
}

/** True within the tolerance of the ingredient in kilograms, or within 2 % of plan without one. */
function isBullseye({ fact, plan, tolerance }: Weighed): boolean {
  if (tolerance !== null && tolerance.n > 0n) {
    const left = minus(tolerance, size(minus(fact!, plan)));
    return left.n >= 0n;
  }
  const off = size(percent(fact!, plan)!);
  return off.n < 2n * off.d;
}

export function loadFigures(items: Weighed[]): Record<string, number | null> {
  const weighed = items.filter(({ fact }) => fact !== null);
  const pairs = weighed.map((item): Weighing => [item.fact!, item.plan]);
  const planned = weighed.filter(({ plan }) => plan.n !== 0n);
  return {
    ...planFigures(items),
    loading_accuracy: weightedAccuracy(pairs),
    loading_bias: biasOf(pairs),
    bullseye: number(over(whole(100 * planned.filter(isBullseye).length), whole(planned.length))),
    loading_cost_of_error: number(totalOf(items.map((item) => item.error))),
  };
}
