import { Select, type SelectProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface IdSelectProps extends Omit<SelectProps, 'data' | 'value' | 'onChange' | 'defaultValue'> {
  /** undefined while they load. */
  rows: readonly { id: number; name: string }[] | undefined;
  value?: number | null | undefined;
  onChange?: (id: number | null) => void;
}

/** Select for a row of a list, by name. */
export function IdSelect({ rows = [], value, onChange, ...rest }: IdSelectProps) {
  const { t } = useTranslation('core');
  return (
    <Select
      allowDeselect={false}
      searchable={rows.length > 8 && !rest.readOnly}
      nothingFoundMessage={t('core:list.nothing')}
      {...rest}
      data={rows.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value == null ? null : String(value)}
      onChange={(id) => onChange?.(id === null ? null : Number(id))}
    />
  );
}
