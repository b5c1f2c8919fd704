import { Select, type SelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#src/core/api/api.ts';
import { zoneName } from './zone-name.ts';

interface Zone {
  name: string;
  offset: string;
}

const useZones = () =>
  useQuery({
    queryKey: ['tzs'],
    queryFn: async ({ signal }) => (await api.get<Zone[]>('local/tzs/', { signal })).data,
    staleTime: 3_600_000,
  });

/** Timezones by name with their present offset; typing a city finds one. */
export function TimezoneField(props: SelectProps) {
  const { t } = useTranslation('operations');
  const { data = [], isPending } = useZones();
  // If the server lists a zone under its old and its new name, it is shown once.
  const offsets = new Map(data.map(({ name, offset }) => [zoneName(name), offset]));
  const zones = [...offsets].map(([name, offset]) => ({ value: name, label: `${name.replaceAll('_', ' ')} (UTC${offset})` }));
  // The chosen zone is shown before the list is loaded.
  const chosen =
    typeof props.value === 'string' && !zones.some(({ value }) => value === props.value)
      ? [{ value: props.value, label: props.value }]
      : [];
  return (
    <Select
      searchable
      allowDeselect={false}
      limit={60}
      data={[...chosen, ...zones]}
      nothingFoundMessage={isPending ? undefined : t('operations:farms.no_timezone')}
      {...props}
    />
  );
}
