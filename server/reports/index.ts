import type { reports } from '#contract/reports/index.ts';
import type { Endpoint } from '#server/platform/http/endpoint.ts';
import type { Figure } from '#server/platform/http/figures.ts';
import type { Job } from '#server/platform/jobs.ts';
import { accountingMovementServer } from './accounting/movement.ts';
import { accountingWriteoffServer } from './accounting/writeoff.ts';
import { adeFeedingEndpoint } from './ade/routes.ts';
import { analysesServer } from './analyses/query.ts';
import { augerCoefficientServer, augerRotationsServer } from './auger/query.ts';
import { boardEndpoints } from './boards/routes.ts';
import { makesSharedBoard } from './boards/shared-board.ts';
import { bonusServer } from './bonus/query.ts';
import { budgetServer } from './budget/query.ts';
import { budgetEndpoints } from './budgets/routes.ts';
import { bunkServer } from './bunk/query.ts';
import { monthCloseEndpoints } from './closed-months/routes.ts';
import { closeoutServer } from './closeout/query.ts';
import { compareServer } from './compare/query.ts';
import { boardEndpoint } from './compare-clients/board.ts';
import { compareClientsEndpoints } from './compare-clients/query.ts';
import { compoundFeedBatchesServer, compoundFeedOverviewServer, compoundFeedPlanServer } from './compound-feed/query.ts';
import { consumptionServer } from './consumption/query.ts';
import { costBridgeServer } from './cost-bridge/query.ts';
import { costChangeServer } from './cost-change/query.ts';
import { dashboardServer } from './dashboard/query.ts';
import { dryMatterServer } from './dry-matter/query.ts';
import { explorerServer } from './explorer/query.ts';
import { explorerEndpoints } from './explorer/routes.ts';
import { fedByGroupServer } from './fed-by-group/query.ts';
import { feedValuesServer } from './feed-values/query.ts';
import { feedingPlanServer } from './feeding-plan/query.ts';
import { form8Server } from './form8/query.ts';
import { form9Server } from './form9/query.ts';
import { homeEndpoints } from './home/routes.ts';
import { fedByIngredientServer, ingredientsByGroupServer } from './ingredient-shares/query.ts';
import { inoutServer } from './inout/query.ts';
import { inoutByDayServer } from './inout-by-day/query.ts';
import { priceYieldEndpoint } from './iofc/price-yield.ts';
import { iofcServer } from './iofc/query.ts';
import { iofcChangeServer } from './iofc-change/query.ts';
import { dayRollUps } from './kit/day-roll-ups.ts';
import { reportEndpoints } from './kit/endpoints.ts';
import type { ReportServer } from './kit/report.ts';
import { mixerLoadingServer } from './mixer-loading/query.ts';
import { mixerUnloadingServer } from './mixer-unloading/query.ts';
import { mixerWorkingTimesServer } from './mixer-working-times/query.ts';
import { mixersServer } from './mixers/query.ts';
import { packsPapers } from './month-end/parcel.ts';
import { monthEndEndpoints } from './month-end/routes.ts';
import { nutrientBridgeServer } from './nutrient-bridge/query.ts';
import { nutrientsServer } from './nutrients/query.ts';
import { operatorsServer } from './operators/query.ts';
import { ordersServer } from './orders/query.ts';
import { ownerStatementServer } from './owner-statement/query.ts';
import { paperJobs } from './papers/jobs.ts';
import { paperEndpoints } from './papers/routes.ts';
import { programmeServer } from './programme/query.ts';
import { recallServer } from './recall/query.ts';
import { refusalsServer } from './refusals/query.ts';
import { makesShared } from './shares/look.ts';
import { shareEndpoints } from './shares/routes.ts';
import { signalMailJobs } from './signal-mail/jobs.ts';
import { packsSignals } from './signal-mail/parcel.ts';
import { signalMailEndpoints } from './signal-mail/routes.ts';
import { signalPushJobs } from './signal-push/jobs.ts';
import { signalPushEndpoints } from './signal-push/routes.ts';
import { signalRuleEndpoints } from './signal-rules/routes.ts';
import { signalJobs } from './signals/jobs.ts';
import { signalEndpoints } from './signals/routes.ts';
import { stockMovesServer } from './stock-moves/query.ts';
import { contentOf } from './subscriptions/content.ts';
import { outboxFigures } from './subscriptions/figures.ts';
import { subscriptionJobs } from './subscriptions/jobs.ts';
import { outgoingMailEndpoints } from './subscriptions/outgoing-mail.ts';
import { packsSubscriptions } from './subscriptions/parcel.ts';
import { subscriptionEndpoints } from './subscriptions/routes.ts';
import { supplyServer } from './supply/query.ts';
import { contentOverClients, makeSharedOverClients } from './views/content.ts';
import { viewEndpoints } from './views/routes.ts';

