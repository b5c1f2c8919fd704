import { z } from 'zod';
import { Language } from '#contract/kinds.ts';
import { FilterOption } from '#contract/options.ts';
import { compareClients, MAX_COMPARED_CLIENTS } from '#contract/reports/compare-clients.ts';
import { comparedMilk } from '#contract/reports/iofc-view.ts';
import { MAX_NOTE_ITEMS, type Note, REPORT_FILTERS, type ReportData, type ReportFilters } from '#contract/reports/shape.ts';
import { many } from '#contract/resource.ts';
import { DEFAULT_MODULE } from '#contract/rights.ts';
import { type Context, demand, inClient } from '#server/platform/context.ts';
import { fromZod, invalid, notPermitted } from '#server/platform/errors.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';
import { type VisibleClient, visibleClients } from '#server/platform/resource/visible-to.ts';
import { milkNotes } from '#server/reports/iofc/notes.ts';
import { MILK_FIGURE_NAMES } from '#server/reports/iofc/totals.ts';
import { dataOf } from '#server/reports/kit/answer.ts';
import { withTilesBase } from '#server/reports/kit/comparison.ts';
import { coverageOf } from '#server/reports/kit/coverage.ts';
import { notesOf } from '#server/reports/kit/notes.ts';
import { atLevel, type Made, pick } from '#server/reports/kit/report.ts';
import { ReportAnswer } from '#server/reports/kit/report-answer.ts';
import { withSwitchDefaults } from '#server/reports/kit/switch-defaults.ts';
import { feedsUsed } from '#server/reports/sql/common-prices.ts';
import { demandRange, earliest, findDaysBefore, type ReportScope, resolveScope, toPreviousScope } from '#server/reports/sql/scope.ts';
import { CLIENT_FIGURES, type ClientFigures, clientSums, commonCosts, figuresOf } from './sums.ts';

export const CompareQuery = z.object({
  client: REPORT_FILTERS.client,
  planned_on_after: REPORT_FILTERS.planned_on_after,
  planned_on_before: REPORT_FILTERS.planned_on_before,
  prices: REPORT_FILTERS.prices,
  price_basis: REPORT_FILTERS.price_basis,
});

/** So many clients are calculated at once; the rest wait, so that one reader doesn't take every connection. */
const AT_ONCE = 3;
export async function inTurns<T, R>(values: readonly T[], work: (value: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (let at = 0; at < values.length; at += AT_ONCE) done.push(...(await Promise.all(values.slice(at, at + AT_ONCE).map(work))));
  return done;
}

/** The currency of most clients; money in other currencies is left out. */
function chooseCurrency(clients: readonly VisibleClient[]): string {
  const counts = new Map<string, number>();
  for (const { currency } of clients) counts.set(currency, (counts.get(currency) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]))[0]?.[0] ?? 'UAH';
}

interface Scoped {
  client: VisibleClient;
  scope: ReportScope;
}

/** The figures without money, for clients in another currency and for totals that include them. */
const NO_MONEY = { cost: null, milk_money: null, milk_cost: null };
const NO_TOTALS = { cost: null, cost_per_head: null, cost_per_dry_matter: null, iofc_per_head: null, cost_per_milk: null };

/** Reads each client as its own tenant; only the sums of its facts are combined with others. */
async function figures(
  scoped: readonly Scoped[],
  currency: string,
  common: boolean,
): Promise<{ rows: Map<number, ClientFigures>; total: ClientFigures | undefined }> {
  const [first] = scoped;
  if (!first) return { rows: new Map(), total: undefined };
  const read = await inTurns(scoped, async ({ client, scope }) => {
    const own = client.currency === currency;
    const [sums, used] = await Promise.all([clientSums(scope), common && own ? feedsUsed(scope) : []]);
    return {
      sums: { ...sums, ...(own ? {} : NO_MONEY), client: client.id },
      used: used.map((feed) => ({ ...feed, client: client.id })),
    };
  });
  const { db } = first.scope;
  const listed = common
    ? await commonCosts(
        db,
        read.flatMap(({ used }) => used),
      )
    : null;
  const sums = read.map((one) => (listed ? { ...one.sums, cost: listed.get(one.sums.client) ?? null } : one.sums));
  const rows = await figuresOf(db, sums);
  const [total] = atLevel(rows, 'total');
  const alike = scoped.every(({ client }) => client.currency === currency);
  return {
    rows: new Map(atLevel(rows, 'row').map((row) => [Number(row.client), row])),
    total: total && !alike ? { ...total, ...NO_TOTALS } : total,
  };
}

