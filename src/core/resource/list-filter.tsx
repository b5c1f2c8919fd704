import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ListState } from './list-state.ts';
import classes from './resource-table.module.css';

interface ListFilterProps {
  state: ListState;
  /** Name in the query. */
  name: string;
  /** Label, shown without a choice. */
  label: string;
  options: readonly { value: string; label: string }[];
}

/** A filter with one value next to the search field; clearing it shows all. Absent without choices. */
export function ListFilter({ state, name, label, options }: ListFilterProps) {
  const { t } = useTranslation('core');
  const value = state.filter(name);
  if (options.length < 2 && value === null) return null;
  return (
    <Select
      className={classes.filter}
      aria-label={label}
      placeholder={label}
      data={options}
      value={value}
      onChange={(next) => state.setFilter(name, next)}
      allowDeselect={false}
      clearable
      clearButtonProps={{ 'aria-label': t('core:actions.reset') }}
      searchable={options.length > 8}
      nothingFoundMessage={t('core:list.nothing')}
    />
  );
}
