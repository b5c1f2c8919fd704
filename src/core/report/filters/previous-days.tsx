import { IconArrowsDiff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { daysText } from '#common/format/days-text.ts';
import type { Formatter } from '#common/format/formatter.ts';
import { baseRange } from '#contract/base-range.ts';
import type { Range } from '#contract/periods.ts';
import type { Filters } from '#src/core/report/filters.ts';
import { lazyPart } from '#src/core/ui/lazy-part.ts';
import { DropPanel } from './drop-panel.tsx';

const PeriodPanel = lazyPart(async () => (await import('./period-panel.tsx')).PeriodPanel);

interface PreviousDaysProps {
  filters: Filters;
  today: string;
  format: Formatter;
  onChange: (filters: Filters) => void;
}

const isOfYear = ({ after }: Range, { before }: Range) => after.slice(0, 4) === before.slice(0, 4);

/** Chooses the days to compare with; by default the months or days just before. */
export function PreviousDays({ filters, today, format, onChange }: PreviousDaysProps) {
  const { t } = useTranslation('reports');
  const previous = filters.previous ?? baseRange(filters, 'previous');
  // The year is shown only if it differs from the report's.
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
