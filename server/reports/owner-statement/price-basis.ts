import { sql } from 'kysely';
import { SWITCHES } from '#contract/reports/switches.ts';
import { invalid } from '#server/platform/errors.ts';
import type { ReportScope } from '#server/reports/sql/scope.ts';

type PriceBasis = (typeof SWITCHES.price_basis)[number];

/** The price basis of the filter, else that of the form template, else the price of the moment. 400 at `blank` unless it is a template of the farm. */
export async function readPriceBasis({ client, db, farmIds, filters }: ReportScope): Promise<PriceBasis> {
  const [initial] = SWITCHES.price_basis;
  const [asked = initial] = filters.price_basis ?? [];
  const [blank, another] = filters.blank ?? [];
  if (blank === undefined) return asked;
  const { rows } = await sql<{ basis: PriceBasis | null }>`
    select template ->> 'price_basis' as basis from additional_report
    where client_id = ${client} and id = ${blank} and farm_id = any(${farmIds}) and kind = 'blank' and report_type = 'owner_statement'`.execute(
    db,
  );
  if (!rows[0] || another !== undefined) throw invalid('blank', 'invalid_value');
  return asked === initial ? (rows[0].basis ?? initial) : asked;
}
