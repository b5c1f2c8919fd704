import type { augerCoefficient, augerRotations } from '#contract/reports/auger.ts';
import { atLevel, pick, type ReportServer } from '#server/reports/kit/report.ts';
import { namesOf } from '#server/reports/sql/formulas.ts';
import { previously } from '#server/reports/sql/scope.ts';
import { type AugerRow, augerRows, FIGURES } from './turned.ts';

const TOTALS = ['loads' as const, ...namesOf(FIGURES), 'in_range_share' as const];
const DRAWN = ['rotations_per_tonne', 'coefficient'] as const;

/** The row without the values that only the total contains. */
const toAugerRow = <R extends AugerRow>({ within: _, reported: __, in_range_share: ___, ...row }: Omit<R, 'level'>) => ({
  ...row,
  auger_norm: row.auger_norm === 0 ? null : row.auger_norm,
  beyond: row.in_range === null ? null : row.in_range === false,
});

/** Totals, tiles and the chart by day, which both reports have. */
function makeParts(rows: readonly AugerRow[], before: readonly AugerRow[] | null) {
  const [total] = atLevel(rows, 'total');
  return {
    totals: { ...pick(total, TOTALS), in_range: total?.reported ? `${total.within} / ${total.reported}` : null },
    tiles: pick(total, TOTALS),
    previous: before && pick(atLevel(before, 'total')[0], TOTALS),
    byDay: atLevel(rows, 'day').map((row) => pick(row, ['day', ...DRAWN])),
  };
}

export const augerRotationsServer: ReportServer<typeof augerRotations> = {
  rowKeys: ['day', 'farm_id', 'period', 'mixer_id', 'ration_id'],
  async make(scope) {
    const [rows, before] = await Promise.all([augerRows(scope, 'ration'), previously(scope, (range) => augerRows(range, 'ration'))]);
    const { byDay, ...made } = makeParts(rows, before);
    const byRation = atLevel(rows, 'part').map((row) => pick(row, ['ration', 'ration_id', ...DRAWN]));
    return { ...made, rows: atLevel(rows, 'row').map(toAugerRow), series: { by_day: byDay, by_ration: byRation } };
  },
};

export const augerCoefficientServer: ReportServer<typeof augerCoefficient> = {
  rowKeys: ['day', 'farm_id', 'mixer_id'],
  async make(scope) {
    const [rows, before] = await Promise.all([augerRows(scope, 'mixer'), previously(scope, (range) => augerRows(range, 'mixer'))]);
    const { byDay, ...made } = makeParts(rows, before);
    const byMixer = atLevel(rows, 'part').map((row) => pick(row, ['mixer', 'mixer_id', ...DRAWN]));
    return { ...made, rows: atLevel(rows, 'row').map(toAugerRow), series: { by_day: byDay, by_mixer: byMixer } };
  },
};
