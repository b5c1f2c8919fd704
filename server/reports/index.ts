import type { ReportId } from '../../contract/reports/index.ts';
import type { Endpoint } from '../core/endpoint.ts';
import type { Job } from '../core/jobs.ts';
import { accountingMovementServer } from './accounting-movement.ts';
import { accountingWriteoffServer } from './accounting-writeoff.ts';
import { animalfeedDashboardServer, animalfeedLoadingServer, planAnimalfeedServer } from './animal-feed.ts';
import { augerCoefficientServer, augerRotationsServer } from './auger.ts';
import { compareServer } from './compare.ts';
import { compareClientsEndpoints } from './compare-clients.ts';
import { consumptionServer } from './consumption.ts';
import { costBridgeServer } from './cost-bridge.ts';
import { costChangeServer } from './cost-change.ts';
import { dashboardServer } from './dashboard.ts';
import { reportEndpoints } from './endpoints.ts';
import { form8Server } from './form8.ts';
import { form9Server } from './form9.ts';
import { loadIngsByGroupsServer, uploadIngredientsServer } from './ingredient-shares.ts';
import { inoutServer } from './inout.ts';
import { inoutNewServer } from './inout-new.ts';
import { stockMovesServer } from './moves.ts';
import { planfeedServer } from './planfeed.ts';
import type { ReportServer } from './report.ts';
import { scheduleLoadServer } from './schedule-load.ts';
import { scheduleLoadingTimeServer } from './schedule-loading-time.ts';
import { scheduleUploadServer } from './schedule-upload.ts';
import { subscriptionJobs } from './subscriptions/jobs.ts';
import { subscriptionEndpoints } from './subscriptions/routes.ts';
import { uploadGroupsServer } from './upload-groups.ts';

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
