import { MultiSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ALL, type FormType } from '#contract/operations/blanks.ts';
import { useFilterOptions } from '#src/core/report/filters/filter-options.ts';
import type { ListName } from './choice.ts';

interface ListFieldProps {
  form: FormType;
  name: ListName;
  farm: number;
  label: string;
  value: string[];
  error: string | undefined;
  onChange: (chosen: string[]) => void;
}

/** Chooses some of a farm's items, or all of them, which is a separate option. */
export function ListField({ form, name, farm, label, value, error, onChange }: ListFieldProps) {
  const { t } = useTranslation(['reports', 'core', 'pages']);
  const { options = [] } = useFilterOptions({ id: form }, name, { after: '', before: '', lists: { farm: [String(farm)] } }, []);
  return (
    <MultiSelect
      label={label}
      data={[{ value: ALL, label: t('pages:form.all') }, ...options]}
      value={value}
      error={error}
      nothingFoundMessage={t('core:list.nothing')}
      searchable
      styles={{ inputField: { minWidth: 32 } }}
      clearable
      clearButtonProps={{ 'aria-label': t('core:actions.reset') }}
      onChange={(chosen) => onChange(chosen.at(-1) === ALL ? [ALL] : chosen.filter((one) => one !== ALL))}
    />
  );
}
