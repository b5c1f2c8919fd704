import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#src/core/format/use-format.ts';
import classes from './document.module.css';
import { sumsOf } from './lines.ts';
import type { DocumentValues } from './values.ts';

/** Sums of the lines, and differences from the scales or the document. */
export function Sums({ values }: { values: DocumentValues }) {
  const { t } = useTranslation(['core', 'pages']);
  const format = useFormat();
  const { vat_percent: vat, gross_weight: gross, tare_weight: tare, paper_total: paper } = values;
  const sums = sumsOf(values.lines, { vat, gross, tare, paper });
  const weight = (kg: number) => `${format.value('weight', kg)}\u00a0${t(format.unit('weight'))}`;
  return (
    <div aria-live="polite">
      <dl className={classes.sums}>
        <dt>{t('pages:delivery_documents.weight')}</dt>
        <dd>{weight(sums.weight)}</dd>
        <dt>{t('pages:delivery_documents.net')}</dt>
        <dd>{format.money(sums.net)}</dd>
        {vat !== null && (
          <>
            <dt>{t('pages:delivery_documents.vat')}</dt>
            <dd>{format.money(sums.vat)}</dd>
            <dt data-total>{t('pages:delivery_documents.total')}</dt>
            <dd data-total>{format.money(sums.total)}</dd>
          </>
        )}
      </dl>
      {sums.weightOff !== null && sums.scales !== null && (
        <Text size="sm" c="var(--beyond)" role="alert" mt={4}>
          {t('pages:delivery_documents.weight_off', { lines: weight(sums.weight), scales: weight(sums.scales) })}
        </Text>
      )}
      {sums.totalOff !== null && paper !== null && (
        <Text size="sm" c="var(--beyond)" role="alert" mt={4}>
          {t('pages:delivery_documents.total_off', { lines: format.money(sums.total), paper: format.money(paper) })}
        </Text>
      )}
    </div>
  );
}
