import type { TFunction } from 'i18next';
import { type RawBuilder, sql } from 'kysely';
import { cellWords } from '#common/files/cell-words.ts';
import type { ExportLine } from '#common/files/export-input.ts';
import { daysText } from '#common/format/days-text.ts';
import { createFormatter } from '#common/format/formatter.ts';
import { definedKey } from '#common/texts/keys.ts';
import type { Language } from '#contract/kinds.ts';
import type { SavedFilters } from '#contract/operations/blanks.ts';
import { reportNamed } from '#contract/reports/index.ts';
import type { ReportData } from '#contract/reports/shape.ts';
import { MAX_SHARED_ROWS, type SharedReport } from '#contract/reports/shared-report.ts';
import { BOARD_SHARE } from '#contract/reports/shares.ts';
import type { Conventions } from '#contract/words.ts';
import type { PublicContext, Services } from '#server/platform/context.ts';
import { notFound } from '#server/platform/errors.ts';
import { countAttempt, countedFrom, type Policy } from '#server/platform/limiter.ts';
import { recordActivity } from '#server/platform/resource/history.ts';
import { textsOf } from '#server/platform/runtime/texts.ts';
import { transact } from '#server/platform/transact.ts';
import { contextOfAuthor } from '#server/reports/kit/author.ts';
import { makeNamed, type Servers } from '#server/reports/kit/endpoints.ts';
import { stopReason } from '#server/reports/subscriptions/active-subscriptions.ts';
import { filterLines } from '#server/reports/subscriptions/filter-names.ts';
import { dbOf, type Owner, prefixOf } from '#server/reports/subscriptions/owner.ts';
import { type Share, shareOf } from './seal.ts';

const BY_ADDRESS: Policy = { free: 60, window: 60 };
const BY_SHARE: Policy = { free: 30, window: 60 };

/** The author of a share, with the rights that apply, and its subject. */
interface Shared extends Pick<Conventions, 'units' | 'clock'> {
  /** The client's name, or the person's. */
  sender: string;
  account: number;
  report: string;
  filters: SavedFilters;
}

/** A shared report's figures, and the lines that describe them, before and after the days. */
interface MadeShared {
  label: string;
  data: ReportData;
  count: number;
  about: readonly ExportLine[];
  more: readonly ExportLine[];
}
export type MakeShared = (
  services: Services,
  owner: number,
  shared: Shared,
  reader: { language: Language; t: TFunction },
) => Promise<MadeShared>;
/** A shared board's name, tiles and figures. */
export type MakeSharedBoard = (
  services: Services,
  client: number,
  shared: Shared,
  reader: { language: Language; t: TFunction },
) => Promise<Pick<NonNullable<SharedReport['board']>, 'title' | 'tiles' | 'figures'>>;
export type MakersOfShared = Record<Owner['kind'], MakeShared> & { board: MakeSharedBoard };

interface Found extends Shared {
  id: number | null;
  author_name: string;
  until: string | null;
  open: boolean;
}

const AUTHOR = sql`coalesce(nullif(trim(a.first_name || ' ' || a.last_name), ''), a.email)`;
const OPEN = (now: Date) => sql`coalesce(s.expires_at > ${now.toISOString()}, false) as open`;

/** The author of a share; a person's share names no client. */
const FINDS: Record<Owner['kind'], (share: Share, now: Date) => RawBuilder<Found>> = {
  client: ({ owner, id }, now) => sql`
    select c.company_name as sender, s.id, s.account_id as account, s.report, s.filters, s.until, ${OPEN(now)},
      coalesce(a.units, c.units) as units, coalesce(a.clock, c.clock) as clock, ${AUTHOR} as author_name
    from client c left join report_share s on s.client_id = c.id and s.id = ${id}::bigint left join account a on a.id = s.account_id
    where c.id = ${owner.id}::bigint and not c.locked`,
  person: ({ owner, id }, now) => sql`
    select ${AUTHOR} as sender, s.id, s.account_id as account, s.report, s.filters, s.until, ${OPEN(now)},
      coalesce(a.units, 'kg') as units, coalesce(a.clock, '24') as clock, ${AUTHOR} as author_name
    from account a left join person_share s on s.account_id = a.id and s.id = ${id}::bigint
    where a.id = ${owner.id}::bigint and not a.locked and not a.deleted`,
};

