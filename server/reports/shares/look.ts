import { sql } from 'kysely';
import { cellWords } from '#common/files/cell-words.ts';
import { daysText } from '#common/format/days-text.ts';
import { createFormatter } from '#common/format/formatter.ts';
import { definedKey } from '#common/texts/keys.ts';
import type { Language } from '#contract/kinds.ts';
import type { SavedFilters } from '#contract/operations/blanks.ts';
import { reportNamed } from '#contract/reports/index.ts';
import { MAX_SHARED_ROWS, type SharedReport } from '#contract/reports/shared-report.ts';
import type { Conventions } from '#contract/words.ts';
import { type PublicContext, type Services, transact } from '#server/platform/context.ts';
import { notFound } from '#server/platform/errors.ts';
import { countAttempt, type Policy } from '#server/platform/limiter.ts';
import { recordActivity } from '#server/platform/resource/history.ts';
import { textsOf } from '#server/platform/runtime/texts.ts';
import { makeNamed, type Servers } from '#server/reports/kit/endpoints.ts';
import { stopReason } from '#server/reports/subscriptions/active-subscriptions.ts';
import { contextOfAuthor } from '#server/reports/subscriptions/content.ts';
import { filterLines } from '#server/reports/subscriptions/filter-names.ts';
import { shareOf, shareTable } from './table.ts';

const BY_ADDRESS: Policy = { free: 60, window: 60 };
const BY_SHARE: Policy = { free: 30, window: 60 };

interface Found extends Pick<Conventions, 'units' | 'clock'> {
  client_name: string;
  id: number | null;
  account: number;
  author_name: string;
  report: string;
  filters: SavedFilters;
  until: string | null;
  open: boolean;
}

async function find({ database, now }: Services, client: number, id: number): Promise<Found | undefined> {
  const { rows } = await sql<Found>`
    select c.company_name as client_name, s.id, s.account_id as account, s.report, s.filters, s.until, coalesce(s.expires_at > ${now().toISOString()}, false) as open,
      coalesce(a.units, c.units) as units, coalesce(a.clock, c.clock) as clock,
      coalesce(nullif(trim(a.first_name || ' ' || a.last_name), ''), a.email) as author_name
    from client c left join report_share s on s.client_id = c.id and s.id = ${id}::bigint left join account a on a.id = s.account_id
    where c.id = ${client}::bigint and not c.locked`.execute(database.acrossClients());
  return rows[0];
}

/** What the page of a shared report shows, in the reader's language; whose it was, once it has ended; 404 when there was none. */
export async function lookAtShare(
  { services, ip, log }: PublicContext,
  servers: Servers,
  secret: string,
  language: Language,
): Promise<SharedReport> {
  await countAttempt(services, [{ key: `shared report from ${ip}`, policy: BY_ADDRESS }]);
  const share = shareOf(services, secret);
  const found = share && (await find(services, share.client, share.id));
  if (!share || !found) throw notFound();
  const { client_name, until } = found;
  if (!found.open) return { client_name, until, report: null };
  await countAttempt(services, [{ key: `shared report ${share.client}:${share.id}`, policy: BY_SHARE }]);
  try {
    const report = await reportOf(services, servers, share.client, found, language);
    await noteOpened(services, ip, share, found.report);
    return { client_name, until, report };
  } catch (error) {
    // Whoever shared it may see it no more, or it can't be made any longer: for the reader it has ended.
    const reason = stopReason(error);
    if (!reason) throw error;
    log.info({ share, reason }, 'a shared report has ended');
    return { client_name, until, report: null };
  }
}

async function reportOf(
  services: Services,
  servers: Servers,
  client: number,
  { account, author_name, client_name, report, filters, units, clock }: Found,
  language: Language,
): Promise<SharedReport['report']> {
  const context = await contextOfAuthor(services, { account, client, client_locked: false, language });
  const definition = reportNamed(report);
  if (!definition) throw notFound();
  const [{ data, count }, t] = await Promise.all([makeNamed(context, servers, report, { ...filters, language }), textsOf(language)]);
  const { timezone, currency } = data;
  const { planned_on_after: after = '', planned_on_before: before = '' } = data.filters;
  const format = createFormatter({ language, units, clock, timezone, currency, labels: cellWords(t) });
  return {
    title: t(definedKey(definition.label)),
    author_name,
    lines: [
      { label: t('reports:filter.client'), value: client_name },
      { label: t('reports:filter.period'), value: daysText({ after, before }, format) },
      ...(await filterLines(context.db, client, definition, data, t)),
    ],
    units,
    clock,
    count,
    data: { ...data, rows: data.rows.slice(0, MAX_SHARED_ROWS) },
  };
}

async function noteOpened(services: Services, ip: string, { client, id }: { client: number; id: number }, name: string): Promise<void> {
  const at = services.now().toISOString();
  await transact(services.database.forClient(client), async (tx) => {
    await sql`update report_share set opened_at = ${at} where client_id = ${client} and id = ${id}`.execute(tx);
    await recordActivity(tx, { id: null, name: `link: ${name}`, ip, client }, 'fetch', shareTable.contract.id, id);
  });
}
