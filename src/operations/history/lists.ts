import type { HistoryList } from '#contract/operations/who-sees.ts';

/** The lists by the addresses of their tabs, in the order of the tabs. */
export const HISTORY_TABS = [
  ['farms', 'farms'],
  ['ration', 'rations'],
  ['programmes', 'programmes'],
  ['groups', 'groups'],
  ['owners', 'groupowners'],
  ['owner-lines', 'ownerlines'],
  ['animal-types', 'animaltypes'],
  ['ingredients', 'ingredients'],
  ['mixers', 'mixers'],
  ['service-plans', 'serviceplans'],
  ['services', 'services'],
  ['stocks', 'stocks'],
  ['orders', 'orders'],
  ['harvests', 'harvests'],
  ['openings', 'openings'],
  ['milk', 'milk'],
  ['weights', 'weights'],
  ['budgets', 'budgets'],
  ['bonus-rules', 'bonusrules'],
  ['notes', 'remarks'],
  ['signals', 'signals'],
  ['signal-rules', 'signalrules'],
] as const satisfies readonly (readonly [tab: string, list: HistoryList])[];