/** The contents of a shared report's page, in the reader's language; after its end only the author. 404 if there was no such share. */
export async function lookAtShare(
  { services, ip, log }: PublicContext,
  makers: MakersOfShared,
  secret: string,
  language: Language,
): Promise<SharedReport> {
  await countAttempt(services, countedFrom('shared report', ip, BY_ADDRESS));
  const share = shareOf(services, secret);
  const { rows } = share ? await FINDS[share.owner.kind](share, services.now()).execute(services.database.acrossClients()) : { rows: [] };
  const [found] = rows;
  if (!share || !found) throw notFound();
  const { sender: client_name, until } = found;
  if (!found.open) return { client_name, until, report: null, board: null };
  const { owner, id } = share;
  await countAttempt(services, [{ key: `shared report ${prefixOf(owner)}${owner.id}:${id}`, policy: BY_SHARE }]);
  try {
    const isBoard = owner.kind === 'client' && found.report === BOARD_SHARE;
    const board = isBoard ? await makeSharedPage(services, makers.board, owner.id, found, language) : null;
    const report = isBoard ? null : await makeReport(services, makers[owner.kind], owner.id, found, language);
    await noteOpened(services, ip, share, found.report);
    return { client_name, until, report, board };
  } catch (error) {
    // The author may no longer see the report, or it can't be made any longer: the reader sees that the share has ended.
    const reason = stopReason(error);
    if (!reason) throw error;
    log.info({ share, reason }, 'a shared report has ended');
    return { client_name, until, report: null, board: null };
  }
}

async function makeReport(
  services: Services,
  make: MakeShared,
  owner: number,
  found: Found,
  language: Language,
): Promise<SharedReport['report']> {
  const { author_name, units, clock } = found;
  const t = await textsOf(language);
  const { label, data, count, about, more } = await make(services, owner, found, { language, t });
  const { timezone, currency } = data;
  const { planned_on_after: after = '', planned_on_before: before = '' } = data.filters;
  const format = createFormatter({ language, units, clock, timezone, currency, labels: cellWords(t) });
  return {
    title: t(definedKey(label)),
    author_name,
    lines: [...about, { label: t('reports:filter.period'), value: daysText({ after, before }, format) }, ...more],
    units,
    clock,
    count,
    data: { ...data, rows: data.rows.slice(0, MAX_SHARED_ROWS) },
  };
}

async function makeSharedPage(
  services: Services,
  make: MakeSharedBoard,
  client: number,
  found: Found,
  language: Language,
): Promise<SharedReport['board']> {
  const { author_name, units, clock, sender } = found;
  const t = await textsOf(language);
  const board = await make(services, client, found, { language, t });
  const { planned_on_after: after = '', planned_on_before: before = '' } = board.figures.filters;
  const format = createFormatter({ language, units, clock, timezone: 'UTC', currency: 'UAH', labels: cellWords(t) });
  const lines = [
    { label: t('reports:filter.client'), value: sender },
    { label: t('reports:filter.period'), value: daysText({ after, before }, format) },
  ];
  return { ...board, author_name, units, clock, lines };
}

/** Makes what a client's people share, with the rights of who shared it. */
export const makesShared =
  (servers: Servers): MakeShared =>
  async (services, client, { account, report, filters, sender }, { language, t }) => {
    const context = await contextOfAuthor(services, { account, client, client_locked: false, language });
    const definition = reportNamed(report);
    if (!definition) throw notFound();
    const { data, count } = await makeNamed(context, servers, report, { ...filters, language });
    return {
      label: definition.label,
      data,
      count,
      about: [{ label: t('reports:filter.client'), value: sender }],
      more: await filterLines(context, definition, data, t),
    };
  };

async function noteOpened(services: Services, ip: string, { owner, id }: Share, name: string): Promise<void> {
  const at = services.now().toISOString();
  const client = owner.kind === 'client' ? owner.id : null;
  await transact(dbOf(services, owner), async (tx) => {
    await (client === null
      ? sql`update person_share set opened_at = ${at} where id = ${id}`
      : sql`update report_share set opened_at = ${at} where client_id = ${client} and id = ${id}`
    ).execute(tx);
    const resource = client === null ? 'view_shares' : 'shares';
    await recordActivity(tx, { id: null, name: `link: ${name}`, ip, client }, 'fetch', resource, id);
  });
}
