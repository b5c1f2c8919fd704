import { addDays } from '#contract/days.ts';
import { HomeBoard, TREND_DAYS } from '#contract/reports/home.ts';
import { ALERT_CODES } from '#contract/reports/signal-words.ts';
import { one } from '#contract/resource.ts';
import { DEFAULT_MODULE } from '#contract/rights.ts';
import { type Context, inClient } from '#server/platform/context.ts';
import { endpoint } from '#server/platform/http/endpoint.ts';
import { type VisibleClient, visibleClients } from '#server/platform/resource/visible-to.ts';
import { comparedFarms } from '#server/reports/compare/query.ts';
import { type HomeScope, homeScope } from '#server/reports/home/scope.ts';
import { findProblems } from '#server/reports/home/wrong.ts';
import { reportTurns } from '#server/reports/kit/endpoints.ts';
import { daysOfStock } from '#server/reports/sql/days-of-stock.ts';
import { fedSums } from '#server/reports/sql/fed-sums.ts';
import { demandSeveral, inTurns } from './query.ts';

const figure = (value: unknown) => (typeof value === 'number' ? value : null);

type BoardRow = HomeBoard['rows'][number];

/** The comparison of farms over the last seven finished days, or of today if only today has records: a new client has no finished day. */
async function compareDays(home: HomeScope) {
  const week = home.ask('compare', home.week);
  const { all } = await comparedFarms(week.scope);
  if (Number(all.head_days) > 0) return { compared: week, all };
  const today = addDays(home.yesterday, 1);
  const compared = home.ask('compare', { after: today, before: today });
  const begun = (await comparedFarms(compared.scope)).all;
  return Number(begun.head_days) > 0 ? { compared, all: begun } : { compared: week, all };
}

/** One client as its own people see it: by its prices, in its currency, over all of its farms. */
async function readBoardRow(context: Context, { id, name, currency }: VisibleClient): Promise<BoardRow> {
  const home = await homeScope(await inClient(context, id, undefined));
  const { scope } = home.ask('compare', home.week);
  const trend = { ...scope, from: addDays(scope.to, 1 - 2 * TREND_DAYS) };
  const [{ compared, all }, stock, { alerts, not_recorded, ...wrong }, byDay] = await Promise.all([
    compareDays(home),
    daysOfStock(scope),
    findProblems(home),
    fedSums(trend, ['day']),
  ]);
  const { scope: _, ...source } = compared;
  const [worst = null] = ALERT_CODES.flatMap((code) => alerts.filter((alert) => alert.code === code));
  return {
    client: id,
    client_name: name,
    currency,
    recorded: Number(all.head_days) > 0,
    cost_per_dry_matter: all.cost_per_dry_matter,
    loading_accuracy: figure(all.loading_accuracy),
    leftovers_percent: figure(all.leftovers_percent),
    days_of_stock: stock.get(0) ?? null,
    days: byDay.flatMap(({ day, cost_per_head: value }) => (typeof value === 'number' ? [{ day: String(day), value }] : [])),
    ...source,
    signals: alerts.length + (not_recorded ? 1 : 0),
    worst: worst && { code: worst.code, count: worst.count },
    wrong,
  };
}

/** Sorts clients without records first, then by the gravest alert, then by the number of alerts. */
function byGravity(rows: readonly BoardRow[]): BoardRow[] {
  const gravity = ({ worst }: BoardRow) => (worst ? ALERT_CODES.indexOf(worst.code) : ALERT_CODES.length);
  return rows.toSorted((a, b) => Number(a.recorded) - Number(b.recorded) || gravity(a) - gravity(b) || b.signals - a.signals);
}

export const boardEndpoint = endpoint({
  method: 'get',
  path: '/dashboard/board',
  summary: 'The clients of who works for several: what feeding costs each, and what is wrong there',
  scope: 'account',
  need: { item: 'dashboard', action: 'view' },
  response: one(HomeBoard),
  costly: true,
  handle: async (context) => {
    demandSeveral(context);
    const clients = await visibleClients(context, DEFAULT_MODULE);
    const rows = await inTurns(clients, (client) => reportTurns.short.during(client.id, () => readBoardRow(context, client)));
    return { data: { rows: byGravity(rows) } };
  },
});
