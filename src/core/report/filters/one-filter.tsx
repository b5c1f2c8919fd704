import { useTranslation } from 'react-i18next';
import type { Formatter } from '#common/format/formatter.ts';
import { codeKey } from '#common/texts/keys.ts';
import type { FarmCard } from '#contract/operations/farms.ts';
import { isSwitch } from '#contract/reports/switches.ts';
import { type Filters, type ListFilter, withList } from '#src/core/report/filters.ts';
import { lazyPart } from '#src/core/ui/lazy-part.ts';
import { FarmShortcuts } from './farm-shortcuts.tsx';
import { type Filtered, useFilterOptions } from './filter-options.ts';
import { OptionList } from './option-list.tsx';
import { SwitchWords } from './switch-words.tsx';
import { TimePanel } from './time-panel.tsx';

const PeriodPanel = lazyPart(async () => (await import('./period-panel.tsx')).PeriodPanel);

/** The filters of the panel: lists and calculation options, the days (on a phone) and the time of day. */
export type Offer = ListFilter | 'period' | 'loaded_time';

export interface OneFilterProps {
  of: Filtered;
  filters: Filters;
  farms: readonly FarmCard[];
  /** Today, if the days are among the offers. */
  today?: string;
  format: Formatter;
  onChange: (filters: Filters) => void;
  /** Resets all filters; offered if there are several. */
  onReset?: () => void;
}

function OneList({ of, filter, filters, farms, onChange }: OneFilterProps & { filter: ListFilter }) {
  const { t } = useTranslation('reports');
  const { options, error } = useFilterOptions(of, filter, filters, farms);
  const chosen = filters.lists[filter] ?? [];
  const change = (next: string[]) => {
    // A report always needs a farm.
    if (filter !== 'farm' || next.length > 0) onChange(withList(filters, filter, next));
  };
  return (
    <>
      {filter === 'farm' && <FarmShortcuts farms={farms} onChange={change} />}
      <OptionList label={t(codeKey('reports:filter', filter))} options={options} error={error} chosen={chosen} onChange={change} />
    </>
  );
}

export function OneFilter({ filter, back, ...rest }: OneFilterProps & { filter: Offer; back: () => void }) {
  const { filters, today, onChange } = rest;
  const choose = (next: Filters) => {
    onChange(next);
    back();
  };
  if (filter === 'period')
    return <PeriodPanel range={filters} today={today ?? filters.before} onChange={(range) => choose({ ...filters, ...range })} />;
  if (filter === 'loaded_time') {
    const { times, ...others } = filters;
    return <TimePanel times={times} onChange={(next) => choose({ ...others, ...(next ? { times: next } : {}) })} />;
  }
  if (isSwitch(filter)) return <SwitchWords name={filter} filters={filters} onChange={choose} />;
  return <OneList filter={filter} {...rest} />;
}
