import { Autocomplete, Button, Group, NativeSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiValue } from '#common/files/incoming/cells.ts';
import { allRows } from '#src/core/resource/all-rows.ts';
import type { PastedRows } from '#src/core/resource/import/checked-file.ts';
import { ImportModal } from '#src/core/resource/import/list-import.tsx';
import type { ListFile } from '#src/core/resource/list-file.ts';
import { DayInput } from '#src/core/ui/day-input.tsx';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { PlainModal } from '#src/core/ui/plain-modal.tsx';
import { type ChangeableField, toChangedRows } from './changeable.ts';
import type { Chosen } from './use-selection.ts';

interface ChangeManyProps {
  file: ListFile;
  fields: readonly ChangeableField[];
  chosen: Chosen<{ id: number }>;
  onClose: () => void;
}

/** Gives the chosen rows one new value: typed, shown as the preview of a file, and written in one transaction. */
export function ChangeMany({ file, fields, chosen, onClose }: ChangeManyProps) {
  const { t } = useTranslation(['many', 'core']);
  const [key, setKey] = useState(fields[0]?.key);
  const [value, setValue] = useState<ApiValue>(null);
  const [rows, setRows] = useState<PastedRows | null>(null);
  const field = fields.find((one) => one.key === key);
  if (!field || !file.imports) return null;
  if (rows) return <ImportModal file={file} imports={file.imports} pasted={rows} onClose={onClose} />;
  const title = t('many:change_title', { number: chosen.size });
  return (
    <PlainModal title={title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setRows(toChangedRows(title, chosen, field, value));
        }}
      >
        <Stack>
          {fields.length > 1 && (
            <NativeSelect
              label={t('many:field')}
              value={key}
              onChange={(event) => {
                setKey(event.currentTarget.value);
                setValue(null);
              }}
              data={fields.map((one) => ({ value: one.key, label: one.label }))}
            />
          )}
          <ValueInput key={key} file={file} field={field} value={value} onChange={setValue} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('core:actions.cancel')}
            </Button>
            <Button type="submit" disabled={value === null || value === ''}>
              {t('many:preview')}
            </Button>
          </Group>
        </Stack>
      </form>
    </PlainModal>
  );
}

interface ValueInputProps {
  file: ListFile;
  field: ChangeableField;
  value: ApiValue;
  onChange: (value: ApiValue) => void;
}

function ValueInput({ file, field, value, onChange }: ValueInputProps) {
  const { t } = useTranslation('many');
  const label = fieldLabel(field.label, t('many:value'));
  const text = typeof value === 'string' ? value : '';
  switch (field.input) {
    case 'text':
      return <TextValue label={label} file={file} name={field.key} value={text} onChange={onChange} />;
    case 'options':
      return (
        <NativeSelect
          label={label}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
          data={[{ value: '', label: '' }, ...Object.entries(field.options).map(([code, word]) => ({ value: code, label: word }))]}
        />
      );
    case 'date':
      return <DayInput label={label} value={text} onChange={onChange} />;
    default:
      return (
        <DecimalInput
          kind={field.input}
          label={label}
          decimals={field.decimals}
          value={typeof value === 'number' ? value : null}
          onChange={onChange}
        />
      );
  }
}

const fieldLabel = (field: string, words: string) => `${field} – ${words}`;

interface TextValueProps {
  label: string;
  file: ListFile;
  name: string;
  value: string;
  onChange: (value: string) => void;
}

/** A text, with those of the other rows to choose from. The preview asks about a name that the server doesn't know. */
function TextValue({ label, file, name, value, onChange }: TextValueProps) {
  const { data = [] } = useQuery({
    queryKey: [file.source.resource.id, 'values', file.source.farm ?? null, name],
    queryFn: async ({ signal }) => {
      const rows = await allRows<Record<string, unknown>>({ ...file.source, query: { ordering: file.source.query.ordering } }, signal);
      return [...new Set(rows.map((row) => row[name]).filter((one): one is string => typeof one === 'string' && one !== ''))].toSorted();
    },
  });
  return <Autocomplete label={label} data={data} value={value} onChange={onChange} maxLength={200} />;
}
