import { sql } from 'kysely';
import { instantAt, todayIn } from '#common/format/clock.ts';
import { addDays } from '#contract/days.ts';
import { BOARD_SHARE, MAX_SHARE_DAYS, shares } from '#contract/reports/shares.ts';
import { accountOf } from '#server/platform/auth/principal.ts';
import { may } from '#server/platform/context.ts';
import { invalid } from '#server/platform/errors.ts';
import { asJson } from '#server/platform/resource/as-json.ts';
import { oneByOne } from '#server/platform/resource/change.ts';
import type { TableOf } from '#server/platform/resource/table.ts';
import { judgeBoard } from '#server/reports/boards/shared-board.ts';
import { judgeNamed } from '#server/reports/kit/endpoints.ts';
import { ofClient } from '#server/reports/subscriptions/owner.ts';
import { urlOf } from './seal.ts';

/** Everybody sees and ends their own; who keeps the client's saved filters, those of all. */
export const shareTable: TableOf<typeof shares, 'report_share'> = {
  contract: shares,
  table: 'report_share',
  joins: 'join account on account.id = t.account_id',
  fields: {
    url: null,
    author: 't.account_id',
    author_name: `coalesce(nullif(trim(account.first_name || ' ' || account.last_name), ''), account.email)`,
  },
  columns: { filters: null },
  visibleTo: (context) => (may(context, 'filters', 'change') ? sql`true` : sql`t.account_id = ${context.principal.id}`),
  order: 't.id desc',
  remove: 'hard',
  title: (row) => row.report,
  historic: ({ url: _, opened_at: _o, ...row }) => row,
  prepare: oneByOne(async (_tx, context, { input, after }) => {
    const { timezone } =
      after.report === BOARD_SHARE ? await judgeBoard(context, after.filters) : await judgeNamed(context, after.report, after.filters);
    const today = todayIn(timezone, context.services.now());
    if (after.until < today) throw invalid('until', 'min_val', { limit: today });
    const last = addDays(today, MAX_SHARE_DAYS);
    if (after.until > last) throw invalid('until', 'too_large', { limit: last });
    return {
      account_id: accountOf(context.principal).id,
      expires_at: instantAt(addDays(after.until, 1), '00:00', timezone).toISOString(),
      ...(input.filters === undefined ? {} : { filters: asJson(input.filters) }),
    };
  }),
  attachNested: async (_db, rows, { client, services }) =>
    rows.map((row) => ({ ...row, url: urlOf(services, { owner: ofClient(client), id: row.id }) })),
};
