import { daysText } from '#common/format/days-text.ts';
import { createFormatter } from '#common/format/formatter.ts';
import type { Range } from '#contract/periods.ts';
import { BOARD_SHARE } from '#contract/reports/shares.ts';
import { demand, demandFarm, type Services } from '#server/platform/context.ts';
import { textsOf } from '#server/platform/runtime/texts.ts';
import { readSharedBoard } from '#server/reports/boards/named-board.ts';
import { contextOfAuthor, toSavedQuery } from '#server/reports/kit/author.ts';
import type { Servers } from '#server/reports/kit/endpoints.ts';
import type { ClientSubscription } from '#server/reports/subscriptions/active-subscriptions.ts';
import { type Content, contentOf, type MakeContent } from '#server/reports/subscriptions/content.ts';
import { makeBoardFile } from './board-input.ts';

/** The file of a subscribed board for these days, with the rights that its author has now. */
async function makeBoardContent(services: Services, servers: Servers, subscription: ClientSubscription, days: Range): Promise<Content> {
  const { owner, sender, farm, filters, language, units, clock } = subscription;
  const context = await contextOfAuthor(services, { ...subscription, client: owner.id });
  demand(context, 'filters', 'view');
  demandFarm(context, farm);
  const { board, bar } = await readSharedBoard(context, toSavedQuery(filters));
  const query = { ...bar, planned_on_after: days.after, planned_on_before: days.before };
  const [file, t] = await Promise.all([makeBoardFile(context, servers, board, query, { language, units, clock }), textsOf(language)]);
  const { input, fileName, farms } = file;
  const format = createFormatter({ language, units, clock, timezone: 'UTC', currency: 'UAH' });
  return {
    input,
    fileName,
    report: input.title,
    days: daysText(days, format),
    about: [
      { label: t('reports:filter.client'), value: sender },
      { label: t('reports:filter.farm'), value: farms || t('boards:all_farms') },
    ],
    place: farms,
    t,
  };
}

/** Returns a function that makes what a subscription sends: a board, or a report. */
export const createContentMaker =
  (servers: Servers): MakeContent =>
  (services, subscription, days) =>
    subscription.report_type === BOARD_SHARE
      ? makeBoardContent(services, servers, subscription, days)
      : contentOf(services, servers, subscription, days);
