import type { z } from 'zod';
import { isSameName } from '#common/files/incoming/keys.ts';
import type { DeliveryLine, PricePer } from '#contract/operations/delivery-documents.ts';
import { packedBody } from '#src/domain/stock/packs.ts';

/** A line while it is typed; any value may still be missing. */
export interface LineValues {
  id?: number | undefined;
  ingredient: number | null;
  value: number | null;
  /** The packs of the weight; null in kilograms. */
  pack: string | null;
  packs: number | null;
  price_given: number | null;
  price_per: PricePer;
  dry_matter: number | null;
  lot: string;
  note: string;
  order: number | null;
}

interface Feed {
  id: number;
  name: string;
}

const IN_KILOGRAMS = { pack: null, packs: null };

export const emptyLine = (price_per: PricePer = 'kg'): LineValues => ({
  ingredient: null,
  value: null,
  ...IN_KILOGRAMS,
  price_given: null,
  price_per,
  dry_matter: null,
  lot: '',
  note: '',
  order: null,
});

const isEmpty = ({ ingredient, value, price_given }: LineValues) => ingredient === null && value === null && price_given === null;

/** Fields in which an empty value means none. */
const MAY_BE_NONE = new Set(['dry_matter', 'order']);

/** Lines to send, without empty ones; the server reports missing values at their fields. */
export const linesToSend = (lines: readonly LineValues[]): Partial<z.input<typeof DeliveryLine>>[] =>
  lines
    .filter((line) => !isEmpty(line))
    .map((line) =>
      Object.fromEntries(Object.entries(packedBody(line, 'value')).filter(([key, value]) => value !== null || MAY_BE_NONE.has(key))),
    );

/** Gives a line another feed, which has packs and orders of its own. */
export const ofFeed = ({ value, packs }: LineValues, ingredient: number | null): Partial<LineValues> => ({
  ...{ ingredient, order: null },
  ...(packs === null ? { value } : { value: null, ...IN_KILOGRAMS }),
});

/** Assigns a line to an order or to none; a price that nobody typed is taken from the order. */
export const ofOrder = (line: LineValues, order: { id: number; price: number } | null): Partial<LineValues> => ({
  order: order?.id ?? null,
  ...(order && line.price_given === null && { price_given: order.price, price_per: 'kg' as const }),
});

/** Removes the orders, which belong to one supplier. */
export const withoutOrders = (lines: readonly LineValues[]): LineValues[] => lines.map((line) => ({ ...line, order: null }));

const cents = (money: number) => Math.round(money * 100) / 100;

/** Amount of a line as on the document; null if it can't be calculated yet. */
export function amountOf({ value, price_given, price_per }: LineValues): number | null {
  if (price_given === null) return null;
  if (price_per === 'sum') return cents(price_given);
  return value === null ? null : cents((value * price_given) / (price_per === 'tonne' ? 1000 : 1));
}

/** Sums of the lines, and their differences from scales and document; null without a value or difference. */
export function sumsOf(
  lines: readonly LineValues[],
  head: { vat: number | null; gross: number | null; tare: number | null; paper: number | null },
) {
  const weight = Math.round(lines.reduce((sum, { value }) => sum + (value ?? 0), 0) * 1000) / 1000;
  const net = cents(lines.reduce((sum, line) => sum + (amountOf(line) ?? 0), 0));
  const vat = cents((net * (head.vat ?? 0)) / 100);
  const total = cents(net + vat);
  const scales = head.gross === null ? null : Math.round((head.gross - (head.tare ?? 0)) * 1000) / 1000;
  return {
    weight,
    net,
    vat,
    total,
    scales,
    weightOff: scales === null || scales === weight ? null : Math.round((weight - scales) * 1000) / 1000,
    totalOff: head.paper === null || head.paper === total ? null : cents(total - head.paper),
  };
}

/** Reads both `1 234,5` and `1,234.5`; null if it isn't a number. */
export function numberIn(cell: string): number | null {
  const text = cell.replaceAll(/[\s\u00a0\u202f’']/g, '');
  const plain = /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text.replace(',', '.');
  return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : null;
}

/** Converts rows of a spreadsheet to lines: a feed's name, then weight and price if present. Null if the text has no rows. */
export function pastedLines(text: string, feeds: readonly Feed[], toKg: (typed: number) => number): Partial<LineValues>[] | null {
  const rows = text.replace(/\r?\n$/, '').split(/\r?\n/);
  if (rows.length === 1 && !text.includes('\t')) return null;
  return rows
    .map((row) => row.split('\t'))
    .filter((cells) => cells.some((cell) => cell.trim() !== ''))
    .map((cells) => {
      const named = cells.findIndex((cell) => feeds.some(({ name }) => isSameName(name, cell)));
      const feed = feeds.find(({ name }) => isSameName(name, cells[named] ?? ''));
      const [value, price] = cells
        .filter((_, at) => at !== named)
        .map(numberIn)
        .filter((number) => number !== null);
      return {
        ...(feed ? { ingredient: feed.id } : {}),
        ...(value === undefined ? {} : { value: Math.round(toKg(value) * 1000) / 1000 }),
        ...(price === undefined ? {} : { price_given: price }),
      };
    });
}

/** Inserts pasted lines at a position: the line there takes the first pasted one, the others follow. */
export function pasteLines(lines: readonly LineValues[], at: number, pasted: readonly Partial<LineValues>[]): LineValues[] {
  const next = [...lines];
  pasted.forEach((line, index) => {
    const old = next[at + index] ?? emptyLine(lines[at]?.price_per);
    next[at + index] = { ...old, ...(line.ingredient !== undefined || line.value !== undefined ? IN_KILOGRAMS : {}), ...line };
  });
  return next;
}
