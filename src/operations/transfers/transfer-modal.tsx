import { Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { dayAt } from '#common/format/clock.ts';
import { transfers } from '#contract/operations/transfers.ts';
import type { RowOf } from '#contract/resource.ts';
import { api } from '#src/core/api/api.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { demandConfirmed } from '#src/core/resource/ask-unusual.ts';
import { refresh } from '#src/core/resource/queries.ts';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { IdSelect } from '#src/core/ui/id-select.tsx';
import { toast } from '#src/core/ui/toast.ts';
import { useLiteIngredients, useLiteStocks } from '#src/domain/stock/choices.ts';
import { MomentInput } from '#src/domain/stock/moment-input.tsx';
import { PackedWeight } from '#src/domain/stock/packed-weight.tsx';
import { packedBody } from '#src/domain/stock/packs.ts';
import { useTimezoneOf } from '#src/domain/stock/timezone.ts';
import type { Ingredient } from '#src/operations/ingredients/columns.tsx';
import { TransferOutcome } from './transfer-outcome.tsx';

interface TransferModalProps {
  /** The feed to transfer, in its present store. */
  ingredient: Pick<Ingredient, 'id' | 'name' | 'farm' | 'stock' | 'type' | 'rest' | 'average_price'>;
  company: number;
  onClose: () => void;
}

type Transfer = RowOf<typeof transfers>;

const IN_KILOGRAMS = { pack: null as string | null, packs: null as number | null };

/** Moves feed to another store of the company, after showing the rest and the transferred value. */
export function TransferModal({ ingredient, company, onClose }: TransferModalProps) {
  const { t } = useTranslation(['pages', 'core']);
  const form = useForm({
    initialValues: { to: null as number | null, kg: null as number | null, ...IN_KILOGRAMS, at: null as string | null, note: '' },
  });
  const { to, kg, pack, packs, at } = form.values;
  const { data: stores } = useLiteStocks();
  const { data: feeds } = useLiteIngredients();
  const timezone = useTimezoneOf(ingredient.farm);
  const format = useFormat({ timezone });
  const others = stores?.filter((store) => store.company === company && store.id !== ingredient.stock);
  const isNew = to !== null && feeds !== undefined && !feeds.some(({ stock, type }) => stock === to && type === ingredient.type);

  const save = async (values: typeof form.values) => {
    const body = {
      ingredient: ingredient.id,
      to: values.to ?? undefined,
      ...packedBody({ kg: values.kg ?? undefined, pack: values.pack, packs: values.packs }, 'kg'),
      at: values.at ?? undefined,
      note: values.note,
    };
    const labels = { kg: t('pages:transfers.kg'), at: t('pages:harvests.at') };
    await demandConfirmed(transfers, { values: body, labels, format });
    const { data } = await api.post<Transfer>(`${transfers.path}/`, { body });
    const unit = t(format.unit('weight'));
    toast.success(t('pages:transfers.posted', { name: `${data.into_name}, ${data.to_name}`, kg: format.value('weight', data.kg), unit }));
    await refresh(transfers, { id: 'stocks' }, { id: 'ingredients' });
  };

  return (
    <FormModal
      onClose={onClose}
      form={form}
      title={`${t('pages:transfers.action')}: ${ingredient.name}`}
      submitLabel={t('pages:transfers.action')}
      save={save}
    >
      <IdSelect
        label={t('pages:transfers.to')}
        rows={others}
        description={others?.length === 0 ? t('pages:transfers.only_store') : undefined}
        value={to}
        onChange={(store) => form.setFieldValue('to', store)}
        error={form.errors.to}
      />
      {isNew && (
        <Text size="sm" role="status">
          {t('pages:transfers.new_there')}
        </Text>
      )}
      <PackedWeight
        whole
        label={t('pages:transfers.kg')}
        ingredient={ingredient.id}
        day={dayAt(at ?? new Date(), timezone)}
        kg={kg}
        pack={pack}
        packs={packs}
        onChange={form.setValues}
        error={form.errors.kg ?? form.errors.packs ?? form.errors.pack}
      />
      <TransferOutcome rest={ingredient.rest} price={ingredient.average_price} kg={kg} />
      <MomentInput label={t('pages:harvests.at')} placeholder={t('pages:harvests.now')} timezone={timezone} {...form.getInputProps('at')} />
      <Textarea label={t('pages:harvests.note')} autosize maxLength={1000} {...form.getInputProps('note')} />
    </FormModal>
  );
}
