import { SimpleGrid, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { dayAt } from '#common/format/clock.ts';
import { harvests } from '#contract/operations/harvests.ts';
import { NoIngredientRights } from '#src/core/access/notices.tsx';
import { useAccess } from '#src/core/access/use-access.ts';
import { useCurrentFarm } from '#src/core/format/farm-context.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { useFarms } from '#src/core/layout/use-farms.ts';
import { useResourceForm } from '#src/core/resource/use-resource-form.ts';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { IdSelect } from '#src/core/ui/id-select.tsx';
import { useLiteIngredients } from '#src/domain/stock/choices.ts';
import { FeedSelect } from '#src/domain/stock/feed-select.tsx';
import { LotNumberInput } from '#src/domain/stock/lot-number-input.tsx';
import { MomentInput } from '#src/domain/stock/moment-input.tsx';
import { PackedWeight } from '#src/domain/stock/packed-weight.tsx';
import { useTimezoneOf } from '#src/domain/stock/timezone.ts';
import type { Harvest } from './columns.tsx';
import { harvestBody } from './values.ts';

interface HarvestModalProps {
  /** null = a new one. */
  harvest: Harvest | null;
  onClose: () => void;
}

/** Feed that a farm grew itself; what a kilogram cost is shown while it is typed. */
export function HarvestModal({ harvest, onClose }: HarvestModalProps) {
  const { t } = useTranslation(['pages', 'core']);
  const { can } = useAccess();
  const current = useCurrentFarm();
  const labels = {
    farm: t('pages:harvests.farm'),
    ingredient: t('pages:harvests.ingredient'),
    at: t('pages:harvests.at'),
    kg: t('pages:harvests.kg'),
    pack: t('pages:packs.pack'),
    packs: t('pages:packs.packs'),
    dry_matter: t('pages:harvests.dry_matter'),
    cost: t('pages:harvests.cost'),
    lot: t('pages:lots.lot'),
    note: t('pages:harvests.note'),
  };
  const timezone = useTimezoneOf(harvest?.farm ?? current?.id ?? null);
  const format = useFormat({ timezone });
  const { data: farms } = useFarms();
  const seesIngredients = can('ingredient', 'view');
  const modal = useResourceForm(harvests, {
    row: harvest,
    begins: { farm: current?.id ?? null },
    bodyOf: harvestBody,
    touches: [{ id: 'ingredients' }, { id: 'stocks' }],
    labels,
    show(field, value) {
      if (field === 'farm') return farms?.find(({ id }) => id === value)?.name ?? '';
      if (field === 'ingredient') return feeds?.find(({ id }) => id === value)?.name ?? '';
      const kinds = {
        at: 'datetime',
        kg: 'weight',
        pack: 'text',
        packs: 'count',
        dry_matter: 'percent',
        cost: 'money',
        lot: 'text',
        note: 'text',
      } as const;
      return format.value(kinds[field as keyof typeof kinds], value as string | number | null);
    },
  });
  const { form } = modal;
  const { farm, ingredient, at, kg, pack, packs, cost } = form.values;
  const { data: feeds } = useLiteIngredients(farm ?? undefined, seesIngredients && farm !== null);
  const zone = useTimezoneOf(farm);
  const price = kg && cost !== null ? cost / kg : null;
  const unit = format.unit('price');

  return (
    <FormModal {...modal} size="lg" onClose={onClose} title={harvest ? harvest.ingredient_name : t('pages:harvests.create')}>
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
          whole
          label={labels.kg}
          ingredient={ingredient}
          day={dayAt(at || new Date(), zone)}
          kg={kg}
          pack={pack}
          packs={packs}
          onChange={form.setValues}
          error={form.errors.kg ?? form.errors.packs ?? form.errors.pack}
        />
        <DecimalInput
          kind="percent"
          max={100}
          label={labels.dry_matter}
          description={t('pages:harvests.dry_matter_hint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps('dry_matter')}
        />
        <DecimalInput
          kind="ratio"
          unit={format.unitValues.currency}
          label={labels.cost}
          description={
            price === null
              ? t('pages:harvests.cost_hint')
              : `${t('pages:harvests.price')}: ${format.value('price', price)}\u00a0${unit ? t(unit, format.unitValues) : ''}`
          }
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps('cost')}
        />
        <MomentInput
          label={labels.at}
          placeholder={t('pages:harvests.now')}
          timezone={zone}
          value={at || null}
          onChange={(next) => form.setFieldValue('at', next ?? '')}
          error={form.errors.at}
        />
        <LotNumberInput kind="harvest" entry={harvest?.id} {...form.getInputProps('lot')} />
      </SimpleGrid>
      <Textarea label={labels.note} autosize maxLength={1000} {...form.getInputProps('note')} />
    </FormModal>
  );
}
