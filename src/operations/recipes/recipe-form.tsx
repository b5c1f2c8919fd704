import { Button, Group, Paper, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { recipes } from '#contract/operations/recipes.ts';
import { api } from '#src/core/api/api.ts';
import { ApiError } from '#src/core/api/api-error.ts';
import { failureText } from '#src/core/api/error-text.ts';
import { putErrors } from '#src/core/api/form-errors.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { useFarms } from '#src/core/layout/use-farms.ts';
import { useSave } from '#src/core/resource/queries.ts';
import { chooseSpelling } from '#src/core/resource/spelling.ts';
import { useFirstWrong } from '#src/core/ui/first-wrong.ts';
import { FormProblems } from '#src/core/ui/form-problems.tsx';
import { IdSelect } from '#src/core/ui/id-select.tsx';
import { useUnsavedGuard } from '#src/core/ui/unsaved-guard.ts';
import { VersionConflict } from '#src/core/ui/version-conflict.tsx';
import type { RecipePart } from '#src/domain/recipe-editor/parts.ts';
import { RecipeEditor } from '#src/domain/recipe-editor/recipe-editor.tsx';
import { useLiteIngredients } from '#src/domain/stock/choices.ts';
import type { Recipe } from './columns.ts';
import { bodyOf, type RecipeValues, recipeValues } from './recipe-values.ts';

interface RecipeFormProps {
  /** The recipe that is changed; none = a new one. */
  id?: number;
  initial: RecipeValues;
  readOnly: boolean;
}

interface NameFieldsProps {
  form: UseFormReturnType<RecipeValues>;
  labels: Record<'name' | 'farm' | 'ingredient', string>;
  feeds: ReturnType<typeof useLiteIngredients>['data'];
  readOnly: boolean;
}

/** The recipe's name, its farm, and the feed that it makes. */
function NameFields({ form, labels, feeds, readOnly }: NameFieldsProps) {
  const { t } = useTranslation('pages');
  const { data: farms } = useFarms();
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }}>
      <TextInput label={labels.name} maxLength={300} readOnly={readOnly} {...form.getInputProps('name')} />
      <IdSelect
        label={labels.farm}
        rows={farms}
        searchable={false}
        readOnly={readOnly}
        value={form.values.farm}
        onChange={(farm) => form.setFieldValue('farm', farm)}
        error={form.errors.farm}
      />
      <IdSelect
        label={labels.ingredient}
        description={t('pages:fodder.makes_hint')}
        rows={feeds}
        searchable
        limit={100}
        readOnly={readOnly}
        value={form.values.ingredient}
        onChange={(ingredient) => form.setFieldValue('ingredient', ingredient)}
        error={form.errors.ingredient}
      />
    </SimpleGrid>
  );
}

/** Name, product, and the parts, which must add up to exactly a hundred percent. */
export function RecipeForm({ id, initial, readOnly }: RecipeFormProps) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const navigate = useNavigate();
  const path = useAppPath();
  const form = useForm<RecipeValues>({ initialValues: initial });
  const { values } = form;
  const { data: feeds } = useLiteIngredients(values.farm ?? undefined, values.farm !== null);
  const choices = useMemo(
    () =>
      (feeds ?? []).map((feed) => ({ id: feed.id, name: feed.name, dry_matter: feed.dry_matter, price: feed.average_price || feed.price })),
    [feeds],
  );
  const save = useSave(recipes, { touches: [{ id: 'ingredients' }] });
  const [problems, setProblems] = useState<string[]>([]);
  const [fields, seekFirstWrong] = useFirstWrong();
  const [stale, setStale] = useState(false);
  const [saved, setSaved] = useState(false);
  useUnsavedGuard(!readOnly && !saved && form.isDirty());

  const submit = async (all: RecipeValues) => {
    setProblems([]);
    const name = all.name === initial.name ? all.name : await chooseSpelling(all.name);
    if (name !== all.name) return form.setFieldValue('name', name);
    try {
      await save.mutateAsync({ id, values: bodyOf(all) });
      setSaved(true);
      // The guard is updated with the next render.
      setTimeout(() => navigate(path('stock/fodder')));
    } catch (error) {
      if (!(error instanceof ApiError)) return setProblems([failureText(t, error)]);
      if (error.status === 409 && error.has('stale_version')) return setStale(true);
      setProblems(putErrors(form, error, t));
      seekFirstWrong();
    }
  };
  const labels = {
    name: t('pages:fodder.name'),
    farm: t('pages:fodder.farm'),
    ingredient: t('pages:fodder.makes'),
    items: t('pages:fodder.parts'),
  };
  const findFeedName = (feed: number | null) => feeds?.find((one) => one.id === feed)?.name ?? '–';
  const show = (field: keyof RecipeValues, value: unknown) => {
    if (field === 'items')
      return (value as RecipePart[]).map((part) => `${findFeedName(part.ingredient)} ${part.percent ?? '–'} %`).join(', ');
    if (field === 'ingredient') return findFeedName(value as number | null);
    return String(value ?? '–');
  };

  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} component="section" style={{ background: 'var(--surface)' }}>
      <form ref={fields} onSubmit={form.onSubmit(submit)} noValidate>
        <Stack>
          <FormProblems form={form} problems={problems} labels={labels} />
          {stale && id !== undefined && (
            <VersionConflict
              form={form}
              source={{ labels, show, load: async () => recipeValues((await api.get<Recipe>(`${recipes.path}/${id}/`)).data) }}
              onSettled={() => setStale(false)}
            />
          )}
          <NameFields form={form} labels={labels} feeds={feeds} readOnly={readOnly} />
          <RecipeEditor
            items={values.items}
            ingredients={choices.filter((choice) => choice.id !== values.ingredient)}
            onChange={(items) => form.setFieldValue('items', items)}
            errors={form.errors}
            readOnly={readOnly}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={() => navigate(path('stock/fodder'))}>
              {t(readOnly ? 'core:actions.close' : 'core:actions.cancel')}
            </Button>
            {!readOnly && (
              <Button type="submit" loading={save.isPending}>
                {t('core:actions.save')}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}
