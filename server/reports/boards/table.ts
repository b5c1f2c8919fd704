import { sql } from 'kysely';
import { type BoardTile, boards } from '#contract/reports/boards.ts';
import { reports } from '#contract/reports/index.ts';
import type { Tx } from '#server/db/database.ts';
import { accountOf } from '#server/platform/auth/principal.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { invalid, notPermitted } from '#server/platform/errors.ts';
import { asJson } from '#server/platform/resource/as-json.ts';
import { oneByOne } from '#server/platform/resource/change.ts';
import type { AnyRow, TableOf } from '#server/platform/resource/table.ts';

/** 400 at the first tile that names no source. A later loss of the source shows in the tile instead. */
function demandSources(tiles: readonly BoardTile[]): void {
  tiles.forEach(({ part, report, saved, key }, at) => {
    if (part === 'block') {
      if (key === '' || report !== null || saved !== null) throw invalid(`tiles.${at}.key`, 'invalid_value');
      return;
    }
    if ((report === null) === (saved === null)) throw invalid(`tiles.${at}.report`, 'invalid_value');
    if (report !== null && !(report in reports)) throw invalid(`tiles.${at}.report`, 'invalid_value');
    if ((part === 'table') !== (key === '')) throw invalid(`tiles.${at}.key`, 'invalid_value');
  });
}

/** 403 unless the caller is the board's author. */
function demandAuthor(context: ClientContext, { author }: AnyRow): void {
  if (author !== accountOf(context.principal).id) throw notPermitted();
}

/** A person has one home. */
const leaveFormerHome = (tx: Tx, client: number, account: number, id: number) =>
  sql`
    update board set home = false, version = version + 1
    where client_id = ${client} and account_id = ${account} and id <> ${id}::bigint and home`.execute(tx);

/** The caller's own boards, and those that others show to the client's people. */
export const boardTable: TableOf<typeof boards, 'board'> = {
  contract: boards,
  table: 'board',
  joins: 'join account on account.id = t.account_id',
  fields: {
    author: 't.account_id',
    author_name: `coalesce(nullif(trim(account.first_name || ' ' || account.last_name), ''), account.email)`,
  },
  columns: { farm: null, tiles: null },
  visibleTo: ({ principal }) => sql`(t.account_id = ${principal.id} or t.for_people)`,
  search: ['t.name'],
  order: 't.name',
  remove: 'hard',
  prepare: oneByOne(async (tx, context, { id, before, input, after }) => {
    if (before) demandAuthor(context, before);
    if (input.tiles !== undefined) demandSources(after.tiles);
    const account_id = accountOf(context.principal).id;
    if (after.home) await leaveFormerHome(tx, context.client, account_id, id);
    const json = (['farm', 'tiles'] as const).filter((field) => input[field] !== undefined);
    return { account_id, ...Object.fromEntries(json.map((field) => [field, asJson(input[field])])) };
  }),
  async beforeRemove(_tx, context, before) {
    demandAuthor(context, before);
  },
};
