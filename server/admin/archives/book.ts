import type { TFunction } from 'i18next';
import type pg from 'pg';
import { type LongSheet, writeXlsx } from '#common/files/xlsx/xlsx.ts';
import { createFormatter } from '#common/format/formatter.ts';
import { definedKey } from '#common/texts/keys.ts';
import { DEFAULT_LANGUAGE, type Language } from '#contract/kinds.ts';
import type { Row } from '#contract/reports/shape.ts';
import type { Conventions } from '#contract/words.ts';
import { textsOf } from '#server/platform/runtime/texts.ts';
import type { Sheet } from './sheet.ts';
import { SHEETS } from './sheets.ts';

/** Rows per batch, which also determine the widths of columns. */
const PART = 1000;
/** Max rows of a sheet: Excel's limit minus the rows above. */
const MAX_ROWS = 1_048_000;

/** The number of rows of each sheet, among those that the connection sees. */
export async function countBook(connection: pg.ClientBase): Promise<number[]> {
  const counts: number[] = [];
  for (const { sql } of SHEETS) {
    const { rows } = await connection.query<{ count: number }>(`select count(*)::integer as count from (${sql}) s`);
    counts.push(Math.min(rows[0]?.count ?? 0, MAX_ROWS));
  }
  return counts;
}

/**
 * Writes the client's lists as a workbook for people: a sheet per list, with names, in the language of the client's people. Reads the
 * connection's visible rows in batches; `handed` receives the number of processed rows.
 */
export async function writeBook(
  connection: pg.ClientBase,
  client: { name: string; currency: string; language: Language | null } & Conventions,
  counts: readonly number[],
  { take, handed }: { take: (chunk: Uint8Array) => Promise<void>; handed: (rows: number) => void },
  now: Date,
): Promise<void> {
  const language = client.language ?? DEFAULT_LANGUAGE;
  const t = await textsOf(language);
  const labels = { total: t('core:export.total'), page: t('core:export.page', { skipInterpolation: true }) };
  const { units, clock, currency } = client;
  const written = { language, units, clock, timezone: 'UTC', currency };
  const common = { ...written, labels, totals: {}, notes: [], whole: true };
  const format = createFormatter(written);
  const lines = [
    { label: t('core:export.client'), value: client.name },
    { label: t('core:export.made_at'), value: format.value('datetime', now.toISOString()) },
  ];
  const sheets: LongSheet[] = [];
  for (const [i, sheet] of SHEETS.entries()) {
    const columns = sheet.columns.map(({ key, label, kind = 'text' }) => {
      const unit = format.unit(kind);
      return { key, kind, header: t(label), ...(unit ? { unit: t(unit, format.unitValues) } : {}) };
    });
    const first = await connection.query<Row>(`${sheet.sql} limit ${PART}`);
    sheets.push({
      ...common,
      title: t(sheet.title),
      lines,
      columns,
      count: counts[i] ?? 0,
      rows: first.rows.map((row) => worded(row, sheet, t)),
      parts: () => readSheetParts(connection, sheet, t, handed),
    });
  }
  await writeXlsx(sheets, take);
}

async function* readSheetParts(
  connection: pg.ClientBase,
  sheet: Sheet,
  t: TFunction,
  handed: (rows: number) => void,
): AsyncGenerator<Row[]> {
  await connection.query(`declare lines no scroll cursor for ${sheet.sql} limit ${MAX_ROWS}`);
  for (;;) {
    const { rows } = await connection.query<Row>(`fetch ${PART} from lines`);
    if (rows.length === 0) break;
    yield rows.map((row) => worded(row, sheet, t));
    handed(rows.length);
  }
  await connection.query('close lines');
}

/** Codes as words. The word of a measure has no unit, because the column states it. */
const worded = (row: Row, { columns }: Sheet, t: TFunction): Row => ({
  ...row,
  ...Object.fromEntries(
    columns.flatMap(({ key, words }) => (words && row[key] ? [[key, t(definedKey(words(row[key])), { unit: '' }).trim()]] : [])),
  ),
});
