import { Alert, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type BatchRow, batches } from '#contract/operations/batches.ts';
import { mixers } from '#contract/operations/mixers.ts';
import { recipes } from '#contract/operations/recipes.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { useList } from '#src/core/resource/queries.ts';
import { useResourceForm } from '#src/core/resource/use-resource-form.ts';
import { DayInput } from '#src/core/ui/day-input.tsx';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { IdSelect } from '#src/core/ui/id-select.tsx';
import { useLiteIngredients } from '#src/domain/stock/choices.ts';
import { LotNumberInput } from '#src/domain/stock/lot-number-input.tsx';
import { CraftParts } from '#src/operations/recipes/craft-parts.tsx';
import { needsOf } from '#src/operations/recipes/shortage.ts';

const ALL = { page_size: 1000, ordering: 'name' };

const toValues = (batch: BatchRow | null, farm: number, day: string) => ({
  farm,
  recipe: batch?.recipe ?? (null as number | null),
  mixer: batch?.mixer ?? (null as number | null),
  planned_on: batch?.planned_on ?? day,
  weight_plan: (batch?.weight_plan ?? null) as number | null,
  lot: batch?.lot ?? '',
  version: batch?.version,
});

interface BatchModalProps {
  farm: number;
  day: string;
  /** null for a new one. */
  batch: BatchRow | null;
  onClose: () => void;
}

/** Plans a batch: recipe, mixer and weight; the required ingredients are shown below while typing. */
export function BatchModal({ farm, day, batch, onClose }: BatchModalProps) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const { can } = useAccess();
  const format = useFormat();
  const recipeRows = useList(recipes, ALL, { farm, enabled: can('animalfeed_recipe', 'view') }).data?.rows;
  const mixerRows = useList(mixers, ALL, { farm, enabled: can('mixer', 'view') }).data?.rows ?? [];
  const feeds = useLiteIngredients(farm, can('ingredient', 'view')).data;
  const labels = {
    recipe: t('pages:kkz.recipe'),
    mixer: t('pages:kkz.mixer'),
    planned_on: t('pages:kkz.day'),
    weight_plan: t('pages:kkz.weight'),
    lot: t('pages:lots.lot'),
  };
  const show = (field: string, value: unknown) => {
    if (field === 'recipe') return recipeRows?.find(({ id }) => id === value)?.name ?? '–';
    if (field === 'mixer') return mixerRows.find(({ id }) => id === value)?.name ?? '–';
    if (field === 'lot') return String(value);
    return format.value(field === 'planned_on' ? 'date' : 'weight', value as string | number | null);
  };
  const modal = useResourceForm(batches, {
    row: batch,
    valuesOf: (row) => toValues(row, farm, day),
    validate: {
      recipe: (recipe) => (recipe === null ? t('pages:kkz.choose_recipe') : null),
      weight_plan: (weight) => (weight ? null : t('core:errors.required')),
    },
    farm,
    labels,
    show,
  });
  const { form } = modal;
  const recipe = recipeRows?.find(({ id }) => id === form.values.recipe);
  const mixer = mixerRows.find(({ id }) => id === form.values.mixer);
  const needs =
    recipe && feeds ? needsOf(form.values.weight_plan ?? 0, recipe.items, new Map(feeds.map(({ id, rest }) => [id, rest]))) : null;
  const short = needs?.some(({ missing }) => missing > 0);
  const addNamed = <Row extends { id: number; name: string }>(rows: readonly Row[], id: number | null, name: string | null | undefined) =>
    id !== null && name && !rows.some((row) => row.id === id) ? [...rows, { id, name }] : rows;

  return (
    <FormModal {...modal} size="lg" onClose={onClose} title={batch ? batch.recipe_name : t('pages:kkz.create')}>
      <IdSelect
        label={labels.recipe}
        placeholder={t('pages:kkz.choose_recipe')}
        rows={addNamed(recipeRows ?? [], batch?.recipe ?? null, batch?.recipe_name)}
        description={
          recipeRows?.length === 0 ? t('pages:kkz.no_recipes') : recipe && t('pages:kkz.makes', { name: recipe.ingredient_name })
        }
        {...form.getInputProps('recipe')}
      />
      <DecimalInput kind="weight" label={labels.weight_plan} {...form.getInputProps('weight_plan')} />
      <IdSelect
        label={labels.mixer}
        placeholder={t('pages:kkz.no_mixer')}
        clearable
        clearButtonProps={{ 'aria-label': t('core:actions.reset') }}
        rows={addNamed(mixerRows, batch?.mixer ?? null, batch?.mixer_name)}
        {...form.getInputProps('mixer')}
      />
      <DayInput label={labels.planned_on} leftSection={null} popoverProps={{ returnFocus: true }} {...form.getInputProps('planned_on')} />
      <LotNumberInput kind="batch" entry={batch?.id} {...form.getInputProps('lot')} />
      {needs && <CraftParts needs={needs} />}
      {mixer?.rounding && (
        <Text size="xs" c="dimmed">
          {t('pages:kkz.rounds')}
        </Text>
      )}
      {short && (
        <Alert color="straw" variant="light" icon={<IconInfoCircle size={18} aria-hidden />} role="status">
          {t('pages:kkz.short')}
        </Alert>
      )}
    </FormModal>
  );
}
