import type { feedingPlan } from '#contract/reports/feeding-plan.ts';
import { atLevel, type Made, pick, type ReportServer } from '#server/reports/kit/report.ts';
import { FEEDING_TOTALS, feedingLevels, nameIn } from '#server/reports/sql/feeding-levels.ts';
import { previously, type ReportScope } from '#server/reports/sql/scope.ts';
import { findFeeding, makeFeedingDetail } from './detail.ts';

async function makeFeedingPlan(scope: ReportScope): Promise<Made<typeof feedingPlan>> {
  const [rows, before] = await Promise.all([
    feedingLevels(scope, ['row', 'day', 'group', 'total']),
    previously(scope, (range) => feedingLevels(range, ['total'])),
  ]);
  const [total] = atLevel(rows, 'total');
  return {
    rows: atLevel(rows, 'row').map((row) => ({ id: `${row.day}_${row.group_id}_${row.ration_id}`, ...row })),
    totals: pick(total, FEEDING_TOTALS),
    tiles: pick(total, FEEDING_TOTALS),
    previous: before && pick(before[0], FEEDING_TOTALS),
    series: {
      by_day: atLevel(rows, 'day').map((row) => pick(row, ['day', 'plan', 'fact'])),
      by_group: atLevel(rows, 'group').map((row) => ({
        group: nameIn(scope, row, 'group'),
        ...pick(row, ['group_id', 'cost', 'cost_per_head']),
      })),
    },
  };
}

export const feedingPlanServer: ReportServer<typeof feedingPlan> = {
  rowKeys: ['day', 'group_id', 'ration_id'],
  make: makeFeedingPlan,
  detail: { find: findFeeding, make: makeFeedingDetail },
};
