import { Alert, Anchor, Button, Divider, Loader, ScrollArea, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { additionalReports } from '../../../contract/operations/report-additional.ts';
import type { ReportDefinition } from '../../../contract/reports/shape.ts';
import { useAccess } from '../access/use-access.ts';
import { ApiError } from '../api/api-error.ts';
import { failureText } from '../api/error-text.ts';
import { putErrors } from '../api/form-errors.ts';
import { useAppPath } from '../api/place.ts';
import { useList, useSave } from '../resource/queries.ts';
import type { Filters } from './filters.ts';
import { type SavedFilter, savedAddress, savedValues } from './saved-filters.ts';

interface SavedPanelProps {
  definition: Pick<ReportDefinition, 'id' | 'route'>;
  filters: Filters;
  farm: number;
  close: () => void;
}

/** The filters on screen get a name, and those that have one are a click away. */
export function SavedPanel({ definition, filters, farm, close }: SavedPanelProps) {
  const { t } = useTranslation(['reports', 'core']);
  const { can } = useAccess();
  const path = useAppPath();
  const { data, error } = useList<typeof additionalReports, SavedFilter>(additionalReports, {
    kind: 'filter',
    report_type: definition.id,
    ordering: 'name',
    page_size: 1000,
  });
  return (
    <Stack gap="xs">
      {can('additional', 'add') && (
        <>
          <NameForm definition={definition} filters={filters} farm={farm} close={close} />
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
            {data.rows.map(({ id, name, filters: kept }) => (
              <Anchor key={id} component={Link} to={path(savedAddress(definition.route, kept))} size="sm" onClick={close}>
                {name}
              </Anchor>
            ))}
          </Stack>
        </ScrollArea.Autosize>
      )}
    </Stack>
  );
}

function NameForm({ definition, filters, farm, close }: SavedPanelProps) {
  const { t } = useTranslation(['reports', 'core']);
  const form = useForm({ initialValues: { name: '' } });
  const save = useSave(additionalReports);
  const [problem, setProblem] = useState('');
  const submit = async ({ name }: { name: string }) => {
    setProblem('');
    try {
      await save.mutateAsync({ values: { farm, kind: 'filter', name, report_type: definition.id, filters: savedValues(filters) } });
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
        <Button type="submit" size="sm" loading={save.isPending} leftSection={<IconDeviceFloppy size={16} stroke={1.6} aria-hidden />}>
          {t('reports:saved.save')}
        </Button>
      </Stack>
    </form>
  );
}
