import type { Language } from '#contract/kinds.ts';
import { accountingMovement, accountingWriteoff } from './accounting.ts';
import { analysesReport } from './analyses.ts';
import { augerCoefficient, augerRotations } from './auger.ts';
import { bonus } from './bonus.ts';
import { budget } from './budget.ts';
import { bunk } from './bunk.ts';
import { closeout } from './closeout.ts';
import { compare } from './compare.ts';
import { compoundFeedBatches, compoundFeedOverview, compoundFeedPlan } from './compound-feed.ts';
import { consumption } from './consumption.ts';
import { costBridge } from './cost-bridge.ts';
import { costChange } from './cost-change.ts';
import { dashboard } from './dashboard.ts';
import { dryMatterReport } from './dry-matter.ts';
import { explorer } from './explorer.ts';
import { fedByGroup } from './fed-by-group.ts';
import { feedValues } from './feed-values.ts';
import { feedingPlan } from './feeding-plan.ts';
import { form8 } from './form8.ts';
import { form9 } from './form9.ts';
import { fedByIngredient, ingredientsByGroup } from './ingredient-shares.ts';
import { inout } from './inout.ts';
import { inoutByDay } from './inout-by-day.ts';
import { iofc } from './iofc.ts';
import { iofcChange } from './iofc-change.ts';
import { mixerLoading } from './mixer-loading.ts';
import { mixerUnloading } from './mixer-unloading.ts';
import { mixerWorkingTimes } from './mixer-working-times.ts';
import { mixersReport } from './mixers.ts';
import { nutrientBridge } from './nutrient-bridge.ts';
import { nutrientsReport } from './nutrients.ts';
import { operators } from './operators.ts';
import { orders } from './orders.ts';
import { ownerStatement } from './owner-statement.ts';
import { programme } from './programme.ts';
import { recall } from './recall.ts';
import { refusals } from './refusals.ts';
import type { ReportDefinition } from './shape.ts';
import { stockMoves } from './stock-moves.ts';
import { supply } from './supply.ts';

/** All reports in the order of the menu, those of the specification first. Both sides use this list. */
export const reports = {
  dashboard,
  form9,
  schedule_load: mixerLoading,
  planfeed: feedingPlan,
  schedule_upload: mixerUnloading,
  operators,
  bunk,
  programme,
  cost_change: costChange,
  cost_bridge: costBridge,
  compare,
  explorer,
  iofc,
  iofc_change: iofcChange,
  closeout,
  budget,
  inout,
  consumption,
  load_ings_by_groups: ingredientsByGroup,
  upload_groups: fedByGroup,
  upload_ingredients: fedByIngredient,
  refusals,
  form8,
  accounting_writeoff: accountingWriteoff,
  accounting_movement: accountingMovement,
  bonus,
  owner_statement: ownerStatement,
  inout_new: inoutByDay,
  stock_moves: stockMoves,
  orders,
  recall,
  supply,
  dry_matter: dryMatterReport,
  nutrients: nutrientsReport,
  nutrient_bridge: nutrientBridge,
  analyses: analysesReport,
  feed_values: feedValues,
  mixers: mixersReport,
  schedule_loading_time: mixerWorkingTimes,
  auger_rotations: augerRotations,
  auger_coefficient: augerCoefficient,
  animalfeed_dashboard: compoundFeedOverview,
  plan_animalfeed: compoundFeedPlan,
  animalfeed_loading: compoundFeedBatches,
} as const satisfies Record<string, ReportDefinition>;
export type ReportId = keyof typeof reports;
export const REPORT_IDS = Object.keys(reports) as ReportId[];

export const allReports: readonly (ReportDefinition & { id: ReportId })[] = REPORT_IDS.map((id) => reports[id]);

/** A report by its type, or by the name of its path or screen. */
export const reportNamed = (name: string) => allReports.find(({ id, path, route }) => name === id || name === path || name === route);

export const isOffered = ({ languages }: ReportDefinition, language: Language) => !languages || languages.includes(language);
