import { Button, Paper, Text, UnstyledButton } from '@mantine/core';
import { Fragment, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withUnit } from '#common/files/charts/series-text.ts';
import { cellText } from '#common/files/input.ts';
import type { TextColumn } from '#common/files/text-column.ts';
import type { Formatter } from '#common/format/formatter.ts';
import type { Row } from '#contract/reports/shape.ts';
import { judge } from '#src/core/grid/judge.ts';
import { searchRows } from '#src/core/grid/search-rows.ts';
import classes from './row-cards.module.css';

interface RowCardsProps {
  columns: readonly TextColumn[];
  rows: readonly Row[];
  format: Formatter;
  search: string;
  dimmed: boolean;
  onOpen?: ((row: Row) => void) | undefined;
  onRows: () => void;
}

/** Number of cards drawn at a time. */
const STEP = 50;
/** Number of figures on a card if there is no plan and fact. */
const FIGURES = 3;

const isWords = ({ kind }: TextColumn) => ['text', 'date', 'month', 'datetime', 'time'].includes(kind);

/** Picks a card's content from the shown columns: heading texts, plan and fact, their difference, and money. */
function partsOf(columns: readonly TextColumn[]) {
  const shown = columns.filter(({ hidden }) => !hidden);
  // A number may come before the texts.
  const from = shown.findIndex(isWords);
  const figures = shown.findIndex((column, at) => at > from && !isWords(column));
  const words = shown.slice(Math.max(0, from), Math.min(from + 3, figures < 0 ? shown.length : figures));
  // A moment contains its day.
  const firstNames = words.some(({ kind }) => kind === 'datetime') ? words.filter(({ kind }) => kind !== 'date') : words;
  const chosen = shown.filter(({ card }) => card);
  const names = chosen.length > 0 ? chosen.filter(isWords) : firstNames;
  const named = (key: string) => shown.find((column) => column.key === key);
  const plan = named('plan');
  const fact = named('fact');
  const both = plan && fact ? { plan, fact, deviation: named('deviation'), percent: named('deviation_percent') } : null;
  const money = shown.find(({ kind, deviation }) => kind === 'money' && !deviation) ?? shown.find(({ kind }) => kind === 'money');
  const firstFigures = shown.filter((column) => !isWords(column) && column.kind !== 'status' && column !== money).slice(0, FIGURES);
  const others = chosen.length > 0 ? chosen.filter((column) => !isWords(column)) : firstFigures;
  return { names, both, others: both ? [] : others, money, status: shown.find(({ kind }) => kind === 'status') };
}

/** A report's rows on a phone: a card for each, with the most important figures. */
export function RowCards({ columns, rows, format, search, dimmed, onOpen, onRows }: RowCardsProps) {
  const { t } = useTranslation('reports');
  const [drawn, setDrawn] = useState(STEP);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reported once, with the first rows
  useEffect(onRows, []);
  const found = searchRows(rows, columns, search, format);
  const { names, both, others, money, status } = partsOf(columns);
  const isNamed = (row: Row) => names.filter(({ key }) => row[key] !== null && row[key] !== undefined);
  /** The figures of a row that aren't empty, or all if no column is chosen for cards. */
  const pickFigures = (row: Row) => others.filter(({ card, key }) => !card || row[key] != null);
  const findUnit = (row: Row, figure: TextColumn) => {
    const unit = columns.find(({ unit_of }) => unit_of?.includes(figure.key));
    return unit && row[unit.key] != null ? `\u00a0${row[unit.key]}` : '';
  };
  const nameOf = (row: Row) =>
    [...new Set(isNamed(row).map((column) => cellText(format, column, row[column.key])))].filter(Boolean).join(' · ');
  return (
    <section className={classes.cards} data-dimmed={dimmed || undefined} aria-busy={dimmed}>
      <ul className={classes.list}>
        {found.slice(0, drawn).map((row, index) => {
          const body = (
            <>
              <span className={classes.line}>
                <Text span fw={600}>
                  {nameOf(row)}
                </Text>
                {money && (
                  <Text span fw={600} className={classes.number}>
                    {withUnit(format, money, row[money.key])}
                  </Text>
                )}
              </span>
              {both && (
                <span className={classes.line}>
                  <Text span size="sm" c="dimmed">
                    {cellText(format, both.plan, row.plan)} → {withUnit(format, both.fact, row.fact)}
                  </Text>
                  {both.deviation && (
                    <Text span size="sm" className={classes.number} data-judged={judge(row, 'deviation', 'deviation_percent')}>
                      {withUnit(format, both.deviation, row.deviation)}
                      {both.percent && `, ${withUnit(format, both.percent, row.deviation_percent)}`}
                    </Text>
                  )}
                </span>
              )}
              {others.length > 0 && (
                <Text span size="sm" c="dimmed">
                  {pickFigures(row).map((column, at) => (
                    <Fragment key={column.key}>
                      {at > 0 && ' · '}
                      {column.header}:{' '}
                      <span className={classes.number}>
                        {withUnit(format, column, row[column.key])}
                        {findUnit(row, column)}
                      </span>
                    </Fragment>
                  ))}
                </Text>
              )}
              {status && (
                <Text span size="xs" c="dimmed">
                  {cellText(format, status, row[status.key])}
                </Text>
              )}
            </>
          );
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity that every report shares
            <Paper key={index} component="li" withBorder>
              {onOpen ? (
                <UnstyledButton className={classes.card} onClick={() => onOpen(row)}>
                  {body}
                </UnstyledButton>
              ) : (
                <div className={classes.card}>{body}</div>
              )}
            </Paper>
          );
        })}
      </ul>
      {found.length > drawn && (
        <Button variant="default" fullWidth mt="xs" onClick={() => setDrawn(drawn + STEP)}>
          {t('reports:grid.more_rows', { total: format.value('count', found.length - drawn) })}
        </Button>
      )}
    </section>
  );
}
