import { SegmentedControl, SimpleGrid, Textarea } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { dayAt } from '#common/format/clock.ts';
import { DeliveryType, deliveries } from '#contract/operations/deliveries.ts';
import { NoIngredientRights } from '#src/core/access/notices.tsx';
import { useAccess } from '#src/core/access/use-access.ts';
import { useCurrentFarm } from '#src/core/format/farm-context.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { useFarms } from '#src/core/layout/use-farms.ts';
import { CreatableSelect } from '#src/core/resource/creatable-select.tsx';
import { useOnlyChoice } from '#src/core/resource/use-only-choice.ts';
import { useResourceForm } from '#src/core/resource/use-resource-form.ts';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { IdSelect } from '#src/core/ui/id-select.tsx';
import { SumLine } from '#src/core/ui/sum-line.tsx';
import { useLiteIngredients } from '#src/domain/stock/choices.ts';
import { useCompanyChoice } from '#src/domain/stock/company-choice.ts';
import { FeedSelect } from '#src/domain/stock/feed-select.tsx';
import { FeedWorth } from '#src/domain/stock/feed-worth-part.tsx';
import { LotNumberInput } from '#src/domain/stock/lot-number-input.tsx';
import { MomentInput } from '#src/domain/stock/moment-input.tsx';
import { type Order, OrderSelect } from '#src/domain/stock/order-select.tsx';
import { PackedWeight } from '#src/domain/stock/packed-weight.tsx';
import { useTimezoneOf } from '#src/domain/stock/timezone.ts';
import type { Delivery } from './columns.tsx';
import { type DeliveryValues, deliveryBody, deliveryValues } from './values.ts';

interface DeliveryModalProps {
  /** null = a new one. */
  delivery: Delivery | null;
  /** The order of a new delivery. */
  order?: Order;
  readOnly?: boolean;
  onClose: () => void;
}

/** The open quantity of an order, on its terms. */
const toInitialValues = ({ id, farm, ingredient, company, price, left }: Order) => ({
  order: id,
  farm,
  ingredient,
  company,
  price,
  value: left || null,
});

const deliveryLabels = (t: TFunction, isDelivery: boolean) => ({
  delivery_type: t('operations:deliveries.type'),
  farm: t('operations:deliveries.farm'),
  ingredient: t('operations:deliveries.ingredient'),
  value: t('operations:deliveries.weight'),
  pack: t('pages:packs.pack'),
  packs: t('pages:packs.packs'),
  price: t('operations:deliveries.price'),
  order: t('pages:orders.order'),
  company: t(isDelivery ? 'pages:deliveries.supplier' : 'pages:deliveries.buyer'),
  delivered_at: t('operations:deliveries.delivered_at'),
  dry_matter: t('operations:deliveries.dry_matter'),
  lot: t('pages:lots.lot'),
  note: t('operations:deliveries.note'),
});

/** Feed received or sold; the cost is shown while typing. */
export function DeliveryModal({ delivery, order, readOnly = false, onClose }: DeliveryModalProps) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const format = useFormat();
  const current = useCurrentFarm();
  const buildLabels = ({ delivery_type }: Pick<DeliveryValues, 'delivery_type'>) => deliveryLabels(t, delivery_type === 'delivery');
  const modal = useResourceForm(deliveries, {
    row: delivery,
    valuesOf: deliveryValues,
    begins: order ? toInitialValues(order) : { farm: current?.id ?? null },
    bodyOf: deliveryBody,
    touches: [{ id: 'orders' }, { id: 'ingredients' }, { id: 'stocks' }],
    labels: buildLabels,
  });
  const { form } = modal;
  const { values } = form;
  const labels = buildLabels(values);
  const isDelivery = values.delivery_type === 'delivery';
  const { data: farms } = useFarms();
  useOnlyChoice(form, 'farm', farms, delivery === null);

  return (
    <FormModal
      {...modal}
      size="lg"
      onClose={onClose}
      readOnly={readOnly}
      title={delivery ? delivery.ingredient_name : t(isDelivery ? 'operations:deliveries.create' : 'pages:deliveries.create_sale')}
    >
      <fieldset disabled={readOnly} style={{ display: 'contents' }}>
        <SegmentedControl
          fullWidth
          aria-label={labels.delivery_type}
          data={DeliveryType.options.map((type) => ({ value: type, label: t(`operations:deliveries.types.${type}`) }))}
          value={values.delivery_type}
          onChange={(type) => form.setValues({ delivery_type: type as Delivery['delivery_type'], order: null })}
        />
        <FeedFields form={form} labels={labels} />
        {isDelivery && <FeedWorth ingredient={values.ingredient} price={values.price} />}
        <SumLine
          label={t('operations:deliveries.cost')}
          value={format.money(values.value === null || values.price === null ? null : values.value * values.price)}
        />
        <TermFields form={form} labels={labels} named={delivery ?? order ?? null} entry={delivery?.id} />
      </fieldset>
    </FormModal>
  );
}

