import type { TFunction } from 'i18next';
import { round } from '#common/format/decimal.ts';
import type { Formatter } from '#common/format/formatter.ts';
import { percentGap } from '#common/format/locale.ts';
import type { Tile } from '#contract/reports/shape.ts';
import type { TileChange } from './tile-change.ts';

/** The unit of a figure; the currency's sign is placed by the language. */
export function unitText({ kind }: Pick<Tile, 'kind'>, format: Formatter, t: TFunction): string {
  const unit = kind !== 'money' && format.unit(kind);
  return unit ? (kind === 'percent' ? percentGap(format.language) : '\u00a0') + t(unit, format.unitValues) : '';
}

/** Writes a figure's change, with the same digits on each page. */
export function changeText({ size, unit }: TileChange, { kind }: Pick<Tile, 'kind'>, format: Formatter, t: TFunction): string {
  if (unit === 'percent') return format.roundedPercent(size, { decimals: 1, plus: true });
  if (unit === 'points') return t('reports:tiles.points', { size: format.signed('percent', round(size, 1), { decimals: 1 }) });
  return kind === 'money' ? format.money(size, { plus: true }) : format.signed(kind, size) + unitText({ kind }, format, t);
}
