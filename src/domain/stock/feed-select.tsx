import { Select, type SelectProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { LiteIngredient } from './choices.ts';

interface FeedSelectProps extends Omit<SelectProps, 'data' | 'value' | 'defaultValue' | 'onChange'> {
  /** While they are still to come there are none to choose from. */
  feeds: readonly Pick<LiteIngredient, 'id' | 'name' | 'stock_name'>[] | undefined;
  value: number | null;
  onChange: (ingredient: number | null) => void;
}

/** A feed, found by its name; the same name may lie in several stocks. */
export function FeedSelect({ feeds, value, onChange, ...props }: FeedSelectProps) {
  const { t } = useTranslation('core');
  return (
    <Select
      {...props}
      data={(feeds ?? []).map(({ id, name, stock_name }) => ({ value: String(id), label: `${name} · ${stock_name}` }))}
      searchable
      allowDeselect={false}
      limit={100}
      nothingFoundMessage={t('core:list.nothing')}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
    />
  );
}
