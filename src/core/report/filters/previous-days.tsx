import { IconArrowsDiff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { daysText } from '#common/format/days-text.ts';
import type { Formatter } from '#common/format/formatter.ts';
import type { Filters } from '#src/core/report/filters.ts';
import { lazyPart } from '#src/core/ui/lazy-part.ts';
import { justBefore } from './days.ts';
import { DropPanel } from './drop-panel.tsx';

const PeriodPanel = lazyPart(async () => (await import('./period-panel.tsx')).PeriodPanel);

interface PreviousDaysProps {
  filters: Filters;
  today: string;
  format: Formatter;
  onChange: (filters: Filters) => void;
}

/** The days that a report is compared with by its nature: those just before, until others are chosen. */
export function PreviousDays({ filters, today, format, onChange }: PreviousDaysProps) {
  const { t } = useTranslation('reports');
  const previous = filters.previous ?? justBefore(filters);
  return (
    <DropPanel icon={IconArrowsDiff} name={t('reports:filter.previous')} label={daysText(previous, format)} preload={PeriodPanel.preload}>
      {(close) => (
        <PeriodPanel
          range={previous}
          today={today}
          onChange={(range) => {
            onChange({ ...filters, previous: range });
            close();
          }}
        />
      )}
    </DropPanel>
  );
}
