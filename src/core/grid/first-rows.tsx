import { useMediaQuery } from '@mantine/hooks';
import { type CSSProperties, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { cellText } from '#common/files/input.ts';
import { headerWithUnit, type TextColumn } from '#common/files/text-column.ts';
import type { Formatter } from '#common/format/formatter.ts';
import { align } from '#common/format/kinds.ts';
import type { Row } from '#contract/reports/shape.ts';
import { LOADING_STATUSES } from '#contract/words.ts';
import type { Density } from '#src/core/layout/density.ts';
import { StatusBadge } from '#src/core/ui/status-badge.tsx';
import type { GridState } from './column-state.ts';
import grid from './data-grid.module.css';
import classes from './first-rows.module.css';
import { findWorst, markOf } from './judge.ts';
import {
  GROUP_HEADER_HEIGHT,
  HEADER_HEIGHT,
  NARROW,
  pinnedKeys,
  ROW_HEIGHT,
  totalKeyOf,
  type WidthOptions,
  widestWords,
  widthOf,
} from './widths.ts';

/** Max rows, because more don't fit on a screen. */
const MOST = 24;

interface Placed {
  column: TextColumn;
  isSentence: boolean;
  style: CSSProperties;
}

const fixed = (width: number): CSSProperties => ({ flex: `0 0 ${width}px` });
const shared = (least: number, share: number): CSSProperties => ({ flex: `${share} 0 0px`, minWidth: least });

/** The columns as in the grid: pinned ones first, in the person's widths. */
function placed(columns: readonly TextColumn[], { columns: kept }: GridState, options: WidthOptions): Placed[] {
  const placeColumn = (column: TextColumn): Placed => {
    const { least, first, share, isSentence } = widthOf(column, options);
    const { width, flex } = kept?.find(({ colId }) => colId === column.key) ?? {};
    if (kept) return { column, isSentence, style: flex ? shared(least, flex) : fixed(Math.max(width ?? first, least)) };
    return { column, isSentence, style: share === undefined ? fixed(first) : shared(least, share) };
  };
  const byKey = new Map(columns.map((column) => [column.key, column]));
  const inOrder = kept ? kept.flatMap(({ colId, hide }) => (!hide && byKey.get(colId)) || []) : columns.filter(({ hidden }) => !hidden);
  const isPinned = ({ key }: TextColumn) => options.pinned.has(key);
  return [...inOrder.filter(isPinned), ...inOrder.filter((column) => !isPinned(column))].map(placeColumn);
}

/** True if the grid starts with the rows in their order, and with columns that are known before it loads. */
export const canStandFirst = (columns: readonly TextColumn[], { columns: kept }: GridState): boolean =>
  !kept || (kept.every(({ sort }) => !sort) && columns.every(({ key }) => kept.some(({ colId }) => colId === key)));

/** Neighbouring columns with one heading share it. */
function groupHeadings(shown: readonly Placed[]): { heading: string; columns: Placed[] }[] {
  const groups: { heading: string; columns: Placed[] }[] = [];
  for (const one of shown) {
    const heading = one.column.heading ?? '';
    const last = groups.at(-1);
    if (last && heading && last.heading === heading) last.columns.push(one);
    else groups.push({ heading, columns: [one] });
  }
  return groups;
}

const isStatus = (value: unknown) => LOADING_STATUSES.find((status) => status === value);

interface FirstRowsProps {
  label: string;
  columns: readonly TextColumn[];
  rows: readonly Row[];
  totals: Row;
  format: Formatter;
  density: Density;
  state: GridState;
  /** Called when the rows are shown, so that later parts can load. */
  onShown: () => void;
}

/** A report's first rows as a plain table, in the grid's place and sizes, until the grid is ready. */
export function FirstRows({ label, columns, rows, totals, format, density, state, onShown }: FirstRowsProps) {
  const { t } = useTranslation('reports');
  const narrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  // biome-ignore lint/correctness/useExhaustiveDependencies: reported once, after the first paint
  useEffect(() => {
    const timer = setTimeout(onShown);
    return () => clearTimeout(timer);
  }, []);
  const shown = useMemo(
    () =>
      placed(columns, state, {
        format,
        totals,
        rows,
        pinned: pinnedKeys(columns, { narrow, pins: state.pins }),
        widest: widestWords(false),
      }),
    [columns, state, format, totals, rows, narrow],
  );
  const worst = useMemo(() => findWorst(columns, rows), [columns, rows]);
  const totalKey = totalKeyOf(
    shown.map(({ column }) => column),
    totals,
  );
  const headings = groupHeadings(shown);
  const isRight = ({ kind }: TextColumn) => (align(kind) === 'right' ? true : undefined);
  const cell = ({ column, style, isSentence }: Placed, row: Row, text: string) => {
    const mark = markOf(column, columns, row, worst);
    const status = column.kind === 'status' && row !== totals ? isStatus(row[column.key]) : undefined;
    return (
      <td
        key={column.key}
        style={style}
        data-col={column.key}
        data-right={isRight(column)}
        data-sentence={isSentence || undefined}
        className={mark ? `grid-${mark}` : undefined}
      >
        {status ? <StatusBadge status={status} beyond={row.beyond === true} /> : text}
      </td>
    );
  };
  const totalText = (column: TextColumn) => {
    if (column.key === totalKey) return t('reports:grid.total');
    const value = totals[column.key];
    return value === null || value === undefined ? '' : cellText(format, column, value);
  };
  const sizes = {
    '--row': `${ROW_HEIGHT[density]}px`,
    '--head': `${HEADER_HEIGHT[density]}px`,
    '--group': `${GROUP_HEADER_HEIGHT[density]}px`,
  };
  return (
    <section className={`${grid.grid} ${classes.first}`} aria-label={label} aria-busy data-first-rows style={sizes as CSSProperties}>
      <table>
        <thead>
          {headings.some(({ heading }) => heading) && (
            <tr className={classes.groups}>
              {headings.map(({ heading, columns: under }) => (
                <th key={under[0]?.column.key} colSpan={under.length} style={together(under)}>
                  {heading}
                </th>
              ))}
            </tr>
          )}
          <tr>
            {shown.map(({ column, style }) => (
              <th key={column.key} style={style} data-col={column.key} data-under={column.heading} data-right={isRight(column)}>
                {headerWithUnit(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MOST).map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they stay as they came
            <tr key={index}>{shown.map((one) => cell(one, row, cellText(format, one.column, row[one.column.key])))}</tr>
          ))}
        </tbody>
        {Object.keys(totals).length > 0 && (
          <tfoot>
            <tr>{shown.map((one) => cell(one, totals, totalText(one.column)))}</tr>
          </tfoot>
        )}
      </table>
    </section>
  );
}

/** A heading is as wide as its columns, approximately if they share the remaining space. */
function together(under: readonly Placed[]): CSSProperties {
  const numbers = under.map(({ style }) => String(style.flex).split(' '));
  const grow = numbers.reduce((sum, [share]) => sum + Number(share), 0);
  const basis = numbers.reduce((sum, [, , width]) => sum + Number.parseFloat(width ?? '0'), 0);
  const least = under.reduce(
    (sum, { style }) => sum + Number(style.minWidth ?? Number.parseFloat(String(style.flex).split(' ')[2] ?? '0')),
    0,
  );
  return { flex: `${grow} 0 ${basis}px`, minWidth: least };
}
