import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ERROR_CODES } from '#contract/error-codes.ts';
import { fileColumns, type ListFile } from '#src/core/resource/list-file.ts';
import type { CheckedFile } from './checked-file.ts';

/** Returns the required codes that the file has no column for, such as the type of each delivery. */
export function findLackingCodes(file: ListFile, { content, verdict }: CheckedFile): string[] {
  const required = new Set(
    Object.entries(verdict.errors).flatMap(([path, errors]) => {
      const [, field] = /^rows\.\d+\.(\w+)$/.exec(path) ?? [];
      return field !== undefined && errors.some(({ code }) => code === ERROR_CODES.required) ? [field] : [];
    }),
  );
  const fields = file.imports?.fields ?? [];
  return fields.flatMap(({ key, options }) => (options && required.has(key) && !content.columns.includes(key) ? [key] : []));
}

/** Returns the file as if it had a column with this code in each row. */
export function fillColumn<F extends Omit<CheckedFile, 'verdict' | 'names'>>(from: F, key: string, code: string): F {
  const rows = from.content.rows.map((row) => ({
    ...row,
    values: { ...row.values, [key]: code },
    lines: row.lines.map((line, at) => (at === 0 ? { ...line, values: { ...line.values, [key]: code } } : line)),
  }));
  return { ...from, content: { ...from.content, rows, columns: [...from.content.columns, key] } };
}

interface CodeStepProps {
  file: ListFile;
  lacking: readonly string[];
  onChoose: (key: string, code: string) => void;
}

/** The codes of a file without their column: one choice counts for all rows. */
export function CodeStep({ file, lacking, onChoose }: CodeStepProps) {
  const { t } = useTranslation('import');
  const columns = fileColumns(file, t);
  return lacking.map((key) => {
    const options = file.imports?.fields.find((field) => field.key === key)?.options?.(t) ?? {};
    return (
      <NativeSelect
        key={key}
        label={t('import:for_all', { name: columns.find((column) => column.key === key)?.label ?? key })}
        value=""
        onChange={(event) => event.currentTarget.value && onChoose(key, event.currentTarget.value)}
        data={[{ value: '', label: '' }, ...Object.entries(options).map(([value, label]) => ({ value, label }))]}
      />
    );
  });
}
