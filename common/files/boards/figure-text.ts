import type { TFunction } from 'i18next';
import { changeText, unitText } from '#common/files/change-text.ts';
import { whyNoChange } from '#common/files/comparison-text.ts';
import { type TileChange, tileChange } from '#common/files/tile-change.ts';
import { daysText } from '#common/format/days-text.ts';
import type { Formatter } from '#common/format/formatter.ts';
import type { ReportData, Tile } from '#contract/reports/shape.ts';

interface Words {
  t: TFunction;
  format: Formatter;
}

/** Returns a function that writes a headline figure with its unit. */
export function createFigureWriter(tile: Tile, { t, format }: Words) {
  return (value: number | null): string => {
    if (tile.kind === 'money') return format.money(value, { plus: Boolean(tile.deviation) });
    const text = tile.deviation ? format.signed(tile.kind, value) : format.value(tile.kind, value);
    return value === null ? text : text + unitText(tile, format, t);
  };
}

/** The change of a headline figure, or the reason why there is none; null if the figure isn't compared. */
export function describeChange(
  tile: Tile,
  data: Pick<ReportData, 'comparison' | 'tiles_base'>,
  { t, format }: Words,
): { text: string; judged: TileChange['judged'] } | null {
  const base = data.comparison ?? data.tiles_base;
  if (!base || tile.previous === undefined) return null;
  if (base.reason !== null) return { text: whyNoChange(base, t, format) ?? '', judged: 'neutral' };
  const change = tileChange(tile);
  if (!change) return null;
  const days = daysText({ after: base.planned_on_after, before: base.planned_on_before }, format);
  return { text: t('pages:home.against', { change: changeText(change, tile, format, t), days }), judged: change.judged };
}
