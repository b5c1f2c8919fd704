import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PRICE_LISTS } from '../../../contract/reports/shape.ts';
import { type Filters, withList } from './filters.ts';

interface PriceSwitchProps {
  filters: Filters;
  onChange: (filters: Filters) => void;
}

/** Each farm at its own prices, or all at one list. */
export function PriceSwitch({ filters, onChange }: PriceSwitchProps) {
  const { t } = useTranslation('reports');
  return (
    <SegmentedControl
      size="sm"
      aria-label={t('reports:filter.prices')}
      value={filters.lists.prices?.[0] ?? PRICE_LISTS[0]}
      onChange={(value) => onChange(withList(filters, 'prices', value === PRICE_LISTS[0] ? [] : [value]))}
      data={PRICE_LISTS.map((value) => ({ value, label: t(`reports:prices.${value}`) }))}
    />
  );
}
