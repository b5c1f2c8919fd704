import { SimpleGrid, Switch, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { ingredientTypes } from '#contract/operations/ingredient-types.ts';
import { ingredients } from '#contract/operations/ingredients.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { useCurrentFarm } from '#src/core/format/farm-context.ts';
import { useFarms } from '#src/core/layout/use-farms.ts';
import { addNamed } from '#src/core/resource/add-named.ts';
import { CreatableSelect } from '#src/core/resource/creatable-select.tsx';
import { useOnlyChoice } from '#src/core/resource/use-only-choice.ts';
import { useResourceForm } from '#src/core/resource/use-resource-form.ts';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { IdSelect } from '#src/core/ui/id-select.tsx';
import { NewTypeSince } from '#src/domain/farm/new-type-since.tsx';
import { useLiteIngredientTypes, useLiteStocks } from '#src/domain/stock/choices.ts';
import type { Ingredient } from './columns.tsx';
import { type IngredientValues, ingredientBody, ingredientValues, otherPart } from './values.ts';

interface IngredientModalProps {
  /** null = a new one. */
  ingredient: Ingredient | null;
  /** Values that a new one begins with. */
  begins?: { name: string; farm?: number };
  onClose: () => void;
}

const ingredientLabels = (t: TFunction) => ({
  farm: t('operations:ingredients.farm'),
  stock: t('operations:ingredients.stock'),
  type: t('operations:ingredients.type'),
  type_since: t('operations:new_type.open_months'),
  name: t('operations:ingredients.name'),
  item_number: t('operations:ingredients.item_number'),
  price: t('operations:ingredients.price'),
  dry_matter: t('operations:ingredients.dry_matter'),
  humidity: t('operations:ingredients.humidity'),
  storage_loss: t('pages:ingredients.storage_loss'),
  lead_days: t('pages:ingredients.lead_days'),
  safety_days: t('pages:ingredients.safety_days'),
  water: t('pages:ingredients.water'),
  tolerance: t('operations:ingredients.tolerance'),
  tolerance_percent: t('operations:ingredients.tolerance_percent'),
});

export function IngredientModal({ ingredient, begins, onClose }: IngredientModalProps) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const { can } = useAccess();
  const current = useCurrentFarm();
  const { data: types } = useLiteIngredientTypes();
  const labels = ingredientLabels(t);
  const modal = useResourceForm(ingredients, {
    row: ingredient,
    valuesOf: ingredientValues,
    begins: { farm: current?.id ?? null, ...begins },
    bodyOf: ingredientBody,
    touches: [{ id: 'stocks' }, { id: 'rations' }, { id: 'recipes' }],
    labels,
  });
  const { form } = modal;
  const { values } = form;

  return (
    <FormModal {...modal} size="lg" onClose={onClose} title={ingredient ? ingredient.name : t('operations:ingredients.create')}>
      <TextInput label={labels.name} maxLength={300} {...form.getInputProps('name')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <CreatableSelect
          label={labels.type}
          placeholder={can('ingredient', 'add') ? t('operations:ingredients.type_hint') : undefined}
          rows={types}
          onCreate={can('ingredient', 'add') ? addNamed(ingredientTypes) : undefined}
          {...form.getInputProps('type')}
        />
        <DecimalInput
          kind="price"
          label={labels.price}
          description={t('operations:ingredients.price_hint')}
          {...form.getInputProps('price')}
        />
        <PlaceFields form={form} labels={labels} isNew={ingredient === null} />
        <PartFields form={form} labels={labels} />
        <TextInput
          label={labels.item_number}
          description={t('operations:ingredients.item_number_hint')}
          maxLength={40}
          {...form.getInputProps('item_number')}
        />
        <SupplyFields form={form} labels={labels} />
      </SimpleGrid>
      <Switch label={labels.water} description={t('pages:ingredients.water_hint')} {...form.getInputProps('water', { type: 'checkbox' })} />
      {ingredient && values.type !== ingredient.type && (
        <NewTypeSince value={values.type_since} onChange={(since) => form.setFieldValue('type_since', since)} />
      )}
    </FormModal>
  );
}

interface FieldsProps {
  form: UseFormReturnType<IngredientValues>;
  labels: ReturnType<typeof ingredientLabels>;
}

/** The farm, and the stock among those of the farm's company. */
function PlaceFields({ form, labels, isNew }: FieldsProps & { isNew: boolean }) {
  const { values, errors } = form;
  const { data: farms } = useFarms();
  const { data: stocks } = useLiteStocks();
  const company = farms?.find(({ id }) => id === values.farm)?.company;
  const near = stocks?.filter((stock) => stock.company === company && (stock.farm === null || stock.farm === values.farm));
  useOnlyChoice(form, 'farm', farms, isNew);
  useOnlyChoice(form, 'stock', values.farm === null ? undefined : near, isNew);
  return (
    <>
      <IdSelect
        label={labels.farm}
        rows={farms}
        value={values.farm}
        onChange={(farm) => form.setValues({ farm, stock: null })}
        error={errors.farm}
      />
      <IdSelect
        label={labels.stock}
        rows={near}
        value={values.stock}
        onChange={(stock) => form.setFieldValue('stock', stock)}
        error={errors.stock}
      />
    </>
  );
}

/** Dry matter and moisture, each of which sets the other. */
function PartFields({ form, labels }: FieldsProps) {
  const setPart = (field: 'dry_matter' | 'humidity') => (value: number | null) => {
    form.setValues({ [field]: value, [field === 'dry_matter' ? 'humidity' : 'dry_matter']: otherPart(value) });
    form.clearFieldError('dry_matter');
    form.clearFieldError('humidity');
  };
  return (['dry_matter', 'humidity'] as const).map((field) => (
    <DecimalInput
      key={field}
      kind="percent"
      max={100}
      label={labels[field]}
      value={form.values[field]}
      onChange={setPart(field)}
      error={form.errors[field]}
    />
  ));
}

/** Loss in store, days of supply, and the tolerance of loading. */
function SupplyFields({ form, labels }: FieldsProps) {
  const { t } = useTranslation('pages');
  return (
    <>
      <DecimalInput kind="percent" max={100} label={labels.storage_loss} {...form.getInputProps('storage_loss')} />
      <DecimalInput
        kind="count"
        max={365}
        label={labels.lead_days}
        description={t('pages:ingredients.lead_hint')}
        {...form.getInputProps('lead_days')}
      />
      <DecimalInput
        kind="count"
        max={365}
        label={labels.safety_days}
        description={t('pages:ingredients.safety_hint')}
        {...form.getInputProps('safety_days')}
      />
      <DecimalInput
        kind="weight"
        label={labels.tolerance}
        description={t('pages:ingredients.tolerance_hint')}
        {...form.getInputProps('tolerance')}
      />
      <DecimalInput
        kind="percent"
        max={100}
        label={labels.tolerance_percent}
        description={t('pages:ingredients.tolerance_hint')}
        {...form.getInputProps('tolerance_percent')}
      />
    </>
  );
}
