import { SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { stocks } from '#contract/operations/stocks.ts';
import { draftOf } from '#src/core/resource/draft.ts';
import { useResourceForm } from '#src/core/resource/use-resource-form.ts';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { useFarmOptions, useStockTypeOptions } from '#src/domain/stock/choices.ts';
import type { Stock } from './columns.tsx';

/** A stock without a capacity has an empty field. */
const toValues = (stock: Stock | null) => ({ ...draftOf(stocks, stock), capacity: stock?.capacity || null });

interface StockModalProps {
  company: number;
  /** null for a new one. */
  stock: Stock | null;
  /** Values that a new one begins with. */
  begins?: { name: string; farm: number | null };
  onClose: () => void;
}

export function StockModal({ company, stock, begins, onClose }: StockModalProps) {
  const { t } = useTranslation(['operations', 'core']);
  const farms = useFarmOptions(company);
  const types = useStockTypeOptions();
  const labels = {
    name: t('operations:stocks.name'),
    type: t('operations:stocks.type'),
    farm: t('operations:stocks.farm'),
    capacity: t('operations:stocks.capacity'),
  };
  const modal = useResourceForm(stocks, {
    row: stock,
    valuesOf: toValues,
    begins: { company, ...begins },
    bodyOf: (values) => ({ ...values, capacity: values.capacity ?? 0 }),
    touches: [{ id: 'companies' }, { id: 'ingredients' }],
    labels,
  });
  const { form } = modal;
  return (
    <FormModal {...modal} onClose={onClose} title={stock ? stock.name : t('operations:stocks.create')}>
      <TextInput label={labels.name} maxLength={300} {...form.getInputProps('name')} />
      <Stack gap={4}>
        <Text size="sm" id="stock-type" fw={600}>
          {labels.type}
        </Text>
        <SegmentedControl aria-labelledby="stock-type" data={types} {...form.getInputProps('type')} />
      </Stack>
      <Select
        label={labels.farm}
        description={t('operations:stocks.farm_hint')}
        placeholder={t('operations:stocks.all_farms')}
        data={farms}
        clearable
        clearButtonProps={{ 'aria-label': t('core:actions.reset') }}
        {...form.getInputProps('farm')}
        value={form.values.farm === null ? null : String(form.values.farm)}
        onChange={(value) => form.setFieldValue('farm', value === null ? null : Number(value))}
      />
      <DecimalInput
        kind="weight"
        label={labels.capacity}
        description={t('operations:stocks.capacity_hint')}
        max={99_999_999}
        {...form.getInputProps('capacity')}
      />
    </FormModal>
  );
}
