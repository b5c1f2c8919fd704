import { SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { stocks } from '#contract/operations/stocks.ts';
import { api } from '#src/core/api/api.ts';
import { useSave } from '#src/core/resource/queries.ts';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { useFarmOptions, useStockTypeOptions } from '#src/domain/stock/choices.ts';
import type { Stock } from './columns.tsx';

const valuesOf = (stock: Stock | null, company: number) => ({
  company: stock?.company ?? company,
  farm: stock?.farm ?? null,
  name: stock?.name ?? '',
  type: stock?.type ?? ('feedbank' as const),
  capacity: stock ? stock.capacity || null : null,
  version: stock?.version,
});
type Values = Omit<ReturnType<typeof valuesOf>, 'type'> & { type: Stock['type'] };

interface StockModalProps {
  company: number;
  /** null = a new one. */
  stock: Stock | null;
  onClose: () => void;
}

export function StockModal({ company, stock, onClose }: StockModalProps) {
  const { t } = useTranslation(['operations', 'core']);
  const form = useForm<Values>({ initialValues: valuesOf(stock, company) });
  const save = useSave(stocks, { touches: [{ id: 'companies' }, { id: 'ingredients' }] });
  const farms = useFarmOptions(company);
  const types = useStockTypeOptions();
  const labels = {
    name: t('operations:stocks.name'),
    type: t('operations:stocks.type'),
    farm: t('operations:stocks.farm'),
    capacity: t('operations:stocks.capacity'),
  };
  return (
    <FormModal
      opened
      onClose={onClose}
      form={form}
      title={stock ? stock.name : t('operations:stocks.create')}
      save={(values) => save.mutateAsync({ id: stock?.id, values: { ...values, capacity: values.capacity ?? 0 } })}
      conflict={
        stock ? { labels, load: async () => valuesOf((await api.get<Stock>(`${stocks.path}/${stock.id}/`)).data, company) } : undefined
      }
    >
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
