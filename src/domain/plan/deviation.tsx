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
  /** In kg; 0 for none. */
  tolerance: number;
  percent?: boolean;
  /** True if a part exceeds its tolerance, although the sum may not. */
  beyond?: boolean;
  /** True for finished work: a deviation within tolerance has no colour. */
  calm?: boolean;
}

/** Fact compared with plan by sign, icon and colour. */
export function Deviation({ plan, fact, tolerance, percent = false, beyond = false, calm = false }: DeviationProps) {
  const { t } = useTranslation('core');
  const format = useFormat();
  const judged = judge(plan, fact, tolerance);
  if (judged === 'none' || fact === null) return <span className={classes.none}>–</span>;
  const judgement: Exclude<Judgement, 'none'> = beyond ? (fact < plan ? 'beyond-under' : 'beyond-over') : judged;
  const Sign = ICONS[judgement];
  return (
    <span className={classes.deviation} data-judgement={judgement} data-calm={calm || undefined}>
      <Sign size={14} aria-hidden />
      {format.signed('weight', minus(fact, plan))}
      {percent && plan > 0 && (
        <span className={classes.percent}>{format.roundedPercent(((fact - plan) / plan) * 100, { decimals: 1, plus: true })}</span>
      )}
      {judgement.startsWith('beyond') && <span className={classes.hidden}>{t('core:beyond_tolerance')}</span>}
    </span>
  );
}
