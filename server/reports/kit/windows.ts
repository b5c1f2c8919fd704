import { LRUCache } from 'lru-cache';
import { inOrder, type OrderKey } from '#common/format/order.ts';
import { wordOf } from '#common/format/word-of.ts';
import type { Language } from '#contract/kinds.ts';
import type { Cell, Column, ReportData, Row } from '#contract/reports/shape.ts';
import type { ReportWindow } from '#contract/reports/window.ts';
import { invalid } from '#server/platform/errors.ts';
import { textsOf } from '#server/platform/runtime/texts.ts';

/** Maximum number of rows kept of all responses, about 100 MB. */
const KEPT_ROWS = 150_000;
const KEPT_MS = 600_000;

interface Answered {
  data: ReportData;
  count: number;
}

interface Kept extends Answered {
  /** The rows in the last requested order. */
  ordered?: { by: string; rows: Row[] };
}

/**
 * Responses in windows. A response with more rows than a window is cached for a while, so that later windows show the same moment. A
 * response without `as_of` is always computed again. `question` contains everything that a response depends on, including the caller's
 * farms.
 */
export function reportWindows() {
  const kept = new LRUCache<string, Kept>({
    maxSize: KEPT_ROWS,
    sizeCalculation: ({ data }) => Math.max(data.rows.length, 1),
    ttl: KEPT_MS,
    ttlAutopurge: true,
  });
  const toCacheKey = (question: string, moment: string) => `${moment} ${question}`;

  return async (question: string, window: ReportWindow, language: Language, make: () => Promise<Answered>): Promise<Answered> => {
    const { page, page_size: size, ordering, as_of } = window;
    const answer: Kept = (as_of === undefined ? undefined : kept.get(toCacheKey(question, as_of))) ?? (await make());
    const rows = ordering ? await rowsBy(answer, ordering, language) : answer.data.rows;
    if (size === undefined) return { ...answer, data: { ...answer.data, rows } };
    if (rows.length > size) kept.set(toCacheKey(question, answer.data.generated_at), answer);
    return { count: answer.count, data: { ...answer.data, rows: rows.slice((page - 1) * size, page * size) } };
  };
}

async function rowsBy(answer: Kept, ordering: string, language: Language): Promise<Row[]> {
  const by = `${language} ${ordering}`;
  if (answer.ordered?.by !== by) {
    const rows = inOrder(answer.data.rows, await readOrderKeys(answer.data.columns, ordering, language), language);
    answer.ordered = { by, rows };
  }
  return answer.ordered.rows;
}

/** 400 at `ordering` if it contains an unknown column. */
async function readOrderKeys(columns: readonly Column[], ordering: string, language: Language): Promise<OrderKey[]> {
  const named = ordering.split(',').map((name) => {
    const key = name.replace(/^-/, '');
    const column = columns.find((one) => one.key === key);
    if (!column) throw invalid('ordering', 'invalid_value');
    return { key, downwards: name.startsWith('-'), texts: column.texts, empty: column.empty };
  });
  if (!named.some(({ texts, empty }) => texts || empty)) return named;
  const t = await textsOf(language);
  return named.map(({ texts, empty, ...key }) =>
    texts || empty ? { ...key, wordOf: (cell: Cell) => wordOf({ texts, empty }, cell, t) } : key,
  );
}
