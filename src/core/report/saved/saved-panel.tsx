import { Alert, Anchor, Button, Divider, Loader, ScrollArea, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { savedPeriods, savedReports } from '#contract/operations/blanks.ts';
import type { ReportDefinition } from '#contract/reports/shape.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { ApiError } from '#src/core/api/api-error.ts';
import { failureText } from '#src/core/api/error-text.ts';
import { putErrors } from '#src/core/api/form-errors.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { useList, useSave } from '#src/core/resource/queries.ts';
import { FIXED, type SavedDays, SavedDaysField } from './saved-days.tsx';
import { type Kept, type SavedFilter, savedAddress, withDays } from './saved-filters.ts';

interface SavedPanelProps {
  definition: Pick<ReportDefinition, 'id' | 'route'>;
  /** null: there is nothing to keep yet. */
  kept: Kept | null;
  farm: number;
  close: () => void;
}

/** The filters on screen get a name, and those that have one are a click away. */
export function SavedPanel({ definition, kept, farm, close }: SavedPanelProps) {
  const { t } = useTranslation(['reports', 'core']);
  const { can } = useAccess();
  const path = useAppPath();
  const { data, error } = useList<typeof savedReports, SavedFilter>(savedReports, {
    kind: 'filter',
    report_type: definition.id,
    ordering: 'name',
    page_size: 1000,
  });
  return (
    <Stack gap="xs">
      {kept && can('filters', 'add') && (
        <>
          <NameForm definition={definition} kept={kept} farm={farm} saved={data?.rows ?? []} close={close} />
          <Divider />
        </>
      )}
      {error && !data ? (
        <Text c="dimmed">{failureText(t, error)}</Text>
      ) : !data ? (
        <Loader size="sm" aria-label={t('core:loading')} />
      ) : data.rows.length === 0 ? (
        <Text c="dimmed">{t('reports:saved.none')}</Text>
      ) : (
        <ScrollArea.Autosize mah={260} type="auto">
          <Stack gap={8} component="nav" aria-label={t('reports:saved.title')}>
            {data.rows.map(({ id, name, filters }) => (
              <Anchor key={id} component={Link} to={path(savedAddress(definition.route, filters))} size="sm" onClick={close}>
                {name}
              </Anchor>
            ))}
          </Stack>
        </ScrollArea.Autosize>
      )}
    </Stack>
  );
}

function NameForm({ definition, kept, farm, saved, close }: SavedPanelProps & { kept: Kept; saved: readonly SavedFilter[] }) {
  const { t } = useTranslation(['reports', 'core']);
  const { can } = useAccess();
  const form = useForm({ initialValues: { name: '', days: kept.period ?? (FIXED as SavedDays) } });
  const save = useSave(savedReports);
  const [problem, setProblem] = useState('');
  const typed = form.values.name.trim();
  // A name that is there already: what it stands for gives way.
  const old = can('filters', 'change') ? saved.find(({ name }) => name === typed) : undefined;
  const submit = async ({ name, days }: { name: string; days: SavedDays }) => {
    setProblem('');
    try {
      const filters = withDays(kept.filters, days || kept.days);
      await save.mutateAsync(
        old
          ? { id: old.id, values: { farm, filters, version: old.version } }
          : { values: { farm, kind: 'filter', name, report_type: definition.id, filters } },
      );
      close();
    } catch (error) {
      setProblem(error instanceof ApiError ? putErrors(form, error, t).join('. ') : failureText(t, error));
    }
  };
  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <Stack gap="xs">
        {problem && (
          <Alert color="red" variant="light" role="alert">
            {problem}
          </Alert>
        )}
        <TextInput label={t('reports:saved.name')} maxLength={300} data-autofocus {...form.getInputProps('name')} />
        <SavedDaysField
          periods={savedPeriods(definition.id)}
          fixed={kept.daysText}
          value={form.values.days}
          onChange={(days) => form.setFieldValue('days', days)}
        />
        <Button type="submit" size="sm" loading={save.isPending} leftSection={<IconDeviceFloppy size={16} stroke={1.6} aria-hidden />}>
          {t(old ? 'reports:saved.replace' : 'reports:saved.save')}
        </Button>
      </Stack>
    </form>
  );
}
