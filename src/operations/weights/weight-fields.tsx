import { SegmentedControl, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { WEIGHT_KINDS, type WeightKind, type weights } from '#contract/operations/weights.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import type { Draft } from '#src/core/resource/draft.ts';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { IdSelect } from '#src/core/ui/id-select.tsx';
import { useWeightUnit } from '#src/domain/plan/weight-unit.ts';
import { MomentInput } from '#src/domain/stock/moment-input.tsx';
import classes from './weights.module.css';

export type Values = Draft<typeof weights>;

/** The request body: the moment defaults to now, and only purchased animals have a price. */
export const bodyOf = ({ at, price, ...values }: Values) => ({
  ...values,
  at: at || undefined,
  price: values.kind === 'in' ? price : null,
});

/** The fields' names on screen. */
export const labelWeights = (t: TFunction) => ({
  group: t('milk:weights.group'),
  at: t('milk:weights.at'),
  kind: t('milk:weights.kind'),
  heads: t('milk:weights.heads'),
  kg: t('milk:weights.kg'),
  price: t('milk:weights.price'),
  cost: t('milk:weights.cost'),
});

export interface GroupOption {
  id: number;
  name: string;
}

interface WeightFieldsProps {
  form: UseFormReturnType<Values>;
  groups: readonly GroupOption[];
  timezone: string;
}

/** Purchases, sales, weighings and deaths; the weight per head is shown while typing. */
export function WeightFields({ form, groups, timezone }: WeightFieldsProps) {
  const { t } = useTranslation(['milk', 'pages', 'core']);
  const format = useFormat();
  const unit = useWeightUnit();
  const { group, kind, heads, kg, at } = form.values;
  const perHead = heads && kg ? kg / heads : null;
  return (
    <>
      <SegmentedControl
        className={classes.kinds}
        aria-label={t('milk:weights.kind')}
        data={WEIGHT_KINDS.map((value) => ({ value, label: t(`pages:weights.kinds.${value}`) }))}
        value={kind ?? 'in'}
        onChange={(value) => form.setFieldValue('kind', value as WeightKind)}
      />
      {form.errors.kind && (
        <Text c="red" size="sm" role="alert">
          {form.errors.kind}
        </Text>
      )}
      <div className={classes.fields}>
        <IdSelect
          label={t('milk:weights.group')}
          rows={groups}
          value={group}
          onChange={(id) => form.setFieldValue('group', id)}
          error={form.errors.group}
        />
        <MomentInput
          label={t('milk:weights.at')}
          placeholder={t('milk:weights.now')}
          timezone={timezone}
          value={at || null}
          onChange={(next) => form.setFieldValue('at', next ?? '')}
          error={form.errors.at}
        />
        <DecimalInput kind="count" label={t('milk:weights.heads')} data-field="heads" {...form.getInputProps('heads')} />
        <DecimalInput
          kind="weight"
          label={t('milk:weights.kg')}
          description={perHead === null ? '\u00a0' : `${t('milk:weights.per_head')}: ${format.value('weight', perHead)}\u00a0${unit}`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps('kg')}
        />
        {kind === 'in' && <DecimalInput kind="price" label={t('milk:weights.price')} {...form.getInputProps('price')} />}
        <DecimalInput
          kind="ratio"
          unit={format.unitValues.currency}
          label={t('milk:weights.cost')}
          title={t('milk:weights.cost_hint')}
          {...form.getInputProps('cost')}
        />
      </div>
    </>
  );
}
