import type { TFunction } from 'i18next';
import type { Language } from '#contract/kinds.ts';
import type { SavedFilters } from '#contract/operations/blanks.ts';
import type { SharedReport } from '#contract/reports/shared-report.ts';
import type { ClientContext, Services } from '#server/platform/context.ts';
import { contextOfAuthor } from '#server/reports/kit/author.ts';
import type { Servers } from '#server/reports/kit/endpoints.ts';
import { findFarms, makeBoard } from './figures.ts';
import { nameBoard, readSharedBoard } from './named-board.ts';

/** Whether the caller may share that board with that bar. Returns the time zone of the share's last day. */
export async function judgeBoard(context: ClientContext, filters: SavedFilters): Promise<{ timezone: string }> {
  const { bar } = await readSharedBoard(context, filters);
  const { timezone } = await findFarms(context, bar.farm);
  return { timezone };
}

/** Makes the figures of a shared board with the author's current rights. Parts of home stay with their people. */
export const makesSharedBoard =
  (servers: Servers) =>
  async (
    services: Services,
    client: number,
    { account, filters }: { account: number; filters: SavedFilters },
    { language, t }: { language: Language; t: TFunction },
  ): Promise<Pick<NonNullable<SharedReport['board']>, 'title' | 'tiles' | 'figures'>> => {
    const context = await contextOfAuthor(services, { account, client, client_locked: false, language });
    const { board, bar } = await readSharedBoard(context, filters);
    const figures = await makeBoard(context, servers, board, bar);
    return { title: nameBoard(board, t), tiles: board.tiles.filter(({ part }) => part !== 'block'), figures };
  };
