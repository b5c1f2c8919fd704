import { SimpleGrid, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { groups } from '#contract/operations/groups.ts';
import { rations } from '#contract/operations/rations.ts';
import { scenarios } from '#contract/operations/scenarios.ts';
import { useCurrentFarm } from '#src/core/format/farm-context.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { useFarms } from '#src/core/layout/use-farms.ts';
import { useResourceForm } from '#src/core/resource/use-resource-form.ts';
import { CalendarLanguage } from '#src/core/ui/calendar-language.tsx';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { IdSelect } from '#src/core/ui/id-select.tsx';
import { useLite, useLiteIngredients } from '#src/domain/stock/choices.ts';
import type { Scenario } from './columns.ts';
import { LinesField } from './lines-field.tsx';
import { type Line, NAMES, type ScenarioValues, scenarioBody, scenarioValues } from './values.ts';

interface ScenarioModalProps {
  /** null = a new one. */
  scenario: Scenario | null;
  onClose: () => void;
}

/** The changes of a scenario on a farm, list by list. */
export function ScenarioModal({ scenario, onClose }: ScenarioModalProps) {
  const { t } = useTranslation(['pages', 'core']);
  const format = useFormat();
  const current = useCurrentFarm();
  const { data: farms = [] } = useFarms();
  const labels = {
    farm: t('pages:scenarios.farm'),
    name: t('pages:scenarios.name'),
    heads: t('pages:scenarios.heads'),
    prices: t('pages:scenarios.prices'),
    harvests: t('pages:scenarios.harvests'),
    rations: t('pages:scenarios.rations'),
  };
  const modal = useResourceForm<typeof scenarios, ScenarioValues>(scenarios, {
    row: scenario,
    valuesOf: scenarioValues,
    begins: { farm: current?.id ?? (farms.length === 1 ? (farms[0]?.id ?? null) : null) },
    bodyOf: scenarioBody,
    labels,
    show(field, value) {
      if (!Array.isArray(value)) return field === 'farm' ? (farms.find(({ id }) => id === value)?.name ?? '') : String(value ?? '');
      return (value as Line[]).map((line) => describeLine(line)).join('; ');
    },
  });
  const { form } = modal;
  const farm = form.values.farm ?? undefined;
  const { data: feeds = [] } = useLiteIngredients(farm, farm !== undefined);
  const { data: herd = [] } = useLite<{ id: number; name: string }>(groups, { farm }, farm !== undefined);
  const { data: mixes = [] } = useLite<{ id: number; name: string }>(rations, { farm }, farm !== undefined);
  const rows = { group: herd, ingredient: feeds, ration: mixes };
  const nameOf = (all: readonly { id: number; name: string }[], id: unknown) => all.find((row) => row.id === id)?.name ?? '';
  function describeLine({ group, ingredient, ration, day, heads, added, price, kg }: Line): string {
    const named = nameOf(group ? herd : feeds, group ?? ingredient);
    const from = typeof day === 'string' ? format.value('date', day) : '';
    const to = ration
      ? nameOf(mixes, ration)
      : format.value(price != null ? 'price' : kg != null ? 'weight' : 'count', heads ?? added ?? price ?? kg ?? null);
    return [named, from, to].filter((text) => text !== '').join(' ');
  }
  return (
    <FormModal {...modal} size="xl" onClose={onClose} title={scenario ? scenario.name : t('pages:scenarios.create')}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label={labels.name} placeholder={t('pages:scenarios.name_hint')} maxLength={300} {...form.getInputProps('name')} />
        <IdSelect
          rows={farms}
          label={labels.farm}
          disabled={scenario !== null}
          value={form.values.farm}
          onChange={(next) => form.setValues({ ...scenarioValues(null), name: form.values.name, farm: next })}
          error={form.errors.farm}
        />
      </SimpleGrid>
      {farm !== undefined && (
        <CalendarLanguage>
          {NAMES.map((list) => (
            <LinesField
              key={list}
              list={list}
              value={form.values[list]}
              rows={rows}
              errorOf={(path) => form.errors[path] as string | undefined}
              onChange={(lines) => form.setFieldValue(list, lines)}
            />
          ))}
        </CalendarLanguage>
      )}
    </FormModal>
  );
}