/** The notes of all clients, merged by kind; the client is named at each entry. Money is left out unless all of it is in one currency. */
function together(all: readonly { client: VisibleClient; notes: Note[] }[], currency: string): Note[] {
  const known = new Map<Note['code'], Note>();
  const elsewhere = new Set(all.flatMap(({ client, notes }) => (client.currency === currency ? [] : notes.map(({ code }) => code))));
  for (const { client, notes } of all) {
    for (const note of notes) {
      const before = known.get(note.code);
      const items = note.items.map((item) => ({ ...item, name: `${client.name} · ${item.name}` }));
      known.set(note.code, {
        ...note,
        count: (before?.count ?? 0) + note.count,
        value: Math.round(((before?.value ?? 0) + note.value) * 1000) / 1000,
        money: Math.round(((before?.money ?? 0) + (elsewhere.has(note.code) ? 0 : note.money)) * 1e5) / 1e5,
        items: [...(before?.items ?? []), ...items].slice(0, MAX_NOTE_ITEMS),
      });
    }
  }
  return [...known.values()];
}

/** The comparison of these clients, or of all clients visible to the caller; 400 at `client` if one isn't visible. */
async function makeComparison(context: Context, query: z.output<typeof CompareQuery>): Promise<ReportData> {
  const { client: named, ...days } = query;
  demandRange(days.planned_on_after, days.planned_on_before);
  const clients = await visibleClients(context, DEFAULT_MODULE, named);
  if (clients.length > MAX_COMPARED_CLIENTS) throw invalid('client', 'too_large', { limit: MAX_COMPARED_CLIENTS });
  const filters: ReportFilters = { ...days, ...withSwitchDefaults(compareClients, days), client: clients.map(({ id }) => id) };
  const scoped = await inTurns(clients, async (client) => ({
    client,
    scope: await resolveScope(await inClient(context, client.id, undefined), { ...filters, ...days }),
  }));
  const currency = chooseCurrency(clients);
  const common = filters.prices?.[0] === 'common';
  const [now, before, notes, coverages] = await Promise.all([
    figures(scoped, currency, common),
    figures(
      scoped.map(({ client, scope }) => ({ client, scope: toPreviousScope(scope) })),
      currency,
      common,
    ),
    inTurns(scoped, async ({ client, scope }) => ({ client, notes: await notesOf(scope) })),
    inTurns(scoped, ({ scope }) => coverageOf('feedings', scope, toPreviousScope(scope))),
  ]);
  const rows = scoped.flatMap(({ client, scope }) => {
    const row = now.rows.get(client.id);
    const { id, name, currency } = client;
    const known = { id, client_id: id, client: name, client_name: name, farms: scope.farms.length, currency };
    return row ? [{ ...known, ...pick(row, CLIENT_FIGURES) }] : [];
  });
  const byClient = <K extends (typeof CLIENT_FIGURES)[number]>(key: K) =>
    rows.filter((row) => row[key] !== null).map((row) => pick(row, ['client', 'client_id', key]));
  const milked = scoped.filter(({ client }) => MILK_FIGURE_NAMES.some((name) => now.rows.get(client.id)?.[name] != null));
  const made: Made<typeof compareClients> = {
    rows,
    // The columns of milk are left out if nobody has milk.
    columns: milked.length > 0 ? [...comparedMilk(common)] : [],
    totals: { ...pick(now.total, CLIENT_FIGURES), farms: scoped.reduce((sum, { scope }) => sum + scope.farms.length, 0) },
    tiles: pick(now.total, CLIENT_FIGURES),
    previous: pick(before.total, CLIENT_FIGURES),
    series: {
      cost_per_dry_matter_by_farm: byClient('cost_per_dry_matter'),
      cost_per_head_by_farm: byClient('cost_per_head'),
      accuracy_by_farm: byClient('loading_accuracy'),
    },
  };
  const around = {
    filters,
    from: days.planned_on_after,
    to: days.planned_on_before,
    timezone: 'UTC',
    currency,
    lockedUntil: earliest(scoped.map(({ scope }) => scope.lockedUntil)),
    farms: [],
  };
  const mixed = clients.some((client) => client.currency !== currency);
  const columns = compareClients.columns.map((column) => (column.key === 'currency' ? { ...column, hidden: !mixed } : column));
  const ofMilk = await inTurns(milked, async ({ client, scope }) => ({ client, notes: await milkNotes(scope) }));
  const all = together([...notes, ...ofMilk], currency);
  const data = dataOf({ ...compareClients, columns }, compareClients.id, around, made, all, context.services.now());
  const { from, to } = findDaysBefore({ from: days.planned_on_after, to: days.planned_on_before });
  const coverage = {
    days: coverages.reduce((sum, { days: counted }) => sum + counted, 0),
    daysWithFacts: coverages.reduce((sum, { daysWithFacts }) => sum + daysWithFacts, 0),
  };
  return withTilesBase(data, { from, to, coverage });
}

