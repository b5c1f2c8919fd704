import { SimpleGrid, Switch, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { dayAt } from '#common/format/clock.ts';
import type { StockCounted, StockExpected } from '#contract/operations/stock-counts.ts';
import { pitDensity, pitWeight } from '#contract/pit.ts';
import { api } from '#src/core/api/api.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { withoutMissing } from '#src/core/resource/draft.ts';
import { refresh } from '#src/core/resource/queries.ts';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { toast } from '#src/core/ui/toast.ts';
import { VolumeInput } from '#src/domain/plan/volume-input.tsx';
import { MomentInput } from '#src/domain/stock/moment-input.tsx';
import { PackedWeight } from '#src/domain/stock/packed-weight.tsx';
import { packedBody } from '#src/domain/stock/packs.ts';
import { useTimezoneOf } from '#src/domain/stock/timezone.ts';
import type { Ingredient } from '#src/operations/ingredients/columns.tsx';
import type { Stock } from './columns.tsx';
import { CountOutcome } from './count-outcome.tsx';

interface CountModalProps {
  stock: Stock;
  /** The counted feed. */
  ingredient: Pick<Ingredient, 'id' | 'name' | 'farm' | 'dry_matter'>;
  onClose: () => void;
}

interface CountValues {
  weight: number | null;
  pack: string | null;
  packs: number | null;
  volume: number | null;
  density: number | null;
  counted_at: string | null;
  note: string;
}
const NOTHING = { weight: null, pack: null, packs: null, volume: null, counted_at: null, note: '' };

/** The request body. A pit is sent with its measures. */
const toBody = ({ weight, pack, packs, volume, density, counted_at, note }: CountValues, ingredient: number, isPit: boolean) => ({
  ingredient,
  ...(isPit
    ? { volume: volume ?? undefined, density: density ?? undefined }
    : withoutMissing(packedBody({ weight, pack, packs }, 'weight'))),
  counted_at: counted_at ?? undefined,
  note,
});

/** Counts a feed by weight, or a pit by measurement: the books follow the result, with a preview of the shrink. */
export function CountModal({ stock, ingredient, onClose }: CountModalProps) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const [isPit, setPit] = useState(false);
  const usual = pitDensity(ingredient.dry_matter);
  const form = useForm<CountValues>({ initialValues: { ...NOTHING, density: usual } });
  const timezone = useTimezoneOf(ingredient.farm);
  const format = useFormat();
  const path = `manager/stocks/${stock.id}/count/`;
  const { counted_at, volume, density } = form.values;
  const measured = volume === null || density === null ? null : pitWeight(volume, density);
  const weight = isPit ? measured : form.values.weight;
  const { data: expected } = useQuery({
    queryKey: ['stocks', 'expected', stock.id, ingredient.id, counted_at],
    queryFn: async ({ signal }) =>
      (await api.get<z.infer<typeof StockExpected>>(path, { query: { ingredient: ingredient.id, counted_at }, signal })).data,
  });

  const save = async (values: CountValues) => {
    const { data } = await api.post<z.infer<typeof StockCounted>>(path, { body: toBody(values, ingredient.id, isPit) });
    toast.success(t(data.difference === 0 ? 'pages:stocks.count.agreed' : 'pages:stocks.count.posted'));
    await refresh({ id: 'stocks' }, { id: 'ingredients' });
  };

  return (
    <FormModal
      onClose={onClose}
      form={form}
      title={`${t('pages:stocks.count.title')}: ${ingredient.name}`}
      submitLabel={t('pages:stocks.count.post')}
      save={save}
    >
      <Switch label={t('pages:stocks.pit.measure')} checked={isPit} onChange={({ currentTarget }) => setPit(currentTarget.checked)} />
      {isPit ? (
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <VolumeInput of="volume" label={t('pages:stocks.pit.volume')} readOnly={false} {...form.getInputProps('volume')} />
          <VolumeInput
            of="density"
            label={t('pages:stocks.pit.density')}
            description={t(usual === null ? 'pages:stocks.pit.own' : 'pages:stocks.pit.usual', {
              dry_matter: format.value('percent', ingredient.dry_matter),
            })}
            readOnly={false}
            {...form.getInputProps('density')}
          />
        </SimpleGrid>
      ) : (
        <PackedWeight
          label={t('pages:stocks.count.weight')}
          ingredient={ingredient.id}
          day={dayAt(counted_at ?? new Date(), timezone)}
          kg={form.values.weight}
          pack={form.values.pack}
          packs={form.values.packs}
          onChange={({ kg, ...packed }) => form.setValues({ weight: kg, ...packed })}
          error={form.errors.weight ?? form.errors.packs ?? form.errors.pack}
        />
      )}
      <CountOutcome expected={expected} weight={weight} />
      <MomentInput
        label={t('pages:stocks.count.counted_at')}
        placeholder={t('pages:stocks.count.now')}
        timezone={timezone}
        {...form.getInputProps('counted_at')}
      />
      <Textarea label={t('pages:stocks.count.note')} autosize maxLength={1000} {...form.getInputProps('note')} />
    </FormModal>
  );
}
