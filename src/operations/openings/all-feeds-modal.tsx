import { SimpleGrid, Table, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { todayIn } from '#common/format/clock.ts';
import { ingredients } from '#contract/operations/ingredients.ts';
import { openings } from '#contract/operations/openings.ts';

import { api } from '#src/core/api/api.ts';
import { ApiError } from '#src/core/api/api-error.ts';
import { useCurrentFarm } from '#src/core/format/farm-context.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { useFarms } from '#src/core/layout/use-farms.ts';
import { refresh, useList } from '#src/core/resource/queries.ts';
import { useOnlyChoice } from '#src/core/resource/use-only-choice.ts';
import { DayInput } from '#src/core/ui/day-input.tsx';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { goAlong } from '#src/core/ui/go-along.ts';
import { IdSelect } from '#src/core/ui/id-select.tsx';
import typed from '#src/core/ui/typed-table.module.css';
import { useTimezoneOf } from '#src/domain/stock/timezone.ts';

interface Line {
  ingredient: number;
  name: string;
  kg: number | null;
  price: number | null;
}

interface AllValues {
  farm: number | null;
  day: string;
  rows: Line[];
}

const ALL = { page_size: 1000, ordering: 'name' };

/** The feeds of a farm that have no opening balance. Water isn't stock. Undefined while they load. */
function useFeedsWithout(farm: number | null) {
  const scope = { enabled: farm !== null };
  const feeds = useList(ingredients, { ...ALL, farm: farm ?? undefined, deleted: false }, scope);
  const begun = useList(openings, { page_size: 1000, farm: farm ?? undefined }, scope);
  if (farm === null || !feeds.data || !begun.data) return undefined;
  const known = new Set(begun.data.rows.map(({ ingredient }) => ingredient));
  return feeds.data.rows.filter(({ id, water, farm: own }) => !water && own === farm && !known.has(id));
}

/** Errors of sent rows at the rows of the form, which contains further rows. */
function renumberRows(error: unknown, indexes: readonly number[]): unknown {
  if (!(error instanceof ApiError)) return error;
  const errors = Object.entries(error.errors).map(([path, list]) => [
    path.replace(/^rows\.(\d+)/, (_, row: string) => `rows.${indexes[Number(row)]}`),
    list,
  ]);
  return new ApiError(error.status, Object.fromEntries(errors), error.changing);
}

/** The present stock of all feeds at once: one weight and one price per feed. Feeds without a weight are left out. */
export function AllFeedsModal({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['pages', 'core']);
  const format = useFormat();
  const current = useCurrentFarm();
  const { data: farms } = useFarms();
  const form = useForm<AllValues>({
    initialValues: { farm: current?.id ?? null, day: '', rows: [] },
    validate: {
      farm: (farm) => (farm === null ? t('core:errors.required') : null),
      rows: {
        price: (price, { rows }, path) => (rows[Number(path.split('.')[1])]?.kg && price === null ? t('core:errors.required') : null),
      },
    },
  });
  useOnlyChoice(form, 'farm', farms, true);
  const { farm, rows } = form.values;
  const today = todayIn(useTimezoneOf(farm));
  const feeds = useFeedsWithout(farm);
  const names = feeds?.map(({ id }) => id).join();
  const listFeeds = useEffectEvent(() => {
    const lines = (feeds ?? []).map(({ id, name, price }): Line => ({ ingredient: id, name, kg: null, price: price || null }));
    form.setValues({ rows: lines });
    form.resetDirty({ ...form.getValues(), rows: lines });
  });
  useEffect(() => {
    if (names !== undefined) listFeeds();
  }, [names]);

  const add = async (values: AllValues) => {
    const weighed = values.rows.flatMap(({ ingredient, kg, price }, index) => (kg ? [{ index, ingredient, kg, price }] : []));
    if (weighed.length === 0) return;
    const day = values.day || today;
    const rows = weighed.map(({ index: _, ...row }) => ({ id: null, day, ...row }));
    try {
      await api.post(`${openings.path}/import/`, { body: { farm: values.farm, rows } });
    } catch (error) {
      throw renumberRows(
        error,
        weighed.map(({ index }) => index),
      );
    }
    await refresh(openings, { id: 'ingredients' }, { id: 'stocks' });
  };
  const save = useMutation({ mutationFn: add });
  const set = (index: number, part: Partial<Line>) =>
    form.setFieldValue(
      'rows',
      rows.map((line, at) => (at === index ? { ...line, ...part } : line)),
    );
  const value = rows.reduce((sum, { kg, price }) => sum + (kg ?? 0) * (price ?? 0), 0);

  return (
    <FormModal form={form} save={save.mutateAsync} onClose={onClose} size="lg" title={t('pages:openings.all')}>
      <Text size="sm" c="dimmed">
        {t('pages:openings.all_text')}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <IdSelect
          label={t('pages:openings.farm')}
          rows={farms}
          value={farm}
          onChange={(next) => form.setValues({ farm: next })}
          error={form.errors.farm}
        />
        <DayInput
          label={t('pages:openings.day')}
          value={form.values.day || today}
          onChange={(next) => form.setFieldValue('day', next ?? '')}
          error={form.errors.day}
        />
      </SimpleGrid>
      {feeds?.length === 0 ? <Text>{t('pages:openings.all_none')}</Text> : <Lines rows={rows} errors={form.errors} onChange={set} />}
      <Text ta="right" fw={600} role="status">
        {t('pages:openings.cost')}: {format.money(value)}
      </Text>
    </FormModal>
  );
}

interface LinesProps {
  rows: readonly Line[];
  errors: Readonly<Record<string, ReactNode>>;
  onChange: (index: number, part: Partial<Line>) => void;
}

function Lines({ rows, errors, onChange }: LinesProps) {
  const { t } = useTranslation('pages');
  return (
    <Table className={typed.table} verticalSpacing={4}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('pages:openings.ingredient')}</Table.Th>
          <Table.Th data-right>{t('pages:openings.kg')}</Table.Th>
          <Table.Th data-right>{t('pages:openings.price')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ ingredient, name, kg, price }, index) => (
          <Table.Tr key={ingredient}>
            <Table.Td>{name}</Table.Td>
            {(['kg', 'price'] as const).map((field) => (
              <Table.Td key={field}>
                <DecimalInput
                  kind={field === 'kg' ? 'weight' : 'price'}
                  aria-label={`${t(`pages:openings.${field}`)}: ${name}`}
                  value={field === 'kg' ? kg : price}
                  onChange={(next) => onChange(index, { [field]: next })}
                  data-column={`opening-${field}`}
                  onKeyDown={goAlong}
                  error={errors[`rows.${index}.${field}`]}
                />
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
