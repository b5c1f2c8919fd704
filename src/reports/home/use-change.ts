import { useTranslation } from 'react-i18next';
import { changeText } from '#common/files/change-text.ts';
import { whyNoChange } from '#common/files/comparison-text.ts';
import { tileChange } from '#common/files/tile-change.ts';
import { daysText } from '#common/format/days-text.ts';
import type { Base } from '#contract/reports/comparison.ts';
import type { Tile } from '#contract/reports/shape.ts';
import { useFormat } from '#src/core/format/use-format.ts';

interface Changed extends Pick<Tile, 'kind' | 'value'> {
  good: 'up' | 'down';
  previous: number | null;
  base: Base | null;
}

/** Returns a function that writes a figure's change against its base, or the reason why there is none. */
export function useChange() {
  const { t } = useTranslation(['reports', 'core', 'pages']);
  const format = useFormat();
  return ({ kind, good, value, previous, base }: Changed) => {
    if (!base || value === null) return null;
    if (base.reason !== null) return { text: whyNoChange(base, t, format) ?? '', judged: 'neutral' as const };
    const change = tileChange({ key: 'figure', label: '', kind, good, value, previous });
    if (!change) return null;
    const days = daysText({ after: base.planned_on_after, before: base.planned_on_before }, format);
    return {
      text: t('pages:home.against', { change: changeText(change, { kind }, format, t), days }),
      judged: change.judged,
    };
  };
}
