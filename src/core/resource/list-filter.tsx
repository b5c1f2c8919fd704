import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ListState } from './list-state.ts';
import classes from './resource-table.module.css';

interface ListFilterProps {
  state: ListState;
  /** The query's name of it. */
  name: string;
  /** What it filters by; shown while nothing is chosen. */
  label: string;
  options: readonly { value: string; label: string }[];
}

/** One value of a filter beside the search field; clearing it shows all. Absent where there is nothing to choose between. */
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
