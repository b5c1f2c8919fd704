import { type RefObject, useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExportLine, exportInput } from '#common/files/export-input.ts';
import type { TextColumn } from '#common/files/text-column.ts';
import type { Formatter } from '#common/format/formatter.ts';
import type { ReportData } from '#contract/reports/shape.ts';
import type { GridHandle } from '#src/core/grid/grid-handle.ts';
import { loadChunk } from '#src/core/ui/load-chunk.ts';
import { toast } from '#src/core/ui/toast.ts';
import type { ShownRows } from './use-shown-rows.ts';

const loadInput = () => loadChunk(() => import('#common/files/export-input.ts'));

const partText = (part: number, whole: number, format: Formatter) => `${format.value('count', part)} / ${format.value('count', whole)}`;

interface FileSource {
  title: string;
  lines: readonly ExportLine[];
  columns: readonly TextColumn[];
  rows: ShownRows;
  search: string;
  format: Formatter;
  grid: RefObject<GridHandle | null>;
}

/** Files and prints of what a grid shows: its columns, its order and its search. */
export function useFileInput({ title, lines, columns, rows: { data, windows, searching }, search, format, grid }: FileSource) {
  const { t } = useTranslation(['reports', 'core']);
  /** All rows for printing: the browser needs them at once when it prints. */
  const printed = useRef<ReportData>(undefined);
  const buildInput = useCallback(
    (make: typeof exportInput, all: ReportData | undefined) => {
      const { columns: shown, rows } = grid.current?.shown() ?? { columns: columns.filter(({ hidden }) => !hidden), rows: data.rows };
      const added = [
        ...(searching ? [{ label: t('core:actions.search'), value: search.trim() }] : []),
        ...(windows && !all ? [{ label: t('reports:export.rows_printed'), value: partText(rows.length, windows.count, format) }] : []),
      ];
      return make({
        title,
        lines: [...lines, ...added],
        data: all ?? data,
        shown: { columns: shown, rows: all?.rows ?? rows },
        searching,
        format,
        t,
      });
    },
    [columns, data, windows, search, searching, lines, title, format, t, grid],
  );
  const allRows = () => windows?.whole(grid.current?.ordering());
  return {
    file: async () => buildInput((await loadInput()).exportInput, await allRows()),
    sheet: useCallback((make: typeof exportInput) => buildInput(make, printed.current), [buildInput]),
    print: async () => {
      try {
        printed.current = await allRows();
        window.print();
      } catch {
        toast.error(t('reports:export.failed'));
      } finally {
        printed.current = undefined;
      }
    },
  };
}
