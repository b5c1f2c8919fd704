import { Select, SimpleGrid, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { NUTRIENT_BASES, NUTRIENT_FORMULAS, NUTRIENT_UNITS, STANDARD_NUTRIENTS } from '#contract/nutrient-words.ts';
import { nutrients } from '#contract/operations/nutrients.ts';
import type { RowOf } from '#contract/resource.ts';
import { useResourceForm } from '#src/core/resource/use-resource-form.ts';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { FormModal } from '#src/core/ui/form-modal.tsx';

interface NutrientModalProps {
  /** null for a new one. */
  nutrient: RowOf<typeof nutrients> | null;
  /** Values that a new one begins with. */
  begins?: { name: string };
  onClose: () => void;
}

/** Edits a nutrient: its unit and basis, its known name, and its formula. */
export function NutrientModal({ nutrient, begins, onClose }: NutrientModalProps) {
  const { t } = useTranslation(['nutrients', 'core']);
  const labels = {
    name: t('nutrients:name'),
    unit: t('nutrients:unit'),
    per: t('nutrients:per'),
    decimals: t('nutrients:decimals'),
    position: t('nutrients:position'),
    standard: t('nutrients:known'),
    formula: t('nutrients:formula'),
  };
  const modal = useResourceForm(nutrients, { row: nutrient, begins, labels, touches: [{ id: 'analyses' }] });
  const { form } = modal;
  return (
    <FormModal {...modal} size="lg" onClose={onClose} title={nutrient ? nutrient.name : t('nutrients:create')}>
      <TextInput label={labels.name} maxLength={300} {...form.getInputProps('name')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select
          allowDeselect={false}
          label={labels.unit}
          description={nutrient ? t('nutrients:kept') : undefined}
          data={NUTRIENT_UNITS.map((unit) => ({ value: unit, label: t(`nutrients:units.${unit}`) }))}
          {...form.getInputProps('unit')}
        />
        <Select
          allowDeselect={false}
          label={labels.per}
          data={NUTRIENT_BASES.map((per) => ({ value: per, label: t(`nutrients:pers.${per}`) }))}
          {...form.getInputProps('per')}
        />
        <DecimalInput kind="count" max={4} label={labels.decimals} {...form.getInputProps('decimals')} />
        <DecimalInput kind="count" max={10_000} label={labels.position} {...form.getInputProps('position')} />
      </SimpleGrid>
      <Select
        clearable
        searchable
        label={labels.standard}
        description={t('nutrients:known_hint')}
        placeholder={t('nutrients:none')}
        data={STANDARD_NUTRIENTS.map((standard) => ({ value: standard, label: t(`nutrients:standard.${standard}`) }))}
        {...form.getInputProps('standard')}
      />
      <Select
        clearable
        label={labels.formula}
        description={t('nutrients:formula_hint')}
        placeholder={t('nutrients:none')}
        data={NUTRIENT_FORMULAS.map((formula) => ({ value: formula, label: t(`nutrients:formulas.${formula}`) }))}
        {...form.getInputProps('formula')}
      />
    </FormModal>
  );
}
