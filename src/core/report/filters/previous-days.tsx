import { IconArrowsDiff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { daysText } from '#common/format/days-text.ts';
import type { Formatter } from '#common/format/formatter.ts';
import type { Range } from '#contract/periods.ts';
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

const isOfYear = ({ after }: Range, { before }: Range) => after.slice(0, 4) === before.slice(0, 4);

/** The days that a report is compared with by its nature: those just before, until others are chosen. */
export function PreviousDays({ filters, today, format, onChange }: PreviousDaysProps) {
  const { t } = useTranslation('reports');
  const previous = filters.previous ?? justBefore(filters);
  // Beside the days themselves they need no year but another one.
  const label = isOfYear(previous, filters) ? format.shortDay(previous.after, previous.before) : daysText(previous, format);
  return (
    <DropPanel icon={IconArrowsDiff} name={t('reports:filter.previous')} label={label} preload={PeriodPanel.preload}>
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