/** Every report's query; a report that is declared and missing here doesn't compile. */
export const reportsServers = {
  dashboard: dashboardServer,
  cost_change: costChangeServer,
  cost_bridge: costBridgeServer,
  compare: compareServer,
  explorer: explorerServer,
  iofc: iofcServer,
  iofc_change: iofcChangeServer,
  closeout: closeoutServer,
  budget: budgetServer,
  planfeed: feedingPlanServer,
  schedule_load: mixerLoadingServer,
  schedule_upload: mixerUnloadingServer,
  operators: operatorsServer,
  bunk: bunkServer,
  programme: programmeServer,
  inout: inoutServer,
  consumption: consumptionServer,
  load_ings_by_groups: ingredientsByGroupServer,
  upload_groups: fedByGroupServer,
  upload_ingredients: fedByIngredientServer,
  refusals: refusalsServer,
  form9: form9Server,
  form8: form8Server,
  accounting_writeoff: accountingWriteoffServer,
  accounting_movement: accountingMovementServer,
  bonus: bonusServer,
  owner_statement: ownerStatementServer,
  inout_new: inoutByDayServer,
  stock_moves: stockMovesServer,
  orders: ordersServer,
  recall: recallServer,
  supply: supplyServer,
  dry_matter: dryMatterServer,
  nutrients: nutrientsServer,
  nutrient_bridge: nutrientBridgeServer,
  analyses: analysesServer,
  feed_values: feedValuesServer,
  mixers: mixersServer,
  schedule_loading_time: mixerWorkingTimesServer,
  auger_rotations: augerRotationsServer,
  auger_coefficient: augerCoefficientServer,
  animalfeed_dashboard: compoundFeedOverviewServer,
  plan_animalfeed: compoundFeedPlanServer,
  animalfeed_loading: compoundFeedBatchesServer,
} satisfies { [Id in keyof typeof reports]: ReportServer<(typeof reports)[Id]> };

/** Every endpoint of the reports. */
export const reportsEndpoints: Endpoint[] = [
  ...reportEndpoints(reportsServers),
  ...subscriptionEndpoints(reportsServers),
  ...boardEndpoints(reportsServers),
  ...shareEndpoints({ client: makesShared(reportsServers), person: makeSharedOverClients, board: makesSharedBoard(reportsServers) }),
  ...viewEndpoints,
  ...budgetEndpoints,
  ...monthEndEndpoints(reportsServers),
  ...compareClientsEndpoints,
  boardEndpoint,
  adeFeedingEndpoint,
  ...homeEndpoints,
  priceYieldEndpoint,
  ...signalEndpoints,
  ...monthCloseEndpoints,
  ...paperEndpoints,
  ...signalRuleEndpoints,
  ...explorerEndpoints,
  ...outgoingMailEndpoints,
  ...signalMailEndpoints,
  ...signalPushEndpoints,
];

/** Metrics of reports for monitoring. */
export const reportsFigures: readonly Figure[] = outboxFigures;

export const reportsJobs: Job[] = [
  dayRollUps,
  ...paperJobs,
  ...signalJobs,
  ...signalMailJobs,
  ...signalPushJobs,
  ...subscriptionJobs({
    client: packsSubscriptions<'client'>((services, subscription, days) => contentOf(services, reportsServers, subscription, days)),
    person: packsSubscriptions<'person'>(contentOverClients),
    papers: packsPapers(reportsServers),
    signals: packsSignals,
  }),
];
