import {
  exact,
  type Feeding,
  type Fraction,
  feedingsOf,
  grouped,
  hasFed,
  headDays,
  minus,
  over,
  plus,
  type Raw,
  times,
  total,
  type Wanted,
  whole,
  ZERO,
} from './recompute.ts';

/** The rations' part of raw rows: planned leftovers ÷ fresh weight by schedule, and the value of a feed on a day. */
export interface Rations {
  raw: Raw;
  stoodIn: ReadonlyMap<number, Fraction>;
  worthThen: (ingredient: number, day: string) => Fraction;
}

const add = <K>(sums: Map<K, Fraction>, key: K, value: Fraction) => sums.set(key, plus(sums.get(key) ?? ZERO, value));

/**
 * Sums of one range over the recorded days of groups: head-days, cost, plan, unrecorded part, and the rations' feed by group and
 * ingredient.
 */
function sumsOf({ raw, stoodIn, worthThen }: Rations, wanted: Wanted, kept: (feeding: Feeding) => boolean) {
  const asked = feedingsOf(raw, wanted).filter(kept);
  const known = new Set(asked.filter(hasFed).map(({ day, group }) => `${day} ${group}`));
  const feedings = asked.filter(({ fact, day, group }) => fact !== null && known.has(`${day} ${group}`));
  const items = grouped(raw.items, ({ schedule_id }) => schedule_id);
  const groupsOf = grouped(raw.groups, ({ schedule_id }) => schedule_id);
  const byGroup = grouped(feedings, ({ group }) => group);
  const kg = new Map<string, Fraction>();
  const value = new Map<string, Fraction>();
  const ofGroup = new Map<string, Fraction>();
  let [planned, missing] = [ZERO, ZERO];
  for (const { schedule, group, plan, day, fact } of asked.filter((feeding) => known.has(`${feeding.day} ${feeding.group}`))) {
    const share = over(plan, total(groupsOf.get(String(schedule))!.map((one) => exact(one.plan))));
    if (!share) continue;
    const fresh = plus(whole(1), stoodIn.get(schedule) ?? ZERO);
    for (const item of items.get(String(schedule)) ?? []) {
      const weight = times(exact(item.plan), share);
      const money = times(weight, item.price === null ? worthThen(item.ingredient_id, day) : exact(item.price));
      planned = plus(planned, money);
      if (fact === null) missing = plus(missing, money);
      add(kg, `${group} ${item.ingredient_id}`, times(weight, fresh));
      add(value, `${group} ${item.ingredient_id}`, times(money, fresh));
      add(ofGroup, String(group), times(money, fresh));
    }
  }
  const heads = new Map([...byGroup].map(([group, own]: [string, Feeding[]]) => [group, whole(headDays(own.filter(hasFed)))]));
  const cost = total(feedings.map((feeding) => feeding.cost ?? ZERO));
  return { heads, days: total([...heads.values()]), cost, planned, missing, full: total([...ofGroup.values()]), kg, value, ofGroup };
}

/** The causes by the formulas of docs/decisions/012, in exact fractions, of the selected days of groups. */
export function costCausesOf(rations: Rations, now: Wanted, then: Wanted, kept: (feeding: Feeding) => boolean = () => true) {
  const a = sumsOf(rations, now, kept);
  const b = sumsOf(rations, then, kept);
  const [h1, h0] = [a.days, b.days];
  let [heads, prices, ration] = [ZERO, ZERO, ZERO];
  const priceThen = (ingredient: string) => {
    const own = [...b.kg.keys()].filter((key) => key.endsWith(` ${ingredient}`));
    return over(total(own.map((key) => b.value.get(key)!)), total(own.map((key) => b.kg.get(key)!)));
  };
  for (const group of new Set([...a.heads.keys(), ...b.heads.keys()])) {
    const [d1, d0] = [a.heads.get(group) ?? ZERO, b.heads.get(group) ?? ZERO];
    const [n1, n0] = [a.ofGroup.get(group) ?? ZERO, b.ofGroup.get(group) ?? ZERO];
    if (d1.n === 0n || d0.n === 0n) {
      heads = plus(heads, minus(over(n1, h1)!, over(n0, h0)!));
      continue;
    }
    heads = plus(heads, times(minus(over(d1, h1)!, over(d0, h0)!), over(n0, d0)!));
    const ingredients = new Set([...a.kg.keys(), ...b.kg.keys()].filter((key) => key.startsWith(`${group} `)));
    for (const key of ingredients) {
      const [kg1, kg0] = [a.kg.get(key) ?? ZERO, b.kg.get(key) ?? ZERO];
      const now1 = over(a.value.get(key) ?? ZERO, kg1);
      const then0 = over(b.value.get(key) ?? ZERO, kg0) ?? priceThen(key.split(' ')[1]!) ?? now1;
      if (!then0) continue;
      if (now1) prices = plus(prices, times(over(kg1, h1)!, minus(now1, then0)));
      ration = plus(ration, times(minus(over(kg1, h1)!, over(times(kg0, d1), times(d0, h1))!), then0));
    }
  }
  return {
    previous: over(b.cost, h0)!,
    current: over(a.cost, h1)!,
    days: { now: h1, before: h0 },
    causes: {
      not_recorded: minus(over(b.missing, h0)!, over(a.missing, h1)!),
      prices,
      heads,
      ration,
      loading_error: minus(over(minus(plus(a.cost, a.missing), a.planned), h1)!, over(minus(plus(b.cost, b.missing), b.planned), h0)!),
      leftovers: minus(over(minus(b.full, b.planned), h0)!, over(minus(a.full, a.planned), h1)!),
    },
  };
}
