import { Button, Group, NativeSelect, Stack, Table, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ColumnChoice } from '#common/files/incoming/plan.ts';
import type { ColumnMeaning } from '#common/files/incoming/problem.ts';
import type { Role } from '#common/files/incoming/synonyms.ts';
import { fileColumns, type ImportSpec, type ListFile } from '#src/core/resource/list-file.ts';
import classes from './import.module.css';
import type { ColumnChoices } from './remembered-columns.ts';
import { WideTable } from './wide-table.tsx';

interface ColumnMeaningsProps {
  file: ListFile;
  imports: ImportSpec;
  open: { meanings: readonly ColumnMeaning[]; choices: ColumnChoices };
  onApply: (choices: ColumnChoices) => void;
}

/** The options of an ignored column, and of one that only helps to read others. */
const LEFT_OUT = '';
const AS_FOUND = '*';

/** Asks for the meaning of a file's columns, with samples, detected meaning and unit. */
export function ColumnMeanings({ file, imports, open, onApply }: ColumnMeaningsProps) {
  const { t } = useTranslation(['import', 'core']);
  const [choices, setChoices] = useState<ColumnChoices>(open.choices);
  const keys = new Set(imports.fields.map(({ key }) => key));
  const fields = fileColumns(file, t).filter(({ key }) => keys.has(key) || key === 'id');
  const meaningOf = ({ heading, field, role }: ColumnMeaning) => {
    const chosen = choices[heading];
    return chosen ? (chosen.field ?? LEFT_OUT) : (field ?? (role ? AS_FOUND : LEFT_OUT));
  };
  const choose = (column: ColumnMeaning, more: Partial<ColumnChoice>) => {
    const { [column.heading]: before, ...others } = choices;
    const next = { field: column.field, ...before, ...more };
    setChoices({ ...others, [column.heading]: next });
  };
  const chooseMeaning = (column: ColumnMeaning, value: string) => {
    const { [column.heading]: _, ...others } = choices;
    if (value === AS_FOUND) setChoices(others);
    else choose(column, { field: value === LEFT_OUT ? null : value });
  };

  return (
    <Stack gap="sm">
      <WideTable label={t('import:mapping.title')} minWidth={640} maxHeight={360}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('import:mapping.heading')}</Table.Th>
            <Table.Th>{t('import:mapping.samples')}</Table.Th>
            <Table.Th>{t('import:mapping.meaning')}</Table.Th>
            <Table.Th>{t('import:mapping.unit')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {open.meanings.map((column) => (
            <Table.Tr key={column.heading}>
              <Table.Td data-label={t('import:mapping.heading')}>{column.heading}</Table.Td>
              <Table.Td data-label={t('import:mapping.samples')}>
                <Text size="sm" c="dimmed" className={classes.samples}>
                  {column.samples.join(' · ')}
                </Text>
              </Table.Td>
              <Table.Td data-label={t('import:mapping.meaning')}>
                <NativeSelect
                  miw={200}
                  aria-label={`${t('import:mapping.meaning')}: ${column.heading}`}
                  value={meaningOf(column)}
                  onChange={(event) => chooseMeaning(column, event.currentTarget.value)}
                  data={[
                    { value: LEFT_OUT, label: t('import:mapping.leave_out') },
                    ...(column.role ? [{ value: AS_FOUND, label: t(`import:mapping.role.${column.role as Role}`) }] : []),
                    ...fields.map(({ key, label }) => ({ value: key, label })),
                  ]}
                />
              </Table.Td>
              <Table.Td data-label={t('import:mapping.unit')}>
                <TextInput
                  miw={80}
                  aria-label={`${t('import:mapping.unit')}: ${column.heading}`}
                  value={choices[column.heading]?.unit ?? column.unit}
                  onChange={(event) => choose(column, { unit: event.currentTarget.value })}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </WideTable>
      <Group justify="flex-end">
        <Button onClick={() => onApply(choices)}>{t('import:mapping.apply')}</Button>
      </Group>
    </Stack>
  );
}
