import type { TFunction } from 'i18next';
import type { Formatter } from '#common/format/formatter.ts';
import type { mixers } from '#contract/operations/mixers.ts';
import type { RowOf } from '#contract/resource.ts';
import type { ListColumn } from '#src/core/resource/column.ts';

export type Mixer = RowOf<typeof mixers>;

/** Planned weights go in steps of five of the unit on screen. */
export const roundingLabel = (t: TFunction, format: Formatter) => t('operations:mixers.rounding', { unit: t(format.unit('weight')) });

export const mixerColumns = (t: TFunction, format: Formatter): ListColumn<Mixer>[] => [
  { key: 'name', label: t('operations:mixers.name'), sort: 'name' },
  { key: 'model', label: t('operations:mixers.model'), sort: 'model' },
  { key: 'farm_name', label: t('operations:mixers.farm'), sort: 'farm_name' },
  { key: 'max_weight', label: t('operations:mixers.max_weight'), kind: 'weight', sort: 'max_weight' },
  { key: 'rounding', label: roundingLabel(t, format), secondary: true },
  { key: 'calibration', label: t('operations:mixers.calibration'), value: ({ calibration }) => calibration !== null, secondary: true },
];
