import { Table } from '@mantine/core';
import { isRight } from '#src/core/resource/column.ts';
import classes from './import.module.css';
import type { PreviewLine } from './preview.ts';
import type { PreviewColumn } from './preview-words.ts';

export function Line({ line: { line, sheet, cells, message }, columns }: { line: PreviewLine; columns: readonly PreviewColumn[] }) {
  return (
    <>
      <Table.Tr data-noted={message ? true : undefined}>
        <Table.Td data-right>{sheet ? `${sheet}: ${line}` : line}</Table.Td>
        {columns.map(({ key, kind }) => {
          const { text, before, error } = cells[key] ?? { text: '' };
          return (
            <Table.Td key={key} data-right={isRight(kind) || undefined} data-error={error ? true : undefined}>
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
          <Table.Td />
          <Table.Td colSpan={columns.length} className={classes.message}>
            {message}
          </Table.Td>
        </Table.Tr>
      )}
    </>
  );
}
