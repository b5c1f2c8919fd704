import { Select, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ANALYSIS_METHODS, analyses } from '#contract/operations/analyses.ts';
import { NoIngredientRights } from '#src/core/access/notices.tsx';
import { refresh } from '#src/core/resource/queries.ts';
import { useResourceForm } from '#src/core/resource/use-resource-form.ts';
import { DayInput } from '#src/core/ui/day-input.tsx';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { FeedSelect } from '#src/domain/stock/feed-select.tsx';
import { useFeedForm } from '#src/domain/stock/use-feed-form.ts';
import { Files } from '#src/domain/stored-files/files.tsx';
import { sendFiles } from '#src/domain/stored-files/send-files.ts';
import type { Analysis } from './columns.ts';
import { EffectOnRations } from './effect.tsx';
import { useNutrients } from './queries.ts';
import { type AnalysisValues, analysisBody, analysisValues } from './values.ts';
import { ValuesField } from './values-field.tsx';

interface AnalysisModalProps {
  /** null for a new one. */
  analysis: Analysis | null;
  onClose: () => void;
}

const analysisLabels = (t: TFunction) => ({
  ingredient: t('nutrients:analyses.ingredient'),
  sampled_on: t('nutrients:analyses.sampled_on'),
  valid_from: t('nutrients:analyses.valid_from'),
  lab: t('nutrients:analyses.lab'),
  method: t('nutrients:analyses.method'),
  lot: t('nutrients:analyses.lot'),
  dry_matter: t('nutrients:analyses.dry_matter'),
  note: t('nutrients:analyses.note'),
  values: t('nutrients:analyses.values'),
});

/** The files that are sent after the analysis is saved. */
function useChosenFiles() {
  const [chosen, choose] = useState<File[]>([]);
  const [sent, setSent] = useState<number | null>(null);
  const send = async (analysis: number) => {
    if (chosen.length === 0) return;
    try {
      await sendFiles(analyses, analysis, chosen, setSent);
      choose([]);
    } finally {
      setSent(null);
      await refresh(analyses);
    }
  };
  return { chosen, choose, sent, send };
}

/** Edits an analysis: the sample, and its values in the units of the laboratory. */
export function AnalysisModal({ analysis, onClose }: AnalysisModalProps) {
  const { t } = useTranslation(['nutrients', 'pages', 'core']);
  const { can, format, today, seesIngredients, feeds } = useFeedForm();
  const { data: known = [] } = useNutrients();
  const labels = analysisLabels(t);
  const modal = useResourceForm<typeof analyses, AnalysisValues>(analyses, {
    row: analysis,
    valuesOf: (row) => analysisValues(row, today, format.units),
    bodyOf: analysisBody,
    labels,
    show: (field, value) => {
      if (field === 'ingredient') return feeds?.find(({ id }) => id === value)?.name ?? '–';
      if (field === 'values') return String((value as AnalysisValues['values']).length);
      return field === 'sampled_on' || field === 'valid_from' ? format.value('date', value as string) : String(value ?? '–');
    },
  });
  const { form } = modal;
  const files = useChosenFiles();
  const save = async (values: AnalysisValues) => files.send((await modal.save(values)).id);
  return (
    <FormModal
      {...modal}
      size="xl"
      onClose={onClose}
      save={save}
      title={analysis ? `${analysis.ingredient_name}, ${format.value('date', analysis.sampled_on)}` : t('operations:analyses.create')}
    >
      {!seesIngredients && <NoIngredientRights />}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <FeedSelect label={labels.ingredient} feeds={feeds} {...form.getInputProps('ingredient')} />
        <Select
          allowDeselect={false}
          label={labels.method}
          data={ANALYSIS_METHODS.map((method) => ({ value: method, label: t(`nutrients:analyses.methods.${method}`) }))}
          {...form.getInputProps('method')}
        />
        <DayInput label={labels.sampled_on} {...form.getInputProps('sampled_on')} />
        <DayInput
          clearable
          label={labels.valid_from}
          description={t('nutrients:analyses.valid_hint')}
          {...form.getInputProps('valid_from')}
        />
        <TextInput label={labels.lab} maxLength={200} {...form.getInputProps('lab')} />
        <TextInput label={labels.lot} maxLength={100} {...form.getInputProps('lot')} />
        <DecimalInput
          kind="percent"
          max={100}
          label={labels.dry_matter}
          description={t('nutrients:analyses.dry_matter_hint')}
          {...form.getInputProps('dry_matter')}
        />
      </SimpleGrid>
      <ValuesField
        value={form.values.values}
        known={known}
        errorOf={(path) => form.errors[path] as string | undefined}
        onChange={(next) => form.setFieldValue('values', next)}
      />
      {analysis && <EffectOnRations analysis={analysis.id} />}
      <Files
        resource={analyses}
        row={analysis?.id}
        kept={analysis?.files ?? []}
        chosen={files.chosen}
        onChoose={files.choose}
        sent={files.sent}
        readOnly={!can('ration', 'change')}
      />
      <Textarea label={labels.note} autosize maxLength={300} {...form.getInputProps('note')} />
    </FormModal>
  );
}
