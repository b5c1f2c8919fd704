import { Checkbox, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isRight } from '#src/core/resource/column.ts';
import classes from './import.module.css';
import type { PreviewLine } from './preview.ts';
import type { PreviewColumn } from './preview-words.ts';

interface LineProps {
  line: PreviewLine;
  columns: readonly PreviewColumn[];
  /** Rows that the person leaves out, by their place in the file. */
  left: ReadonlySet<number>;
  onLeave: (row: number, isLeft: boolean) => void;
}

export function Line({ line: { line, row, sheet, cells, message }, columns, left, onLeave }: LineProps) {
  const { t } = useTranslation('import');
  const place = sheet ? `${sheet}: ${line}` : String(line);
  return (
    <>
      <Table.Tr data-noted={message ? true : undefined}>
        <Table.Td>
          {row !== null && (
            <Checkbox
              size="xs"
              aria-label={t('import:take_line', { line: place })}
              checked={!left.has(row)}
              onChange={(event) => onLeave(row, !event.currentTarget.checked)}
            />
          )}
        </Table.Td>
        <Table.Td data-right data-label={t('import:line')}>
          {place}
        </Table.Td>
        {columns.map(({ key, label, kind }) => {
          const { text, before, error } = cells[key] ?? { text: '' };
          return (
            <Table.Td
              key={key}
              data-label={label}
              data-right={isRight(kind) || undefined}
              data-error={error ? true : undefined}
              data-empty={text === '' && before === undefined && !error ? true : undefined}
            >
              {before === undefined ? (
                text
              ) : (
                <>
                  <del>{before}</del> → <ins>{text}</ins>
                </>
              )}
              {error && <div className={classes.error}>{error}</div>}
            </Table.Td>
          );
        })}
      </Table.Tr>
      {message && (
        <Table.Tr>
          <Table.Td colSpan={2} data-empty />
          <Table.Td colSpan={columns.length} className={classes.message}>
            {message}
          </Table.Td>
        </Table.Tr>
      )}
    </>
  );
}
