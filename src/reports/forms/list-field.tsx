import { MultiSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ALL } from '../../../contract/operations/report-additional.ts';
import type { Resource } from '../../../contract/resource.ts';
import { useAccess } from '../../core/access/use-access.ts';
import { useList } from '../../core/resource/queries.ts';

interface ListFieldProps {
  resource: Resource;
  farm: number;
  label: string;
  value: string[];
  error: string | undefined;
  onChange: (chosen: string[]) => void;
}

/** Some of a farm's things, or all of them, which is one choice of its own. */
export function ListField({ resource, farm, label, value, error, onChange }: ListFieldProps) {
  const { t } = useTranslation(['reports', 'core']);
  const { can } = useAccess();
  const { data } = useList<Resource, { id: number; name: string }>(
    resource,
    { farm, ordering: 'name', page_size: 1000 },
    // Who may not see the list still makes the form of all of it.
    { enabled: can(resource.permission, 'view') },
  );
  const options = (data?.rows ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <MultiSelect
      label={label}
      data={[{ value: ALL, label: t('reports:form.all') }, ...options]}
      value={value}
      error={error}
      nothingFoundMessage={t('core:list.nothing')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('core:actions.reset') }}
      onChange={(chosen) => onChange(chosen.at(-1) === ALL ? [ALL] : chosen.filter((one) => one !== ALL))}
    />
  );
}
