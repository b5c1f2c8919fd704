import { SimpleGrid, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { todayIn } from '#common/format/clock.ts';
import { averagePack } from '#common/packs/packs.ts';
import { packs } from '#contract/operations/packs.ts';
import { useCurrentFarm } from '#src/core/format/farm-context.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { useResourceForm } from '#src/core/resource/use-resource-form.ts';
import { DayInput } from '#src/core/ui/day-input.tsx';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { SumLine } from '#src/core/ui/sum-line.tsx';
import { useLiteIngredients } from '#src/domain/stock/choices.ts';
import { FeedSelect } from '#src/domain/stock/feed-select.tsx';
import { useTimezoneOf } from '#src/domain/stock/timezone.ts';
import { isWeighed, type Pack, packBody, packValues } from './values.ts';

interface PackModalProps {
  /** null = a new one. */
  pack: Pack | null;
  onClose: () => void;
}

/** The weight of a feed's pack from a day on: known, or the average of a sample. */
export function PackModal({ pack, onClose }: PackModalProps) {
  const { t } = useTranslation(['pages', 'core']);
  const format = useFormat();
  const current = useCurrentFarm();
  const today = todayIn(useTimezoneOf(pack?.farm ?? current?.id ?? null));
  const { data: feeds } = useLiteIngredients();
  const labels = {
    ingredient: t('pages:packs.ingredient'),
    name: t('pages:packs.name'),
    from: t('pages:packs.from'),
    kg: t('pages:packs.kg'),
    weighed_packs: t('pages:packs.weighed_packs'),
    weighed_kg: t('pages:packs.weighed_kg'),
    until: t('pages:packs.until'),
  };
  const modal = useResourceForm(packs, { row: pack, valuesOf: (row) => packValues(row, today), bodyOf: packBody, labels });
  const { form } = modal;
  const { weighed_packs, weighed_kg } = form.values;
  const average = weighed_packs && weighed_kg ? averagePack(weighed_packs, weighed_kg) : null;
  return (
    <FormModal {...modal} size="lg" onClose={onClose} title={pack ? `${pack.ingredient_name}: ${pack.name}` : t('pages:packs.create')}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <FeedSelect label={labels.ingredient} feeds={feeds} {...form.getInputProps('ingredient')} />
        <TextInput label={labels.name} placeholder={t('pages:packs.name_hint')} maxLength={300} {...form.getInputProps('name')} />
        <DayInput label={labels.from} {...form.getInputProps('from')} />
        {!isWeighed(form.values) && <DecimalInput kind="weight" label={labels.kg} {...form.getInputProps('kg')} />}
        <DecimalInput kind="count" label={labels.weighed_packs} {...form.getInputProps('weighed_packs')} />
        <DecimalInput kind="weight" label={labels.weighed_kg} {...form.getInputProps('weighed_kg')} />
        <DayInput clearable label={labels.until} {...form.getInputProps('until')} />
      </SimpleGrid>
      {isWeighed(form.values) && (
        <SumLine label={labels.kg} value={average === null ? '–' : `${format.value('weight', average)}\u00a0${t(format.unit('weight'))}`} />
      )}
      <Text size="sm" c="dimmed">
        {t('pages:packs.hint')}
      </Text>
    </FormModal>
  );
}
