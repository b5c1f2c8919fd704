import { minus } from '#common/format/decimal.ts';
import { proposeCall } from '#contract/operations/daily-call.ts';
import { bunkView } from '#contract/reports/bunk-view.ts';
import { column } from '#contract/reports/columns.ts';
import type { Cell } from '#contract/reports/shape.ts';
import { atLevel, type Made, pick, type ReportServer } from '#server/reports/kit/report.ts';
import { type FeedingRow, feedingLevels, nameIn } from '#server/reports/sql/feeding-levels.ts';
import { previously, type ReportScope } from '#server/reports/sql/scope.ts';
import { type BunkRow, type FarmRules, readBunkLevels, readFarmRules, readScaleTexts } from './bunks.ts';

/** The proposal of a farm's rules; null for a score of another scale. */
function proposed({ score, scale, call_before, call_two_before }: Omit<BunkRow, 'level'>, rules: FarmRules | undefined) {
  const isSame = rules?.scale === scale;
  return proposeCall({ score, percent_before: call_before, percent_two_before: call_two_before }, isSame ? rules : null).percent;
}

const FED = [
  ...(['plan', 'waiting', 'not_recorded', 'fact', 'deviation', 'deviation_percent', 'leftovers', 'heads', 'fact_per_head'] as const),
  ...(['dry_matter_per_head', 'dmi'] as const),
] as const;
const kg = (cell: Cell) => (typeof cell === 'number' ? cell : 0);

/** A sum of feedings with its bunk scores: uncalled + called = plan, and delivered − leftovers = eaten. */
function besides(fed: Omit<FeedingRow, 'level'> | undefined, { uncalled }: Pick<BunkRow, 'uncalled'>) {
  const figures = pick(fed, FED);
  return {
    ...figures,
    uncalled,
    called: uncalled === null ? null : minus(kg(figures.plan), uncalled),
    eaten: typeof figures.fact === 'number' ? minus(figures.fact, kg(figures.leftovers)) : null,
  };
}

/** The difference between the plan without calls plus all changes and the intake. It is zero unless a figure is wrong. */
function computeUnexplained(figures: ReturnType<typeof besides>): number {
  const planned = kg(figures.uncalled) + kg(figures.called) - kg(figures.waiting) - kg(figures.not_recorded);
  return minus(planned + kg(figures.deviation) - kg(figures.leftovers), kg(figures.eaten));
}

const NO_BUNKS = { score: null, calls: 0, uncalled: null };

/** The figures of one range over all of its groups and days. */
function computeTotals(fed: readonly FeedingRow[], bunks: readonly BunkRow[]) {
  const words = bunks.find(({ level }) => level === 'total') ?? NO_BUNKS;
  const figures = besides(atLevel(fed, 'total')[0], words);
  return { ...figures, score: words.score, calls: words.calls, unexplained: computeUnexplained(figures) };
}

async function makeBunk(scope: ReportScope): Promise<Made<typeof bunkView>> {
  const [fed, bunks, rules, scales, before] = await Promise.all([
    feedingLevels(scope, ['group_day', 'day', 'total']),
    readBunkLevels(scope, ['row', 'group', 'day', 'total']),
    readFarmRules(scope),
    readScaleTexts(scope),
    previously(scope, async (range) =>
      computeTotals(...(await Promise.all([feedingLevels(range, ['total']), readBunkLevels(range, ['total'], scope)]))),
    ),
  ]);
  const fedOn = new Map(atLevel(fed, 'group_day').map((row) => [`${row.day}_${row.group_id}`, row]));
  const fedByDay = new Map(atLevel(fed, 'day').map((row) => [row.day, row]));
  const totals = computeTotals(fed, bunks);
  const days = atLevel(bunks, 'day').map((row) => ({
    day: row.day,
    score: row.score,
    ...pick(besides(fedByDay.get(row.day), row), ['fact', 'eaten']),
  }));
  return {
    rows: atLevel(bunks, 'row').map((row) => {
      const id = `${row.day}_${row.group_id}`;
      return {
        id,
        ...pick(row, ['day', 'farm_id', 'farm', 'group_id', 'group', 'score', 'call', 'reason']),
        scale: row.scale === null ? null : (scales.get(row.scale) ?? null),
        proposal: proposed(row, rules.get(Number(row.farm_id))),
        ...besides(fedOn.get(id), row),
      };
    }),
    totals,
    tiles: totals,
    previous: before,
    ...(atLevel(bunks, 'row').some(({ scale }) => scale) ? { columns: [column('scale', 'text')], columnsAfter: 'score' } : {}),
    series: {
      by_day: days,
      score_by_day: days.filter(({ score }) => score !== null),
      score_by_group: atLevel(bunks, 'group')
        .filter(({ score }) => score !== null)
        .map((row) => ({ group: nameIn(scope, row, 'group'), ...pick(row, ['group_id', 'score']) })),
    },
  };
}

export const bunkServer: ReportServer<typeof bunkView> = { rowKeys: ['day', 'group_id'], viewOf: () => bunkView, make: makeBunk };
