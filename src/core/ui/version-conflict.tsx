import { Alert, Button, Group, Stack, Table, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconGitCompare } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '#src/core/api/error-text.ts';

export interface ConflictSource<Values> {
  /** Loads the current row as form values with its `version`. */
  load: () => Promise<Values>;
  /** The fields' labels on screen; only these fields are compared. */
  labels: Partial<Record<keyof Values & string, string>>;
  show?: (field: keyof Values & string, value: unknown) => string;
}

interface VersionConflictProps<Values extends object> {
  form: UseFormReturnType<Values>;
  source: ConflictSource<Values>;
  onSettled: () => void;
}

const toPlainText = (value: unknown) => (value === null || value === undefined || value === '' ? '–' : String(value));

/** Shown if somebody else saved first: take their version, or compare both and keep one. */
export function VersionConflict<Values extends object>({ form, source, onSettled }: VersionConflictProps<Values>) {
  const { t } = useTranslation(['core', 'pages']);
  const [theirs, setTheirs] = useState<Values | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const mine = form.getValues();
  const fields = Object.keys(source.labels) as (keyof Values & string)[];
  const changed = theirs ? fields.filter((field) => JSON.stringify(mine[field]) !== JSON.stringify(theirs[field])) : [];

  const load = async (then: (values: Values) => void) => {
    try {
      then(await source.load());
    } catch (error) {
      setProblem(failureText(t, error));
    }
  };
  const takeValues = (values: Values) => {
    form.setValues(values as Partial<Values>);
    form.resetDirty(values);
    onSettled();
  };
  const keepValues = (values: Values) => {
    if ('version' in values) form.setValues({ version: values.version } as unknown as Partial<Values>);
    onSettled();
  };
  const text = (field: keyof Values & string, values: Values) => (source.show ?? ((_, value) => toPlainText(value)))(field, values[field]);

  return (
    <Alert color="straw" icon={<IconGitCompare size={18} aria-hidden />} title={t('core:errors.stale_version')} role="alert">
      <Stack gap="xs">
        <Text>{problem ?? t('pages:conflict.text')}</Text>
        {theirs && (
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('pages:conflict.field')}</Table.Th>
                <Table.Th>{t('pages:conflict.mine')}</Table.Th>
                <Table.Th>{t('pages:conflict.theirs')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {changed.map((field) => (
                <Table.Tr key={field}>
                  <Table.Td>{source.labels[field]}</Table.Td>
                  <Table.Td>{text(field, mine)}</Table.Td>
                  <Table.Td>{text(field, theirs)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={() => (theirs ? takeValues(theirs) : load(takeValues))}>
            {t('pages:conflict.take')}
          </Button>
          {theirs ? (
            <Button size="xs" onClick={() => keepValues(theirs)}>
              {t('pages:conflict.keep')}
            </Button>
          ) : (
            <Button size="xs" variant="default" onClick={() => load(setTheirs)}>
              {t('pages:conflict.compare')}
            </Button>
          )}
        </Group>
      </Stack>
    </Alert>
  );
}
