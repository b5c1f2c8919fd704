import { addDays } from '#contract/days.ts';
import { LOADING_STATUSES } from '#contract/kinds.ts';
import type { Db } from '#server/db/database.ts';
import { insertMoves } from '#tests/support/insert-moves.ts';

/** A farm with random facts, written directly into the tables. */
export interface DiceFarm {
  id: number;
  stock: number;
  groups: number[];
  animalTypes: number[];
  rations: number[];
  mixers: number[];
  periods: number[];
  operators: number[];
  ingredients: number[];
}

/** A generator of random numbers by seed (mulberry32). */
export function dice(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    chance: (share: number) => next() < share,
    whole: (from: number, to: number) => from + Math.floor(next() * (to - from + 1)),
    /** A random decimal of `digits` places between two whole numbers. */
    decimal: (from: number, to: number, digits: number) => Math.round((from + next() * (to - from)) * 10 ** digits) / 10 ** digits,
    of: <T>(values: readonly T[]) => values[Math.floor(next() * values.length)] as T,
  };
}
export type Dice = ReturnType<typeof dice>;

const ids = async (query: { execute(): Promise<{ id: number }[]> }) => (await query.execute()).map((row) => row.id);

/** Creates the farm without facts, which `throwDays` adds. */
export async function makeDiceFarm(db: Db, client: { id: number }, name: string, timezone: string, operators: number[]): Promise<DiceFarm> {
  const client_id = client.id;
  const one = async (query: { execute(): Promise<{ id: number }[]> }) => (await ids(query))[0] as number;
  const company_id = await one(
    db
      .insertInto('company')
      .values({ client_id, name: `${name} company` })
      .returning('id'),
  );
  const farm_id = await one(db.insertInto('farm').values({ client_id, company_id, name, timezone }).returning('id'));
  const stock_id = await one(db.insertInto('stock').values({ client_id, company_id, farm_id, name, type: 'feedbank' }).returning('id'));
  const type_id = await one(db.insertInto('ingredient_type').values({ client_id, name }).returning('id'));
  const animalTypes = await ids(
    db
      .insertInto('animal_type')
      .values(['cows', 'heifers'].map((type) => ({ client_id, name: `${name} ${type}` })))
      .returning('id'),
  );
  const groups = await ids(
    db
      .insertInto('animal_group')
      .values([0, 1, 2, 3].map((n) => ({ client_id, farm_id, name: `${name} group ${n}`, animal_type_id: animalTypes[n % 2] as number })))
      .returning('id'),
  );
  const ingredients = await ids(
    db
      .insertInto('ingredient')
      .values(
        [0, 1, 2, 3, 4].map((n) => ({
          client_id,
          farm_id,
          stock_id,
          type_id,
          name: `${name} feed ${n}`,
          price: 2.5,
          dry_matter_on: n === 0 ? '2026-09-25' : '2026-10-15',
          rest: n === 1 ? -120.5 : 5000,
          average_price: n === 1 ? 3.12345 : 0,
        })),
      )
      .returning('id'),
  );
  const rations = await ids(
    db
      .insertInto('ration')
      .values([0, 1, 2].map((n) => ({ client_id, farm_id, name: `${name} ration ${n}` })))
      .returning('id'),
  );
  const mixers = await ids(
    db
      .insertInto('mixer')
      .values(
        [0, 1].map((n) => ({
          client_id,
          farm_id,
          name: `${name} mixer ${n}`,
          max_weight: 12_000,
          loading_admittance: 25,
          unloading_admittance: 30,
          auger_rotations: n === 0 ? 9.5 : 0,
          auger_coefficient: 1.1,
        })),
      )
      .returning('id'),
  );
  const periods = await ids(
    db
      .insertInto('period')
      .values(
        ['04:30', '16:00'].map((start_time) => ({ client_id, farm_id, name: `${name} ${start_time}`, start_time, end_time: '20:00' })),
      )
      .returning('id'),
  );
  return { id: farm_id, stock: stock_id, groups, animalTypes, rations, mixers, periods, operators, ingredients };
}

