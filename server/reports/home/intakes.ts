import { comparedKey } from '#contract/reports/comparison.ts';
import { type HomeIntakes, LEAST_INTAKE_CHANGE } from '#contract/reports/home.ts';
import { baseOf, compared, judgedBase } from '#server/reports/kit/comparison.ts';
import { coverageOf } from '#server/reports/kit/coverage.ts';
import { feedingLevels, nameIn } from '#server/reports/sql/feeding-levels.ts';
import { hasRows } from '#server/reports/sql/has-rows.ts';
import type { ReportScope } from '#server/reports/sql/scope.ts';
import type { HomeScope } from './scope.ts';

/** So many groups are named. */
const NAMED = 5;
const DMI = { key: 'dmi', kind: 'weight', total: 'formula' } as const;

/** Yesterday's report of nutrients, if the client has norms. */
async function findNutrients(home: HomeScope, { client, db }: ReportScope): Promise<HomeIntakes['nutrients']> {
  if (!home.maySee('nutrients') || !(await hasRows(db, client, 'norm'))) return null;
  const { scope: _, ...source } = home.ask('nutrients', { after: home.yesterday, before: home.yesterday });
  return source;
}

/** Groups that eat clearly more or less than the week before. */
export async function intakesOf(home: HomeScope): Promise<HomeIntakes> {
  const { scope, ...source } = home.ask('dashboard', home.week, { compare_with: ['previous'] });
  const before = baseOf(scope)!;
  const [now, then, coverage] = await Promise.all([
    feedingLevels(scope, ['group']),
    feedingLevels(before, ['group']),
    coverageOf('feedings', scope, before),
  ]);
  const base = judgedBase({ from: before.from, to: before.to, coverage });
  const rowOf = new Map(then.map((row) => [row.group_id, row]));
  const rows = now.flatMap((row) => {
    const figures = compared(DMI, row.dmi, rowOf.get(row.group_id)?.dmi);
    const [percent, previous] = [figures[comparedKey('percent', 'dmi')], figures[comparedKey('base', 'dmi')]];
    if (typeof percent !== 'number' || typeof previous !== 'number' || Math.abs(percent) < LEAST_INTAKE_CHANGE) return [];
    const group = Number(row.group_id);
    const filters = { ...source.filters, group: [group] };
    return [
      { ...source, filters, group, group_name: String(nameIn(scope, row, 'group')), dmi: Number(row.dmi), previous_dmi: previous, percent },
    ];
  });
  return {
    ...source,
    base,
    nutrients: await findNutrients(home, scope),
    rows: base.reason === null ? rows.toSorted((a, b) => Math.abs(b.percent) - Math.abs(a.percent)).slice(0, NAMED) : [],
  };
}
