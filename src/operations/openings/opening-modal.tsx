import { SimpleGrid, Textarea } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { openings } from '#contract/operations/openings.ts';
import { NoIngredientRights } from '#src/core/access/notices.tsx';
import { useAccess } from '#src/core/access/use-access.ts';
import { useCurrentFarm } from '#src/core/format/farm-context.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { useFarms } from '#src/core/layout/use-farms.ts';
import { withoutMissing } from '#src/core/resource/draft.ts';
import { useOnlyChoice } from '#src/core/resource/use-only-choice.ts';
import { useResourceForm } from '#src/core/resource/use-resource-form.ts';
import { DayInput } from '#src/core/ui/day-input.tsx';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { IdSelect } from '#src/core/ui/id-select.tsx';
import { useLiteIngredients } from '#src/domain/stock/choices.ts';
import { FeedSelect } from '#src/domain/stock/feed-select.tsx';
import { LotNumberInput } from '#src/domain/stock/lot-number-input.tsx';
import { PackedWeight } from '#src/domain/stock/packed-weight.tsx';
import { packedBody } from '#src/domain/stock/packs.ts';
import type { OpeningBalance } from './columns.ts';

interface OpeningModalProps {
  /** null = a new one. */
  opening: OpeningBalance | null;
  onClose: () => void;
}

const openingLabels = (t: TFunction) => ({
  farm: t('pages:openings.farm'),
  ingredient: t('pages:openings.ingredient'),
  day: t('pages:openings.day'),
  kg: t('pages:openings.kg'),
  pack: t('pages:packs.pack'),
  packs: t('pages:packs.packs'),
  price: t('pages:openings.price'),
  lot: t('pages:lots.lot'),
  note: t('pages:openings.note'),
});

const KINDS = { day: 'date', kg: 'weight', pack: 'text', packs: 'ratio', price: 'price', lot: 'text', note: 'text' } as const;

/** The stock of a feed at the start of a day. The form shows its value while the weight and the price are typed. */
export function OpeningModal({ opening, onClose }: OpeningModalProps) {
  const { t } = useTranslation(['pages', 'core']);
  const { can } = useAccess();
  const current = useCurrentFarm();
  const labels = openingLabels(t);
  const format = useFormat();
  const { data: farms } = useFarms();
  const seesIngredients = can('ingredient', 'view');
  const modal = useResourceForm(openings, {
    row: opening,
    begins: { farm: current?.id ?? null },
    bodyOf: (values) => withoutMissing(packedBody(values, 'kg')),
    touches: [{ id: 'ingredients' }, { id: 'stocks' }],
    labels,
    show(field, value) {
      if (field === 'farm') return farms?.find(({ id }) => id === value)?.name ?? '';
      if (field === 'ingredient') return feeds?.find(({ id }) => id === value)?.name ?? '';
      return format.value(KINDS[field as keyof typeof KINDS], value as string | number | null);
    },
  });
  const { form } = modal;
  useOnlyChoice(form, 'farm', farms, opening === null);
  const { farm, ingredient, day, kg, pack, packs, price } = form.values;
  const { data: feeds } = useLiteIngredients(farm ?? undefined, seesIngredients && farm !== null);
  const cost = kg && price !== null ? kg * price : null;

  return (
    <FormModal {...modal} size="lg" onClose={onClose} title={opening ? opening.ingredient_name : t('pages:openings.create')}>
      {!seesIngredients && <NoIngredientRights />}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <IdSelect
          label={labels.farm}
          rows={farms}
          searchable={false}
          value={farm}
          onChange={(next) => form.setValues({ farm: next, ingredient: null })}
          error={form.errors.farm}
        />
        <FeedSelect
          label={labels.ingredient}
          feeds={feeds}
          value={ingredient}
          onChange={(value) => form.setFieldValue('ingredient', value)}
          error={form.errors.ingredient}
        />
        <PackedWeight
          key={ingredient}
          label={labels.kg}
          ingredient={ingredient}
          day={day}
          kg={kg}
          pack={pack}
          packs={packs}
          onChange={form.setValues}
          error={form.errors.kg ?? form.errors.packs ?? form.errors.pack}
        />
        <DecimalInput
          kind="price"
          label={labels.price}
          description={cost === null ? undefined : `${t('pages:openings.cost')}: ${format.value('money', cost)}`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps('price')}
        />
        <DayInput
          label={labels.day}
          description={t('pages:openings.day_hint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={day || null}
          onChange={(next) => form.setFieldValue('day', next ?? '')}
          error={form.errors.day}
        />
        <LotNumberInput kind="opening" entry={opening?.id} {...form.getInputProps('lot')} />
      </SimpleGrid>
      <Textarea label={labels.note} autosize maxLength={1000} {...form.getInputProps('note')} />
    </FormModal>
  );
}
