import { IconAlertTriangle, IconArrowDown, IconArrowUp, IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { minus } from '#common/format/decimal.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import classes from './deviation.module.css';
import { type Judgement, judge } from './tolerance.ts';

const ICONS: Record<Exclude<Judgement, 'none'>, typeof IconCheck> = {
  right: IconCheck,
  under: IconArrowDown,
  over: IconArrowUp,
  'beyond-under': IconAlertTriangle,
  'beyond-over': IconAlertTriangle,
};

interface DeviationProps {
  plan: number;
  fact: number | null;
  /** In kg; 0 = none is set. */
  tolerance: number;
  percent?: boolean;
  /** A part of it is beyond its tolerance, whatever the sum says. */
  beyond?: boolean;
}

/** Fact against plan by sign, icon and colour. */
export function Deviation({ plan, fact, tolerance, percent = false, beyond = false }: DeviationProps) {
  const { t } = useTranslation('core');
  const format = useFormat();
  const judged = judge(plan, fact, tolerance);
  if (judged === 'none' || fact === null) return <span className={classes.none}>–</span>;
  const judgement: Exclude<Judgement, 'none'> = beyond ? (fact < plan ? 'beyond-under' : 'beyond-over') : judged;
  const Sign = ICONS[judgement];
  return (
    <span className={classes.deviation} data-judgement={judgement}>
      <Sign size={14} aria-hidden />
      {format.signed('weight', minus(fact, plan))}
      {percent && plan > 0 && (
        <span className={classes.percent}>{format.percent(((fact - plan) / plan) * 100, { decimals: 1, plus: true })}</span>
      )}
      {judgement.startsWith('beyond') && <span className={classes.hidden}>{t('core:beyond_tolerance')}</span>}
    </span>
  );
}
