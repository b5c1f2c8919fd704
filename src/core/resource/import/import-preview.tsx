import { Alert, Group, Pagination, SegmentedControl, Stack, Table, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Formatter } from '#common/format/formatter.ts';
import { codeKey } from '#common/texts/keys.ts';
import type { Kind } from '#contract/kinds.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { isRight } from '#src/core/resource/column.ts';
import { fileColumns, type ImportSpec, type ListFile } from '#src/core/resource/list-file.ts';
import { type CheckedFile, findFix } from './checked-file.ts';
import { findLackingCodes } from './code-step.tsx';
import classes from './import.module.css';
import { Line } from './import-line.tsx';
import { kindOf, type PreviewKind, previewOf } from './preview.ts';
import { firstOf, type PreviewColumn } from './preview-words.ts';
import { WideTable } from './wide-table.tsx';

interface ImportPreviewProps {
  file: ListFile;
  checked: CheckedFile;
  parts: ImportSpec['parts'];
  left: ReadonlySet<number>;
  onLeave: (row: number, isLeft: boolean) => void;
}

const PAGE = 50;

/** The rows of each page, up to about `PAGE` lines, so that a page of a long file renders at once. */
function toPages({ rows }: CheckedFile['content'], isShown: (at: number) => boolean): number[][] {
  const pages: number[][] = [];
  let lines = PAGE;
  for (const at of rows.keys()) {
    if (!isShown(at)) continue;
    if (lines >= PAGE) {
      pages.push([]);
      lines = 0;
    }
    pages.at(-1)?.push(at);
    lines += rows[at]?.lines.length ?? 1;
  }
  return pages;
}

/** The unit behind a column's name. */
const toUnitText = (kind: Kind, format: Formatter, t: TFunction): string => {
  const key = format.unit(kind);
  return key ? `, ${t(key, format.unitValues)}` : '';
};

/** Kinds of rows in the order of attention. */
const ORDER = ['wrong', 'unusual', 'repeats', 'create', 'update', 'same'] as const satisfies readonly PreviewKind[];

/** The columns of the file with their names and units on screen. */
function usePreviewColumns(file: ListFile, { content, plan }: CheckedFile, own: ReadonlyMap<string, FileColumn>): PreviewColumn[] {
  const { t } = useTranslation(['import', 'core']);
  const format = useFormat();
  return useMemo(() => {
    return content.columns.map((key): PreviewColumn => {
      const field = plan.fields.find((one) => one.key === key);
      const options = file.imports?.fields.find((one) => one.key === key)?.options?.(t);
      const { label = key, kind = 'text' } = own.get(key) ?? {};
      return {
        key,
        label: label + toUnitText(kind, format, t),
        kind,
        decimals: field?.decimals,
        ...(field?.as ? { as: field.as } : {}),
        ...(field?.times ? { times: field.times } : {}),
        ...(options ? { options } : {}),
      };
    });
  }, [file, content, plan, own, format, t]);
}

type FileColumn = ReturnType<typeof fileColumns>[number];

/** The effect of the file by line, with errors at their cells. */
export function ImportPreview({ file, checked, parts, left, onLeave }: ImportPreviewProps) {
  const { t } = useTranslation(['import', 'core']);
  const format = useFormat();
  const { content, verdict } = checked;
  const own = useMemo(() => new Map(fileColumns(file, t).map((column) => [column.key, column])), [file, t]);
  const labels = useMemo(() => new Map([...own].map(([key, { label }]) => [key, label])), [own]);
  const columns = usePreviewColumns(file, checked, own);
  const kinds = useMemo(() => verdict.rows.map((row, at) => kindOf(row, content.rows[at])), [verdict, content]);
  const counts = new Map(ORDER.map((kind) => [kind, kinds.filter((one) => one === kind).length]));
  const [shown, setShown] = useState<PreviewKind>(ORDER.find((action) => counts.get(action)) ?? 'same');
  const [page, setPage] = useState(1);
  const wrong = counts.get('wrong') ?? 0;
  const pages = useMemo(() => toPages(content, (at) => kinds[at] === shown), [content, kinds, shown]);
  const lines = useMemo(
    () => previewOf(content, verdict, { columns, labels, parts }, format, t, pages[page - 1] ?? []),
    [content, verdict, columns, labels, parts, format, t, pages, page],
  );

  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {checked.name}
        {content.units.length > 0 && `. ${t('import:converted', { names: content.units.map(unitRead).join('; ') })}`}
        {content.ignored.length > 0 && `. ${t('import:ignored', { names: content.ignored.join(', ') })}`}
        {content.sheets.length > 1 && `. ${t('import:sheets', { names: content.sheets.map(({ name }) => name).join(', ') })}`}
        {content.left.length > 0 && `. ${t('import:left.title', { names: content.left.map(leftText).join('; ') })}`}
        {content.example && `. ${t('import:example', { text: content.example.text, day: format.longDay(content.example.day) })}`}
      </Text>
      {wrong > 0 && (
        <Alert color="red" variant="light" icon={<IconAlertTriangle size={18} aria-hidden />} role="alert">
          {`${t('import:wrong_rows', { count: wrong })} ${t(`import:fix.${findFix(checked, findLackingCodes(file, checked))}`)}`}
        </Alert>
      )}
      {wrong === 0 && verdict.created + verdict.updated === 0 && (
        <Alert color="green" variant="light" icon={<IconCircleCheck size={18} aria-hidden />} role="status">
          {t('import:nothing')}
        </Alert>
      )}
      <SegmentedControl
        className={classes.kinds}
        aria-label={t('import:what')}
        value={shown}
        onChange={(value) => {
          setShown(value);
          setPage(1);
        }}
        data={ORDER.filter((kind) => (kind !== 'repeats' && kind !== 'unusual') || counts.get(kind)).map((kind) => ({
          value: kind,
          label: `${t(`import:actions.${kind}`)} · ${format.value('count', counts.get(kind))}`,
          disabled: counts.get(kind) === 0,
        }))}
      />
      <WideTable label={t(`import:actions.${shown}`)} minWidth={480} maxHeight={420}>
        <Table.Thead>
          <Table.Tr>
            <Table.Td />
            <Table.Th data-right>{t('import:line')}</Table.Th>
            {columns.map(({ key, label, kind }) => (
              <Table.Th key={key} data-right={isRight(kind) || undefined}>
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map((line) => (
            <Line key={`${line.sheet ?? ''} ${line.line}`} line={line} columns={columns} left={left} onLeave={onLeave} />
          ))}
        </Table.Tbody>
      </WideTable>
      {pages.length > 1 && (
        <Group justify="flex-end">
          <Pagination
            size="sm"
            total={pages.length}
            value={page}
            onChange={setPage}
            getControlProps={(control) => ({ 'aria-label': t(codeKey('core:list', control)) })}
          />
        </Group>
      )}
    </Stack>
  );

  function leftText({ reason, sheet, lines: numbers }: (typeof content.left)[number]): string {
    const text = t(`import:left.${reason}`, { sheet, lines: firstOf(numbers.map(String)) });
    return sheet && numbers.length > 0 ? `${sheet}: ${text}` : text;
  }

  function unitRead({ heading, unit, kg }: (typeof content.units)[number]): string {
    return `${heading} (1 ${unit} = ${format.value('weight', kg, { decimals: kg < 1 ? 5 : undefined })}\u00a0${t(format.unit('weight'))})`;
  }
}
