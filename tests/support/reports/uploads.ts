import { expect } from 'vitest';
import { mixerUnloading } from '#contract/reports/mixer-unloading.ts';
import type { ReportData } from '#contract/reports/shape.ts';
import { expectBefore, expectFigures, only, tilesOf } from './compare.ts';
import {
  biasOf,
  type Feeding,
  feedingsOf,
  grouped,
  HUNDRED,
  number,
  over,
  percent,
  planFigures,
  type Raw,
  size,
  times,
  totalOf,
  type Wanted,
  weightedAccuracy,
  whole,
} from './recompute.ts';

/** The measures of unloading, from feedings. */
export function uploadFigures(feedings: Feeding[]): Record<string, number | null> {
  const fed = feedings.filter(({ fact }) => fact !== null);
  const planned = fed.filter((feeding) => feeding.plan.n !== 0n);
  const hits = planned.filter((feeding) => {
    const off = size(percent(feeding.fact!, feeding.plan)!);
    return off.n < 2n * off.d;
  });
  const pairs = fed.map((feeding) => [feeding.fact!, feeding.plan] as const);
  return {
    ...planFigures(feedings),
    unloading_accuracy: weightedAccuracy(pairs),
    unloading_bias: biasOf(pairs),
    bullseye: number(over(times(HUNDRED, whole(hits.length)), whole(planned.length))),
    cost: number(totalOf(feedings.map((feeding) => feeding.cost))),
    unloading_cost_of_error: number(totalOf(feedings.map((feeding) => feeding.error))),
  };
}

/** Compares rows, totals, tiles and charts of unloading with raw rows. */
export function compareUploads(data: ReportData, raw: Raw, wanted: Wanted, before: Wanted): void {
  const feedings = feedingsOf(raw, wanted);
  const schedules = new Map(raw.schedules.map((schedule) => [schedule.id, schedule]));
  const uploads = grouped(feedings, ({ schedule }) => schedule);
  expect(data.rows.map(({ id }) => String(id)).sort()).toEqual([...uploads.keys()].sort());
  for (const row of data.rows) {
    const { planned_on, status, mixer_id, ration_id, operator_id, upload_seconds } = schedules.get(Number(row.id))!;
    expect(row).toMatchObject({ day: planned_on, status, mixer_id, ration_id, operator_id, unloading_seconds: upload_seconds });
    expectFigures(row, uploadFigures(uploads.get(String(row.id))!), `upload ${row.id}`);
  }
  expectFigures(data.totals, uploadFigures(feedings), 'total');
  expectFigures(tilesOf(data, 'value'), only(uploadFigures(feedings), mixerUnloading.tiles), 'tile');
  expectBefore(data, only(uploadFigures(feedingsOf(raw, before)), mixerUnloading.tiles));
  const seconds = [...uploads.keys()]
    .map((id) => schedules.get(Number(id))!)
    .flatMap(({ skip_time, upload_seconds }) => (skip_time || upload_seconds === null ? [] : [upload_seconds]));
  expect(data.totals.unloading_seconds).toBe(
    seconds.length > 0 ? Math.round(seconds.reduce((sum, one) => sum + one, 0) / seconds.length) : null,
  );
  const [byOperator, byGroup] = data.series;
  const operators = grouped(feedings, ({ schedule }) => String(schedules.get(schedule)!.operator_id));
  expect(byOperator!.rows).toHaveLength(operators.size);
  const judged = (own: Feeding[]) => only(uploadFigures(own), ['deviation_percent', 'unloading_accuracy']);
  for (const row of byOperator!.rows) expectFigures(row, judged(operators.get(String(row.operator_id))!), `operator ${row.operator}`);
  const groups = grouped(feedings, ({ group }) => group);
  expect(byGroup!.rows).toHaveLength(groups.size);
  for (const row of byGroup!.rows) expectFigures(row, judged(groups.get(String(row.group_id))!), `group ${row.group}`);
}
