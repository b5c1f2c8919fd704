import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertTriangle, IconBlender } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { recipes } from '#contract/operations/recipes.ts';
import { api } from '#src/core/api/api.ts';
import { ApiError } from '#src/core/api/api-error.ts';
import { failureText } from '#src/core/api/error-text.ts';
import { putErrors } from '#src/core/api/form-errors.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { refresh } from '#src/core/resource/queries.ts';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { useFirstWrong } from '#src/core/ui/first-wrong.ts';
import { FormProblems } from '#src/core/ui/form-problems.tsx';
import { toast } from '#src/core/ui/toast.ts';
import { MomentInput } from '#src/domain/stock/moment-input.tsx';
import { useTimezoneOf } from '#src/domain/stock/timezone.ts';
import type { Recipe } from './columns.ts';
import { CraftParts } from './craft-parts.tsx';
import { mostOf, needsOf } from './shortage.ts';

interface CraftFormProps {
  recipe: Recipe;
  /** The stock of each feed, kg. */
  rests: ReadonlyMap<number, number>;
}

/** The quantity to make, with the parts that it takes and the missing ones while typing. */
export function CraftForm({ recipe, rests }: CraftFormProps) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const format = useFormat();
  const navigate = useNavigate();
  const path = useAppPath();
  const timezone = useTimezoneOf(recipe.farm);
  const form = useForm({ initialValues: { weight: null as number | null, crafted_at: null as string | null } });
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<string[]>([]);
  const [fields, seekFirstWrong] = useFirstWrong();
  const { weight, crafted_at } = form.values;
  const needs = needsOf(weight ?? 0, recipe.items, rests);
  const short = needs.some(({ missing }) => missing > 0);
  const most = mostOf(recipe.items, rests);
  const unit = t(format.unit('weight'));

  const submit = async () => {
    setBusy(true);
    setProblems([]);
    try {
      await api.post(`${recipes.path}/craft/`, {
        body: { recipe: recipe.id, weight: weight ?? undefined, crafted_at: crafted_at ?? undefined },
      });
      toast.success(t('pages:fodder.crafted', { name: recipe.ingredient_name, weight: format.value('weight', weight), unit }));
      await refresh({ id: 'ingredients' }, { id: 'stocks' }, { id: 'recipes' });
      navigate(path('stock/fodder'));
    } catch (error) {
      setProblems(error instanceof ApiError ? putErrors(form, error, t) : [failureText(t, error)]);
      seekFirstWrong();
    } finally {
      setBusy(false);
    }
  };

  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} component="section" style={{ background: 'var(--surface)' }}>
      <form ref={fields} onSubmit={form.onSubmit(submit)} noValidate>
        <Stack>
          <FormProblems form={form} problems={problems} />
          <Group align="flex-start" grow preventGrowOverflow={false}>
            <DecimalInput
              kind="weight"
              label={t('pages:fodder.weight')}
              description={t('pages:fodder.most', { weight: format.value('weight', most, { decimals: 0 }), unit })}
              autoFocus
              {...form.getInputProps('weight')}
            />
            <MomentInput
              label={t('pages:fodder.crafted_at')}
              placeholder={t('pages:fodder.now')}
              timezone={timezone}
              value={crafted_at}
              onChange={(at) => form.setFieldValue('crafted_at', at)}
              error={form.errors.crafted_at}
            />
          </Group>
          <CraftParts needs={needs} />
          {short && (
            <Alert color="red" variant="light" icon={<IconAlertTriangle size={18} aria-hidden />} role="status">
              {t('core:errors.not_enough')}
            </Alert>
          )}
          <Group justify="space-between">
            <Text c="dimmed">{t('pages:fodder.craft_hint')}</Text>
            <Group gap="xs">
              <Button variant="default" onClick={() => navigate(path('stock/fodder'))}>
                {t('core:actions.cancel')}
              </Button>
              <Button type="submit" loading={busy} disabled={short} leftSection={<IconBlender size={18} aria-hidden />}>
                {t('pages:fodder.craft')}
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}