interface FieldsProps {
  form: UseFormReturnType<DeliveryValues>;
  labels: ReturnType<typeof deliveryLabels>;
}

/** The feed, its weight and its price. */
function FeedFields({ form, labels }: FieldsProps) {
  const { can } = useAccess();
  const { values, errors } = form;
  const { data: farms } = useFarms();
  const seesIngredients = can('ingredient', 'view');
  const { data: feeds } = useLiteIngredients(values.farm ?? undefined, seesIngredients && values.farm !== null);
  const timezone = useTimezoneOf(values.farm);
  return (
    <>
      {!seesIngredients && <NoIngredientRights />}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <IdSelect
          label={labels.farm}
          rows={farms}
          searchable={false}
          value={values.farm}
          onChange={(farm) => form.setValues({ farm, ingredient: null, order: null })}
          error={errors.farm}
        />
        <FeedSelect
          label={labels.ingredient}
          feeds={feeds}
          value={values.ingredient}
          onChange={(ingredient) => form.setValues({ ingredient, order: null })}
          error={errors.ingredient}
        />
        <PackedWeight
          key={values.ingredient}
          whole
          label={labels.value}
          ingredient={values.ingredient}
          day={dayAt(values.delivered_at ?? new Date(), timezone)}
          kg={values.value}
          pack={values.pack}
          packs={values.packs}
          onChange={({ kg, ...packed }) => form.setValues({ value: kg, ...packed })}
          error={errors.value ?? errors.packs ?? errors.pack}
        />
        <DecimalInput kind="price" label={labels.price} {...form.getInputProps('price')} />
      </SimpleGrid>
    </>
  );
}

interface TermFieldsProps extends FieldsProps {
  named: Parameters<typeof useCompanyChoice>[0];
  /** The saved delivery; undefined for a new one. */
  entry: number | undefined;
}

/** The other party with its order, the moment, the measured dry matter, and the number of the lot. */
function TermFields({ form, labels, named, entry }: TermFieldsProps) {
  const { t } = useTranslation('pages');
  const { values, errors } = form;
  const companies = useCompanyChoice(named);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <CreatableSelect
        label={labels.company}
        {...companies}
        value={values.company}
        onChange={(company) => form.setValues({ company, order: null })}
        clearable
        error={errors.company}
      />
      {values.delivery_type === 'delivery' && (
        <OrderSelect
          label={labels.order}
          ingredient={values.ingredient}
          company={values.company}
          value={values.order}
          // Choosing an order also chooses its supplier.
          onChange={(chosen) => form.setValues(chosen ? { order: chosen.id, company: chosen.company } : { order: null })}
          error={errors.order}
        />
      )}
      <MomentInput
        label={labels.delivered_at}
        placeholder={t('pages:deliveries.now')}
        timezone={useTimezoneOf(values.farm)}
        {...form.getInputProps('delivered_at')}
      />
      <DecimalInput
        kind="percent"
        max={100}
        label={labels.dry_matter}
        description={t('pages:deliveries.dry_matter_hint')}
        {...form.getInputProps('dry_matter')}
      />
      {values.delivery_type === 'delivery' && <LotNumberInput kind="delivery" entry={entry} {...form.getInputProps('lot')} />}
      <Textarea label={labels.note} autosize maxLength={1000} {...form.getInputProps('note')} />
    </SimpleGrid>
  );
}
