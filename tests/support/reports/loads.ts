import { sql } from 'kysely';
import { instantAt } from '#common/format/clock.ts';
import { addDays } from '#contract/days.ts';
import { reportsJobs } from '#server/reports/index.ts';
import { findSignals, findWrong } from '#server/reports/signals/jobs.ts';
import type { TestApi } from '#tests/support/api.ts';
import type { ReadyFarm } from '#tests/support/feeding.ts';

/**
 * Parameters of random loads: percent above plan (of all or of each of three feeds), kilograms lost before unloading, seconds of mixing.
 */
export interface Thrown {
  bias?: number | readonly number[];
  lost?: number;
  mixed?: number;
  /** Kilograms per head above plan, for a group that eats more. */
  more?: number;
}

export interface Throw {
  from: string;
  days: number;
  /** Loads per day. */
  each?: number;
  operator: number | null;
  timezone?: string;
  of?: (day: string, load: number) => Thrown;
}

const PARTS = [
  { feed: 'silage', kg: 3000, price: 1.5, dryMatter: 34 },
  { feed: 'hay', kg: 1500, price: 3, dryMatter: 86 },
  { feed: 'meal', kg: 500, price: 12, dryMatter: 90 },
] as const;

/** A generator of equally distributed random numbers by seed. */
export function chances(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A normally distributed random number with mean 0 and deviation 1. */
export const bell = (next: () => number) => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());

/** Finished loads of five tonnes, from eight in the morning on, an hour apart. */
export async function throwLoads(
  api: TestApi,
  farm: ReadyFarm,
  { from, days, each = 3, operator, timezone = 'Europe/Kyiv', of = () => ({}) }: Throw,
) {
  const db = api.database.forClient(farm.client.id);
  const rows = Array.from({ length: days * each }, (_, index) => {
    const day = addDays(from, Math.floor(index / each));
    const place = index % each;
    const { bias = 0, lost = 0, mixed = 300, more = 0 } = of(day, place);
    const at = instantAt(day, `${String(8 + place).padStart(2, '0')}:00`, timezone).toISOString();
    const facts = PARTS.map(({ kg }, part) => {
      const off = typeof bias === 'number' ? bias : (bias[part] ?? 0);
      return Math.round(kg * (1 + off / 100) * (1 + more / 100) * 1000) / 1000;
    });
    const loaded = facts.reduce((sum, kg) => sum + kg, 0);
    return { day, place, at, mixed, facts, loaded, unloaded: Math.round((loaded - lost) * 1000) / 1000, more };
  });
  for (const month of new Set(rows.map(({ day }) => `${day.slice(0, 7)}-01`))) await sql`select ensure_month(${month}::date)`.execute(db);
  await db.transaction().execute(async (tx) => {
    const made = await tx
      .insertInto('schedule')
      .values(
        rows.map(({ day, place, at, mixed, loaded, unloaded }) => ({
          client_id: farm.client.id,
          farm_id: farm.farm,
          planned_on: day,
          position: place + 1,
          ration_id: farm.ration,
          mixer_id: farm.mixer,
          operator_id: operator,
          status: 'uploaded',
          weight_plan: 5000,
          weight_fact: loaded,
          weight_unloaded: unloaded,
          started_at: at,
          mix_seconds: mixed,
        })),
      )
      .returning('id')
      .execute();
    const common = (index: number) => ({
      client_id: farm.client.id,
      schedule_id: made[index]!.id,
      planned_on: rows[index]!.day,
      farm_id: farm.farm,
      ration_id: farm.ration,
      mixer_id: farm.mixer,
      counted: true,
    });
    for (const [part, { feed, kg, price, dryMatter }] of PARTS.entries()) {
      await tx
        .insertInto('schedule_ingredient')
        .values(
          rows.map(({ facts, more }, index) => ({
            ...common(index),
            ingredient_id: farm[feed],
            position: part + 1,
            percent: kg / 50,
            weight_plan: Math.round(kg * (1 + more / 100) * 1000) / 1000,
            weight_fact: facts[part]!,
            price,
            dry_matter: dryMatter,
          })),
        )
        .execute();
    }
    await tx
      .insertInto('schedule_group')
      .values(
        rows.map(({ unloaded }, index) => ({
          ...common(index),
          group_id: farm.cowsGroup,
          position: 1,
          heads: 100,
          weight_per_head: 50,
          weight_plan: 5000,
          weight_fact: unloaded,
        })),
      )
      .execute();
  });
}

/** Runs the jobs that follow a recording within a minute: roll-ups, then signals. */
export async function lookOverDue({ services }: TestApi): Promise<void> {
  await reportsJobs.find(({ name }) => name === 'roll up days')?.run(services);
  await findSignals(services);
}
/** Runs the check of each quarter of an hour, for every client. */
export const lookOverNow = ({ services }: TestApi) => findWrong(services);
