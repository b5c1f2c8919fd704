import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { savedPeriods } from '#contract/operations/blanks.ts';
import type { ReportDefinition } from '#contract/reports/shape.ts';
import type { views } from '#contract/reports/views.ts';
import type { RowOf } from '#contract/resource.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import type { Keeping } from '#src/core/report/share/keeping.ts';
import { useKeep } from '#src/core/report/share/use-keep.tsx';
import { toast } from '#src/core/ui/toast.ts';
import { FIXED, type SavedDays, SavedDaysField } from './saved-days.tsx';
import { type Kept, withDays } from './saved-filters.ts';

/** A client's saved filter, or a person's saved view over clients. */
export type Saved = Pick<RowOf<typeof views>, 'id' | 'name' | 'filters' | 'version'> & { left_out?: number };

interface NameFormProps {
  definition: Pick<ReportDefinition, 'id'>;
  kept: Kept;
  keeping: Keeping;
  saved: readonly Saved[];
  close: () => void;
}

/** Saves the current filters under a name. */
export function NameForm({ definition, kept, keeping, saved, close }: NameFormProps) {
  const { t } = useTranslation(['reports', 'core']);
  const { can } = useAccess();
  const form = useForm({ initialValues: { name: '', days: kept.period ?? (FIXED as SavedDays) } });
  const { keep, attempt, problemText } = useKeep(keeping, definition.id, form);
  const typed = form.values.name.trim();
  // An existing filter with the same name is overwritten.
  const old = !keeping.place || can('filters', 'change') ? saved.find(({ name }) => name === typed) : undefined;
  const submit = ({ name, days }: { name: string; days: SavedDays }) =>
    attempt(async () => {
      await keep(name.trim(), withDays(kept.filters, days || kept.days), old);
      toast.success(t('core:toast.saved'));
      close();
    });
  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <Stack gap="xs">
        {problemText}
        <TextInput label={t('reports:saved.name')} maxLength={300} data-autofocus {...form.getInputProps('name')} />
        <SavedDaysField
          periods={savedPeriods(definition.id)}
          fixed={kept.daysText}
          value={form.values.days}
          onChange={(days) => form.setFieldValue('days', days)}
        />
        <Button type="submit" size="sm" loading={form.submitting} leftSection={<IconDeviceFloppy size={16} stroke={1.6} aria-hidden />}>
          {t(old ? 'reports:saved.replace' : 'reports:saved.save')}
        </Button>
      </Stack>
    </form>
  );
}
