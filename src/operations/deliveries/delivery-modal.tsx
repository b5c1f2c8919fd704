import { SegmentedControl, Select, SimpleGrid, Textarea } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { DeliveryType, deliveries, deliveryCompanies } from '#contract/operations/deliveries.ts';
import { NoIngredientRights } from '#src/core/access/notices.tsx';
import { useAccess } from '#src/core/access/use-access.ts';
import { api } from '#src/core/api/api.ts';
import { useCurrentFarm } from '#src/core/format/farm-context.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { useFarms } from '#src/core/layout/use-farms.ts';
import { CreatableSelect } from '#src/core/resource/creatable-select.tsx';
import { refresh } from '#src/core/resource/queries.ts';
import { useResourceForm } from '#src/core/resource/use-resource-form.ts';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { optionsOf, useLiteDeliveryCompanies, useLiteIngredients } from '#src/domain/stock/choices.ts';
import { MomentInput } from '#src/domain/stock/moment-input.tsx';
import { useTimezoneOf } from '#src/domain/stock/timezone.ts';
import type { Delivery } from './columns.tsx';
import classes from './deliveries.module.css';
import { isMeant } from './unusual.ts';
import { type DeliveryValues, deliveryBody, deliveryValues } from './values.ts';

interface DeliveryModalProps {
  /** null = a new one. */
  delivery: Delivery | null;
  readOnly?: boolean;
  onClose: () => void;
}

const idOf = (value: string | null) => (value === null ? null : Number(value));
const textOf = (id: number | null) => (id === null ? null : String(id));

/** Feed received or sold; what it costs is shown while it is typed. */
export function DeliveryModal({ delivery, readOnly = false, onClose }: DeliveryModalProps) {
  const { t } = useTranslation(['operations', 'core']);
  const { can } = useAccess();
  const format = useFormat();
  const current = useCurrentFarm();
  const labelsOf = ({ delivery_type }: Pick<DeliveryValues, 'delivery_type'>) => ({
    delivery_type: t('operations:deliveries.type'),
    farm: t('operations:deliveries.farm'),
    ingredient: t('operations:deliveries.ingredient'),
    value: t('operations:deliveries.weight'),
    price: t('operations:deliveries.price'),
    company: t(delivery_type === 'delivery' ? 'operations:deliveries.supplier' : 'operations:deliveries.buyer'),
    delivered_at: t('operations:deliveries.delivered_at'),
    dry_matter: t('operations:deliveries.dry_matter'),
    note: t('operations:deliveries.note'),
  });
  const modal = useResourceForm(deliveries, {
    row: delivery,
    valuesOf: deliveryValues,
    begins: { farm: current?.id ?? null },
    bodyOf: deliveryBody,
    touches: [{ id: 'ingredients' }, { id: 'stocks' }],
    labels: labelsOf,
  });
  const { form } = modal;
  const { values } = form;
  const labels = labelsOf(values);
  const isDelivery = values.delivery_type === 'delivery';
  const { data: farms } = useFarms();
  const seesIngredients = can('ingredient', 'view');
  const seesCompanies = can('delivery_company', 'view');
  const { data: feeds } = useLiteIngredients(values.farm ?? undefined, seesIngredients && values.farm !== null);
  const { data: companies } = useLiteDeliveryCompanies(seesCompanies);
  const timezone = useTimezoneOf(values.farm);
  // A supplier that is still being added must not be missing from what is saved meanwhile.
  const adding = useRef<Promise<string> | null>(null);
  const addCompany = async (name: string) => {
    const { data } = await api.post<{ id: number }>(`${deliveryCompanies.path}/`, { body: { name } });
    await refresh(deliveryCompanies);
    return String(data.id);
  };
  const createCompany = (name: string) => {
    adding.current = addCompany(name).finally(() => {
      adding.current = null;
    });
    return adding.current;
  };
  const submit = async () => {
    const added = await adding.current;
    const all = form.getValues();
    if (!(await isMeant(all, delivery, format, t))) throw new DOMException('', 'AbortError');
    return modal.save(added ? { ...all, company: Number(added) } : all);
  };
  const named = delivery?.company ? [{ value: String(delivery.company), label: delivery.company_name ?? '' }] : [];

  return (
    <FormModal
      {...modal}
      opened
      size="lg"
      onClose={onClose}
      readOnly={readOnly}
      title={delivery ? delivery.ingredient_name : t(isDelivery ? 'operations:deliveries.create' : 'operations:deliveries.create_sale')}
      save={submit}
    >
      <fieldset disabled={readOnly} style={{ display: 'contents' }}>
        <SegmentedControl
          fullWidth
          aria-label={labels.delivery_type}
          data={DeliveryType.options.map((type) => ({ value: type, label: t(`operations:deliveries.types.${type}`) }))}
          {...form.getInputProps('delivery_type')}
        />
        {!seesIngredients && <NoIngredientRights />}
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <Select
            label={labels.farm}
            data={optionsOf(farms)}
            allowDeselect={false}
            value={textOf(values.farm)}
            onChange={(value) => form.setValues({ farm: idOf(value), ingredient: null })}
            error={form.errors.farm}
          />
          <Select
            label={labels.ingredient}
            data={(feeds ?? []).map(({ id, name, stock_name }) => ({ value: String(id), label: `${name} · ${stock_name}` }))}
            searchable
            allowDeselect={false}
            limit={100}
            nothingFoundMessage={t('core:list.nothing')}
            value={textOf(values.ingredient)}
            onChange={(value) => form.setFieldValue('ingredient', idOf(value))}
            error={form.errors.ingredient}
          />
          <DecimalInput kind="weight" label={labels.value} {...form.getInputProps('value')} />
          <DecimalInput kind="price" label={labels.price} {...form.getInputProps('price')} />
        </SimpleGrid>
        <div className={classes.cost} aria-live="polite">
          <span>{t('operations:deliveries.cost')}</span>
          <strong>{values.value === null || values.price === null ? format.money(null) : format.money(values.value * values.price)}</strong>
        </div>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <CreatableSelect
            label={labels.company}
            options={seesCompanies ? optionsOf(companies) : named}
            value={textOf(values.company)}
            onChange={(value) => form.setFieldValue('company', idOf(value))}
            onCreate={can('delivery_company', 'add') ? createCompany : undefined}
            clearable
            error={form.errors.company}
          />
          <MomentInput
            label={labels.delivered_at}
            placeholder={t('operations:deliveries.now')}
            timezone={timezone}
            value={values.delivered_at}
            onChange={(at) => form.setFieldValue('delivered_at', at)}
            error={form.errors.delivered_at}
          />
          <DecimalInput
            kind="percent"
            max={100}
            label={labels.dry_matter}
            description={t('operations:deliveries.dry_matter_hint')}
            {...form.getInputProps('dry_matter')}
          />
          <Textarea label={labels.note} autosize maxLength={1000} {...form.getInputProps('note')} />
        </SimpleGrid>
      </fieldset>
    </FormModal>
  );
}
