import { useTranslation } from 'react-i18next';
import { whyNoChange } from '#common/files/comparison-text.ts';
import type { Formatter } from '#common/format/formatter.ts';
import type { Base } from '#contract/reports/comparison.ts';
import classes from './tiles.module.css';

/** Shows why a figure has no change; the full text is in a tooltip and for screen readers. */
export function NoChange({ base, format }: { base: Base; format: Formatter }) {
  const { t } = useTranslation('reports');
  const why = whyNoChange(base, t, format);
  return (
    <span className={classes.change} title={why}>
      <span className={classes.against} aria-hidden>
        {t(`reports:tiles.${base.reason ?? 'few_facts'}`)}
      </span>
      <span className={classes.hidden}>{why}</span>
    </span>
  );
}