/**
 * Random feedings of every day of a range: most recorded, some ignored, incomplete, deleted or never begun; some with re-fed leftovers;
 * some without a group.
 */
export async function throwDays(db: Db, client: { id: number }, farm: DiceFarm, from: string, days: number, roll: Dice): Promise<void> {
  for (let day = from, n = 0; n < days; n += 1, day = addDays(day, 1)) {
    await db.selectNoFrom(({ fn, val, cast }) => fn<string>('ensure_month', [cast(val(day), 'date')]).as('done')).execute();
    const idle = roll.chance(0.1);
    // Separate random numbers, so that the other facts stay unchanged.
    const odd = dice(Date.parse(day) / 86_400_000);
    const skipped = new Set(farm.groups.filter(() => odd.chance(0.12)));
    for (const period of farm.periods) {
      const { id: loading } = await db
        .insertInto('loading')
        .values({
          client_id: client.id,
          farm_id: farm.id,
          period_id: period,
          planned_on: day,
          name: `period ${period}`,
          start_time: '04:30',
          end_time: '20:00',
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      for (const ration of farm.rations) await throwSchedule(db, client, farm, { day, loading, ration, idle, skipped, odd }, roll);
    }
    for (const group of farm.groups) {
      if (!roll.chance(0.6)) continue;
      await db
        .insertInto('leftover')
        .values({ client_id: client.id, farm_id: farm.id, group_id: group, date: day, weight: roll.decimal(0, 90, 3) })
        .execute();
    }
  }
}

const minutesLater = (instant: string, minutes: number) => new Date(Date.parse(instant) + minutes * 60_000).toISOString();

interface Feeding {
  day: string;
  loading: number;
  ration: number;
  idle: boolean;
  /** Groups without feed that day. */
  skipped: ReadonlySet<number>;
  odd: Dice;
}

async function throwSchedule(db: Db, client: { id: number }, farm: DiceFarm, at: Feeding, roll: Dice): Promise<void> {
  const status = at.idle ? 'waited' : roll.chance(0.8) ? 'uploaded' : roll.of(LOADING_STATUSES);
  const deleted = status === 'waited' && roll.chance(0.2);
  const ignored = roll.chance(0.08);
  const common = {
    client_id: client.id,
    farm_id: farm.id,
    planned_on: at.day,
    ration_id: at.ration,
    mixer_id: roll.of(farm.mixers),
  };
  const operator_id = roll.chance(0.9) ? roll.of(farm.operators) : null;
  const isLoaded = status !== 'waited' && status !== 'in_process';
  const started = `${at.day}T0${roll.whole(1, 8)}:${roll.whole(10, 59)}:00Z`;
  const { id } = await db
    .insertInto('schedule')
    .values({
      ...common,
      operator_id,
      loading_id: at.loading,
      position: roll.whole(1, 9),
      status,
      deleted,
      ignore_in_reports: ignored,
      skip_time: roll.chance(0.2),
      ...(at.odd.chance(0.3) ? { leftovers: true, planned_leftovers: at.odd.decimal(20, 900, 3) } : {}),
      weight_plan: roll.decimal(1000, 9000, 3),
      weight_fact: isLoaded ? roll.decimal(1000, 9000, 3) : null,
      started_at: status === 'waited' ? null : started,
      seconds: isLoaded ? roll.whole(600, 2400) : null,
      upload_started_at: status === 'uploaded' || status === 'out_process' ? minutesLater(started, 45) : null,
      upload_seconds: status === 'uploaded' ? 200 + 7 * Number(started.slice(14, 16)) : null,
      // Some scales don't report the auger.
      auger_rotations: isLoaded && at.ration !== farm.rations[2] ? 20 + Number(started.slice(14, 16)) : null,
      mix_seconds: isLoaded && roll.chance(0.8) ? roll.whole(60, 500) : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const hasFact = () => isLoaded || (status === 'in_process' && roll.chance(0.5));
  const items = farm.ingredients.slice(roll.whole(0, 2)).map((ingredient_id, position) => {
    const plan = roll.chance(0.05) ? 0 : roll.decimal(20, 2000, 3);
    const weighed = hasFact();
    return {
      ...common,
      schedule_id: id,
      ingredient_id,
      position,
      percent: 20,
      weight_plan: plan,
      weight_fact: weighed ? Math.round(plan * (1000 + roll.whole(-80, 60))) / 1000 : null,
      price: isLoaded ? roll.decimal(1, 48, 5) : null,
      dry_matter: isLoaded ? roll.decimal(20, 96, 2) : null,
      started_at: weighed ? new Date(Date.parse(started) + position * 120_000).toISOString() : null,
      seconds: weighed ? roll.whole(20, 110) : null,
      counted: isLoaded && !ignored,
    };
  });
  await db.insertInto('schedule_ingredient').values(items).execute();
  const taken = items.filter(({ weight_fact }) => isLoaded && weight_fact);
  if (taken.length > 0) {
    await insertMoves(
      db,
      taken.map(({ ingredient_id, weight_fact, price }) => ({
        client_id: client.id,
        farm_id: farm.id,
        stock_id: farm.stock,
        ingredient_id,
        schedule_id: id,
        at: started,
        day: at.day,
        kind: 'load',
        kg: -weight_fact!,
        price: price!,
        value: -Math.round(weight_fact! * price! * 1e5) / 1e5,
      })),
    );
  }
  await db
    .insertInto('schedule_group')
    .values(
      farm.groups
        .filter((_, n) => n === 0 || roll.chance(0.6))
        .map((group_id, position) => {
          const plan = roll.decimal(100, 3000, 3);
          const given = status === 'uploaded' || (status === 'out_process' && roll.chance(0.5));
          const passedBy = at.skipped.has(group_id) || at.odd.chance(0.08);
          return {
            ...common,
            schedule_id: id,
            group_id,
            position,
            heads: roll.chance(0.05) ? 0 : roll.whole(20, 120),
            weight_per_head: 30,
            weight_plan: plan,
            weight_fact: given ? Math.round((passedBy ? 0 : plan) * (1000 + roll.whole(-50, 50))) / 1000 : null,
            started_at: given ? started : null,
            seconds: given ? roll.whole(60, 400) : null,
            counted: status === 'uploaded' && !ignored,
            left_out: status === 'uploaded' && ignored,
          };
        }),
    )
    .execute();
}

/** A finished batch of compound feed on 20 October, of the farm's first feeds. */
export async function makeBatch(db: Db, client: { id: number }, farm: DiceFarm): Promise<void> {
  const [made, ...parts] = farm.ingredients;
  const common = { client_id: client.id, farm_id: farm.id };
  const { id: recipe_id } = await db
    .insertInto('recipe')
    .values({ ...common, ingredient_id: made as number, name: `Recipe of ${farm.id}` })
    .returning('id')
    .executeTakeFirstOrThrow();
  const items = parts.slice(0, 2).map((ingredient, n) => ({
    ingredient,
    percent: 50,
    weight_plan: 250,
    weight_fact: 240 + 15 * n,
    price: 7.5,
    dry_matter: 88,
    started_at: '2026-10-20T08:00:00Z',
    seconds: 90,
  }));
  await db
    .insertInto('batch')
    .values({
      ...common,
      recipe_id,
      operator_id: farm.operators[0] as number,
      planned_on: '2026-10-20',
      status: 'loaded',
      weight_plan: 500,
      weight_fact: 495,
      items: JSON.stringify(items),
      started_at: '2026-10-20T08:00:00Z',
      seconds: 600,
    })
    .execute();
}
