import { type RawBuilder, sql } from 'kysely';
import { round } from '#common/format/decimal.ts';
import type { ImportUnusual } from '#contract/imports.ts';
import { isByHead, type RationBasis } from '#contract/operations/ration-items.ts';
import type { rations } from '#contract/operations/rations.ts';
import type { Tx } from '#server/db/database.ts';
import type { ClientContext } from '#server/platform/context.ts';
import type { FileChange, Importable, PartFigure } from '#server/platform/resource/import/importable.ts';
import { findUnusualParts } from '#server/platform/resource/import/unusual-parts.ts';
import type { AnyRow } from '#server/platform/resource/table.ts';
import { saysSameParts } from './items.ts';
import { rationTable } from './table.ts';

/** Stored amounts of feeds by basis. */
const storedAmounts = ({ client }: ClientContext): RawBuilder<unknown> => sql`
  select concat_ws(' ', r.basis, p.ingredient_id), coalesce(p.amount, p.percent), r.id
  from ration_item p join ration r on r.client_id = p.client_id and r.id = p.ration_id
  where p.client_id = ${client} and not r.deleted`;

/** Kilograms per head, or the share, of a feed in a ration: compared with those of the feed in rations of the same basis. */
const amount: PartFigure = {
  list: 'items',
  figure: 'amount',
  toKey: ({ ingredient }, { basis }) => `${basis} ${ingredient}`,
  names: ['ingredient'],
  stored: storedAmounts,
};

/** Stored kilograms per head of whole rations. Portions of plans follow: a dry kilogram is a few fresh ones at most, and far-off totals are more. */
const storedTotals = ({ client }: ClientContext): RawBuilder<unknown> => sql`
  select r.basis, sum(p.amount), r.id
  from ration r join ration_item p on p.client_id = r.client_id and p.ration_id = r.id
  where r.client_id = ${client} and not r.deleted group by r.client_id, r.id
  union all
  select b.basis, g.weight_per_head, -g.job_id
  from period_job_group g cross join (values ('head_fresh'), ('head_dry')) b (basis) where g.client_id = ${client}`;

const total: PartFigure = {
  list: 'total',
  figure: 'kg',
  toKey: ({ basis }) => basis,
  names: [],
  stored: storedTotals,
};

interface Part {
  amount: number;
}

const sumAmounts = (items: readonly Part[]) => items.reduce((sum, item) => sum + item.amount, 0);
const toTotal = ({ basis, items }: AnyRow) => ({ total: [{ basis, kg: sumAmounts(items) }] });

/** A change of the kilograms per head of a whole ration. */
function listTotals(change: FileChange): FileChange[] {
  const { before, after, input } = change;
  if (!input.items || !isByHead(after.basis as RationBasis)) return [];
  return [{ ...change, before: before && toTotal(before), after: toTotal(after), input: toTotal(after) }];
}

/** Unusual amounts of feeds, or of a whole ration: these are reported at its largest part. */
async function findUnusualAmounts(tx: Tx, context: ClientContext, changes: readonly FileChange[]): Promise<Map<number, ImportUnusual[]>> {
  const found = await findUnusualParts(tx, context, changes, [amount]);
  const totals = await findUnusualParts(tx, context, changes.flatMap(listTotals), [total]);
  for (const { at, after } of changes) {
    const [whole] = totals.get(at) ?? [];
    if (whole && !found.has(at)) found.set(at, [shareInLargest(after.items as Part[], Number(whole.usual))]);
  }
  return found;
}

/** The largest part, and its share of the usual total. */
function shareInLargest(items: readonly Part[], usualTotal: number): ImportUnusual {
  const amounts = items.map((item) => item.amount);
  const largest = Math.max(...amounts);
  const usual = round((largest * usualTotal) / sumAmounts(items), USUAL_DECIMALS);
  return { field: `items.${amounts.indexOf(largest)}.amount`, usual };
}

const USUAL_DECIMALS = 3;

export const rationImport: Importable<typeof rations> = {
  table: rationTable,
  byName: true,
  unusual: findUnusualAmounts,
  references: { water: 'ingredients' },
  parts: [{ field: 'items', references: { ingredient: 'ingredients' }, same: saysSameParts }],
};
