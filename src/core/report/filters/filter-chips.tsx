import { Pill } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { codeKey } from '#common/texts/keys.ts';
import { type Filters, withList } from '#src/core/report/filters.ts';
import type { Chosen } from './filter-options.ts';

interface FilterChipsProps {
  chips: readonly Chosen[];
  filters: Filters;
  onChange: (filters: Filters) => void;
}

/** Chips of a report's filters, each removable. */
export function FilterChips({ chips, filters, onChange }: FilterChipsProps) {
  const { t } = useTranslation('reports');
  return chips.map(({ filter, value, label }) => (
    <Pill
      key={`${filter}-${value}`}
      size="md"
      withRemoveButton
      removeButtonProps={{ 'aria-label': t('reports:filter.remove', { name: label }), tabIndex: 0, 'aria-hidden': false }}
      onRemove={() => onChange(withList(filters, filter, filters.lists[filter]?.filter((one) => one !== value) ?? []))}
    >
      {t(codeKey('reports:filter', filter))}: {label}
    </Pill>
  ));
}
