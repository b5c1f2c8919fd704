import type { TextKey } from '#common/texts/text-keys.gen.ts';

/** Names of the parts of home that a board may show. They are on screen only: a file names them as left out. */
export const BLOCK_TITLES = {
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
} as const satisfies Record<string, TextKey>;
export type TitledBlock = keyof typeof BLOCK_TITLES;
export const isTitledBlock = (key: string): key is TitledBlock => key in BLOCK_TITLES;
