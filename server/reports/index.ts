import type { ReportId } from '#contract/reports/index.ts';
import type { Endpoint } from '#server/platform/http/endpoint.ts';
import type { Job } from '#server/platform/jobs.ts';
import { accountingMovementServer } from './accounting/movement.ts';
import { accountingWriteoffServer } from './accounting/writeoff.ts';
import { augerCoefficientServer, augerRotationsServer } from './auger/query.ts';
import { compareServer } from './compare/query.ts';
import { compareClientsEndpoints } from './compare-clients/query.ts';
import { animalfeedDashboardServer, animalfeedLoadingServer, planAnimalfeedServer } from './compound-feed/query.ts';
import { consumptionServer } from './consumption/query.ts';
import { costBridgeServer } from './cost-bridge/query.ts';
import { costChangeServer } from './cost-change/query.ts';
import { dashboardServer } from './dashboard/query.ts';
import { uploadGroupsServer } from './fed-by-group/query.ts';
import { planfeedServer } from './feeding-plan/query.ts';
import { form8Server } from './form8/query.ts';
import { form9Server } from './form9/query.ts';
import { loadIngsByGroupsServer, uploadIngredientsServer } from './ingredient-shares/query.ts';
import { inoutServer } from './inout/query.ts';
import { inoutNewServer } from './inout-by-day/query.ts';
import { reportEndpoints } from './kit/endpoints.ts';
import type { ReportServer } from './kit/report.ts';
import { scheduleLoadServer } from './mixer-loading/query.ts';
import { scheduleUploadServer } from './mixer-unloading/query.ts';
import { scheduleLoadingTimeServer } from './mixer-working-times/query.ts';
import { stockMovesServer } from './stock-moves/query.ts';
import { subscriptionJobs } from './subscriptions/jobs.ts';
import { subscriptionEndpoints } from './subscriptions/routes.ts';

/** Every report's query; a report that is declared and missing here doesn't compile. */
export const reportsServers = {
  dashboard: dashboardServer,
  cost_change: costChangeServer,
  cost_bridge: costBridgeServer,
  compare: compareServer,
  planfeed: planfeedServer,
  schedule_load: scheduleLoadServer,
  schedule_upload: scheduleUploadServer,
  inout: inoutServer,
  consumption: consumptionServer,
  load_ings_by_groups: loadIngsByGroupsServer,
  upload_groups: uploadGroupsServer,
  upload_ingredients: uploadIngredientsServer,
  form9: form9Server,
  form8: form8Server,
  accounting_writeoff: accountingWriteoffServer,
  accounting_movement: accountingMovementServer,
  inout_new: inoutNewServer,
  stock_moves: stockMovesServer,
  schedule_loading_time: scheduleLoadingTimeServer,
  auger_rotations: augerRotationsServer,
  auger_coefficient: augerCoefficientServer,
  animalfeed_dashboard: animalfeedDashboardServer,
  plan_animalfeed: planAnimalfeedServer,
  animalfeed_loading: animalfeedLoadingServer,
} satisfies Record<ReportId, ReportServer>;

/** Every endpoint of the reports. */
export const reportsEndpoints: Endpoint[] = [
  ...reportEndpoints(reportsServers),
  ...subscriptionEndpoints(reportsServers),
  ...compareClientsEndpoints,
];

export const reportsJobs: Job[] = subscriptionJobs(reportsServers);
