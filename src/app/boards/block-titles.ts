import type { TextKey } from '#common/texts/text-keys.gen.ts';
import type { BlockId } from '#src/app/home/blocks.ts';

/** Names of the parts of home that a board may show. */
export const BLOCK_TITLES: Readonly<Record<BlockId | 'clients', TextKey>> = {
  next: 'operations:planning.next_load',
  today: 'pages:home.today',
  trends: 'pages:home.trends',
  cost: 'pages:home.cost',
  wrong: 'pages:home.wrong',
  signals: 'operations:history.tabs.signals',
  farms: 'pages:home.farms',
  intakes: 'pages:home.intakes',
  month: 'reports:month_end.title',
  stock: 'pages:home.run_outs',
  counts: 'pages:home.counts',
  clients: 'pages:home.board',
};
