import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#src/core/format/use-format.ts';
import classes from './fill.module.css';

/** Percent beyond which a delivery may not fit. */
const NEARLY_FULL = 95;

export type FillLevel = 'normal' | 'full' | 'below';
export const levelOf = (percent: number): FillLevel => (percent < 0 ? 'below' : percent >= NEARLY_FULL ? 'full' : 'normal');

/** Fill level of a stock as a bar and in percent; a dash without a capacity. */
export function FillBar({ percent, large = false }: { percent: number | null; large?: boolean }) {
  const { t } = useTranslation('operations');
  const format = useFormat();
  if (percent === null) return format.value('percent', null);
  const level = levelOf(percent);
  const digits = { decimals: percent !== 0 && Math.abs(percent) < 10 ? 1 : 0 };
  const whole = format.roundedPercent(percent, digits);
  return (
    <span className={classes.fill} data-level={level} data-large={large || undefined}>
      {/* biome-ignore lint/a11y/useSemanticElements: a <meter> can't be styled alike in every browser */}
      <span
        className={classes.bar}
        role="meter"
        aria-label={t('operations:stocks.fill')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(Math.min(100, Math.max(0, percent)))}
        aria-valuetext={whole}
      >
        <span style={{ width: `${Math.min(100, Math.max(0, percent))}%` }} />
      </span>
      <span className={classes.percent}>
        {level !== 'normal' && <IconAlertTriangle size={14} aria-hidden />}
        {large ? whole : format.value('percent', percent, digits)}
      </span>
    </span>
  );
}