const common = { method: 'get', scope: 'account', need: { item: compareClients.permission, action: 'view' } } as const;

/** 403 unless the caller works for several clients. */
export const demandSeveral = ({ principal }: Context) => {
  if (principal.client !== null) throw notPermitted();
};

/** The stored comparison. Clients that its author no longer works for are left out, and counted. 403 if none is left. */
export async function makeKept(context: Context, query: object): Promise<{ data: ReportData; clients: VisibleClient[]; leftOut: number }> {
  demandSeveral(context);
  demand(context, compareClients.permission, 'view');
  const read = CompareQuery.safeParse(query);
  if (!read.success) throw fromZod(read.error, query);
  const requested = read.data.client ?? [];
  const all = await visibleClients(context, DEFAULT_MODULE);
  const clients = requested.length > 0 ? all.filter(({ id }) => requested.includes(id)) : all;
  if (clients.length === 0) throw notPermitted();
  const data = await makeComparison(context, { ...read.data, client: requested.length > 0 ? clients.map(({ id }) => id) : [] });
  return { data, clients, leftOut: requested.length > 0 ? requested.length - clients.length : 0 };
}

/** The clients that the comparison can be filtered by. */
const compareOptionsEndpoint = endpoint({
  ...common,
  path: `/${compareClients.address}/options`,
  summary: 'What a filter of the comparison of clients offers',
  query: z.object({ filter: z.literal('client') }),
  response: many(FilterOption),
  handle: async (context) => {
    demandSeveral(context);
    const clients = await visibleClients(context, DEFAULT_MODULE);
    return { data: clients.map(({ id, name }) => ({ id, name })), count: clients.length };
  },
});

/** For those who work for several clients: it asks for them by name, one tenant after the other. */
const compareEndpoint = endpoint({
  ...common,
  path: `/${compareClients.address}`,
  summary: 'Clients beside each other, at their own prices or at one price list',
  // As every report: the language of the screen.
  query: CompareQuery.extend({ language: Language.optional() }),
  response: ReportAnswer,
  handle: async (context, { query: { language: _, ...query } }) => {
    demandSeveral(context);
    const data = await makeComparison(context, query);
    return { data, count: data.rows.length };
  },
});

export const compareClientsEndpoints: Endpoint[] = [compareEndpoint, compareOptionsEndpoint];
