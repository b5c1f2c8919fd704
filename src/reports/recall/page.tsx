import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { eatenView, recallView } from '#contract/reports/recall-view.ts';
import type { ReportData, ReportDefinition } from '#contract/reports/shape.ts';
import { DetailPage } from '#src/core/report/detail-page.tsx';
import { pointAddress, rowAddress } from '#src/core/report/drill.ts';
import { ReportPage, type Shaped } from '#src/core/report/report-page.tsx';
import { LotLabel } from './lot-label.tsx';

const shaped: Shaped = {
  viewOf: ({ lists }) => (lists.group?.length ? eatenView : recallView),
  fit: (filters) => filters,
  controls: () => null,
  nameOf: () => 'recall',
  rowAddress: (row, filters, access) => rowAddress({}, row, filters, access),
  pointAddress,
};

interface RecallProps {
  definition: ReportDefinition;
}

/** Lots, with everything that became of them. */
export function RecallPage({ definition }: RecallProps) {
  // Loads the texts that only this report needs.
  useTranslation('pages');
  return <ReportPage definition={definition} shaped={shaped} />;
}

/** The destinations of one lot, and its label. A print has a number: that of the lot, with the moment in UTC. */
export function LotPage({ definition }: RecallProps) {
  const { t } = useTranslation('pages');
  const listLines = useCallback(
    (lot: string, { generated_at }: ReportData) => [
      { label: t('pages:recall.number'), value: `${lot}/${generated_at.slice(0, 16).replaceAll(/[-:]/g, '')}` },
    ],
    [t],
  );
  return (
    <DetailPage
      definition={definition}
      view={recallView.detail}
      listLines={listLines}
      tools={(lot, { title }) => <LotLabel lot={lot} title={title ?? lot} />}
    />
  );
}
