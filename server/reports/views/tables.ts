import { sql } from 'kysely';
import { instantAt, todayIn } from '#common/format/clock.ts';
import { addDays } from '#contract/days.ts';
import { DEFAULT_TIMEZONE, Id } from '#contract/kinds.ts';
import type { SavedFilters } from '#contract/operations/blanks.ts';
import { MAX_SHARE_DAYS } from '#contract/reports/shares.ts';
import { viewShares, views } from '#contract/reports/views.ts';
import type { RowOf } from '#contract/resource.ts';
import { DEFAULT_MODULE } from '#contract/rights.ts';
import { demandSavedDays } from '#server/domain/saved-days.ts';
import { accountOf } from '#server/platform/auth/principal.ts';
import type { ClientContext, Context } from '#server/platform/context.ts';
import { fromZod, invalid } from '#server/platform/errors.ts';
import { oneByOne } from '#server/platform/resource/change.ts';
import type { AnyRow, TableOf } from '#server/platform/resource/table.ts';
import { visibleClients } from '#server/platform/resource/visible-to.ts';
import { CompareQuery, demandSeveral } from '#server/reports/compare-clients/query.ts';
import { urlOf } from '#server/reports/shares/seal.ts';
import { ofPerson } from '#server/reports/subscriptions/owner.ts';

/** Everybody's own, and nobody else's: an access key has none. */
export const ownOnly = ({ principal }: ClientContext) => sql`t.account_id = ${principal.id}::bigint`;

/** The account whose it is to be; 403 unless they work for several clients. */
export function authorOf(context: Context): number {
  demandSeveral(context);
  return accountOf(context.principal).id;
}

/**
 * 400 at a filter that the report refuses or that names a client not visible to the caller. `days` are the days of views without their own.
 */
async function demandFilters(context: Context, filters: SavedFilters, days: SavedFilters = {}): Promise<void> {
  const read = CompareQuery.safeParse({ ...days, ...filters });
  if (!read.success) throw fromZod(read.error, filters);
  await visibleClients(context, DEFAULT_MODULE, read.data.client ?? []);
}

const listClients = ({ filters }: AnyRow): number[] => [filters.client ?? []].flat().map(Number);

export const viewTable: TableOf<typeof views, 'person_view'> = {
  contract: views,
  table: 'person_view',
  installation: true,
  fields: { left_out: null },
  columns: { filters: null },
  visibleTo: ownOnly,
  search: ['t.name'],
  order: 't.name',
  remove: 'hard',
  prepare: oneByOne(async (_tx, context, { input, after }) => {
    const account = authorOf(context);
    if (input.filters !== undefined) {
      demandSavedDays(after.report_type, after.filters);
      const today = todayIn(DEFAULT_TIMEZONE, context.services.now());
      await demandFilters(context, after.filters, { planned_on_after: today, planned_on_before: today });
    }
    return { account_id: account, ...(input.filters === undefined ? {} : { filters: JSON.stringify(input.filters) }) };
  }),
  attachNested: async (_db, rows, context) => {
    if (rows.length === 0) return rows;
    const known = new Set((await visibleClients(context, DEFAULT_MODULE)).map(({ id }) => id));
    return rows.map((row) => {
      const requested = listClients(row);
      const client = requested.filter((id) => known.has(id));
      // None left isn't all of them.
      const filters = client.length > 0 ? { ...row.filters, client: client.map(String) } : row.filters;
      return { ...row, filters, left_out: requested.length - client.length };
    });
  },
};

export const viewShareTable: TableOf<typeof viewShares, 'person_share'> = {
  contract: viewShares,
  table: 'person_share',
  installation: true,
  fields: { url: null },
  columns: { filters: null },
  visibleTo: ownOnly,
  order: 't.id desc',
  remove: 'hard',
  title: (row) => row.report,
  prepare: oneByOne(async (_tx, context, { input, after }) => {
    const account = authorOf(context);
    const next = after as RowOf<typeof viewShares>;
    if (input.filters !== undefined) await demandFilters(context, next.filters);
    const today = todayIn(DEFAULT_TIMEZONE, context.services.now());
    if (next.until < today) throw invalid('until', 'min_val', { limit: today });
    const last = addDays(today, MAX_SHARE_DAYS);
    if (next.until > last) throw invalid('until', 'too_large', { limit: last });
    return {
      account_id: account,
      expires_at: instantAt(addDays(next.until, 1), '00:00', DEFAULT_TIMEZONE).toISOString(),
      ...(input.filters === undefined ? {} : { filters: JSON.stringify(input.filters) }),
    };
  }),
  attachNested: async (_db, rows, { principal, services }) =>
    rows.map((row) => ({ ...row, url: urlOf(services, { owner: ofPerson(Id.parse(principal.id)), id: row.id }) })),
};
