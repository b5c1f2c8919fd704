import { SimpleGrid, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { MAX_COMPONENT, milkPrices } from '#contract/operations/milk.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { useResourceForm } from '#src/core/resource/use-resource-form.ts';
import { DayInput } from '#src/core/ui/day-input.tsx';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { MilkPriceInput, useMilkPriceText } from '#src/domain/milk/cwt.tsx';
import type { MilkPrice } from './month.ts';

interface PriceModalProps {
  farm: number;
  /** null for a new one, which starts with the last prices. */
  row: MilkPrice | null;
  last: MilkPrice | undefined;
  from: string;
  onClose: () => void;
}

/** Milk prices from a day on. */
export function PriceModal({ farm, row, last, from, onClose }: PriceModalProps) {
  const { t } = useTranslation(['milk', 'core']);
  const format = useFormat();
  const price = useMilkPriceText();
  const { base = null, fat = 0, protein = 0, base_fat = 0, base_protein = 0 } = last ?? {};
  const modal = useResourceForm(milkPrices, {
    row,
    begins: { farm, from, base, fat, protein, base_fat, base_protein },
    farm,
    labels: {
      from: t('milk:from'),
      base: t('milk:base'),
      fat: t('milk:fat_price'),
      protein: t('milk:protein_price'),
      base_fat: t('milk:base_fat'),
      base_protein: t('milk:base_protein'),
    },
    show: (field, value) => {
      if (field === 'from') return format.value('date', value as string);
      if (field === 'base') return price.text(value as number);
      return format.value(field.startsWith('base') ? 'percent' : 'price', value as number);
    },
  });
  const { form } = modal;
  return (
    <FormModal onClose={onClose} title={t(row ? 'milk:price' : 'milk:add_price')} {...modal}>
      <Text size="sm" c="dimmed">
        {t('milk:prices_hint')}
      </Text>
      <DayInput label={t('milk:from')} {...form.getInputProps('from')} />
      <MilkPriceInput
        label={t('milk:base')}
        value={form.values.base}
        error={form.errors.base}
        onChange={(value) => form.setFieldValue('base', value)}
      />
      <SimpleGrid cols={2}>
        <DecimalInput kind="percent" max={MAX_COMPONENT} label={t('milk:base_fat')} {...form.getInputProps('base_fat')} />
        <DecimalInput kind="price" label={t('milk:fat_price')} {...form.getInputProps('fat')} />
        <DecimalInput kind="percent" max={MAX_COMPONENT} label={t('milk:base_protein')} {...form.getInputProps('base_protein')} />
        <DecimalInput kind="price" label={t('milk:protein_price')} {...form.getInputProps('protein')} />
      </SimpleGrid>
    </FormModal>
  );
}
