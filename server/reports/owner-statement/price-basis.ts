import { sql } from 'kysely';
import { PRICE_BASES, type PriceBasis } from '#contract/words.ts';
import { invalid } from '#server/platform/errors.ts';
import type { ReportScope } from '#server/reports/sql/scope.ts';

/** The price basis of the filter, else that of the form template, else the price of the moment. 400 at `blank` unless it is a template of the farm. */
export async function readPriceBasis({ client, db, farmIds, filters }: ReportScope): Promise<PriceBasis> {
  const [initial] = PRICE_BASES;
  const [chosen = initial] = filters.price_basis ?? [];
  const [blank, another] = filters.blank ?? [];
  if (blank === undefined) return chosen;
  const { rows } = await sql<{ basis: PriceBasis | null }>`
    select template ->> 'price_basis' as basis from additional_report
    where client_id = ${client} and id = ${blank} and farm_id = any(${farmIds}) and kind = 'blank' and report_type = 'owner_statement'`.execute(
    db,
  );
  if (!rows[0] || another !== undefined) throw invalid('blank', 'invalid_value');
  return chosen === initial ? (rows[0].basis ?? initial) : chosen;
}
