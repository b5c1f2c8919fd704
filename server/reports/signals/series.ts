import { sql } from 'kysely';
import type { ChartRule } from '#contract/reports/signal-words.ts';
import type { Db } from '#server/db/database.ts';
import type { DayValues } from './walk.ts';

/** The key of a chart: rule, subject and ingredient. */
export interface SeriesKey {
  rule: ChartRule;
  subject: number;
  /** 0: of no feed in particular. */
  ingredient: number;
}

export interface Series extends SeriesKey {
  days: DayValues[];
}

export interface Place {
  client: number;
  farm: number;
}

/** The kept values of some series of a farm, from a day on. */
export async function seriesOf(db: Db, { client, farm }: Place, keys: readonly SeriesKey[], from: string): Promise<Series[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<SeriesKey & { days: string[]; values: number[][]; units: (number | null)[] }>`
    select d.rule, d.subject_id as subject, d.ingredient_id as ingredient, json_agg(d.day order by d.day) as days,
      json_agg(d.vals::real[] order by d.day) as values, json_agg(d.unit_kg::real order by d.day) as units
    from chart_day d join unnest(${keys.map(({ rule }) => rule)}::text[], ${keys.map(({ subject }) => subject)}::bigint[],
      ${keys.map(({ ingredient }) => ingredient)}::bigint[]) as k (rule, subject, ingredient)
      on d.rule = k.rule and d.subject_id = k.subject and d.ingredient_id = k.ingredient
    where d.client_id = ${client} and d.farm_id = ${farm} and d.day >= ${from}::date
    group by 1, 2, 3`.execute(db);
  return rows.map(({ days, values, units, ...key }) => ({
    ...key,
    days: days.map((day, index) => ({ day, values: values[index] ?? [], unit: units[index] ?? null })),
  }));
}
