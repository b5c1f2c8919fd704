import {
  IconArrowsDiff,
  IconBuildingWarehouse,
  IconCalendarStats,
  IconClipboardList,
  IconClockHour4,
  IconFileInvoice,
  IconFileSpreadsheet,
  IconGauge,
  IconGrain,
  IconHourglassLow,
  IconLayoutDashboard,
  IconPlant2,
  IconReportAnalytics,
  IconRotateClockwise2,
  IconRoute,
  IconScale,
  IconScaleOutline,
  IconShare3,
  IconStairs,
  IconToolsKitchen2,
  IconTransfer,
  IconTruckDelivery,
  IconUsersGroup,
} from '@tabler/icons-react';
import { reports as definitions, REPORT_IDS, type ReportId } from '#contract/reports/index.ts';
import type { Redirect, Screen } from '#src/core/layout/screen.ts';
import { type ClientReport, reportRedirect, screensOf } from '#src/core/report/report.ts';
import { monthsScreen } from './closed-months/screen.ts';
import { compareClientsScreen } from './compare-clients/screen.ts';
import { formsScreen } from './forms/screen.ts';
import { savedFiltersScreen } from './saved-filters/screen.ts';
import { subscriptionsScreen } from './subscriptions/screen.ts';

/** Every report's screen; router, menu and palette are made of this. */
const reports = {
  dashboard: {
    definition: definitions.dashboard,
    icon: IconLayoutDashboard,
    load: () => import('./dashboard/page.tsx'),
  },
  cost_change: {
    definition: definitions.cost_change,
    icon: IconStairs,
    load: () => import('./cost-change/page.tsx'),
  },
  cost_bridge: {
    definition: definitions.cost_bridge,
    icon: IconRoute,
    load: () => import('./cost-bridge/page.tsx'),
  },
  compare: {
    definition: definitions.compare,
    icon: IconArrowsDiff,
    load: () => import('./compare/page.tsx'),
  },
  planfeed: {
    definition: definitions.planfeed,
    icon: IconToolsKitchen2,
    load: () => import('./feeding-plan/page.tsx'),
    loadDetail: () => import('./feeding-plan/detail-page.tsx'),
  },
  schedule_load: {
    definition: definitions.schedule_load,
    icon: IconScale,
    load: () => import('./mixer-loading/page.tsx'),
    loadDetail: () => import('./mixer-loading/detail-page.tsx'),
  },
  schedule_upload: {
    definition: definitions.schedule_upload,
    icon: IconTruckDelivery,
    load: () => import('./mixer-unloading/page.tsx'),
    loadDetail: () => import('./mixer-unloading/detail-page.tsx'),
  },
  inout: {
    definition: definitions.inout,
    icon: IconBuildingWarehouse,
    load: () => import('./inout/page.tsx'),
  },
  consumption: {
    definition: definitions.consumption,
    icon: IconHourglassLow,
    load: () => import('./consumption/page.tsx'),
  },
  load_ings_by_groups: {
    definition: definitions.load_ings_by_groups,
    icon: IconShare3,
    load: () => import('./load-ings-by-groups/page.tsx'),
  },
  upload_groups: {
    definition: definitions.upload_groups,
    icon: IconUsersGroup,
    load: () => import('./fed-by-group/page.tsx'),
  },
  upload_ingredients: {
    definition: definitions.upload_ingredients,
    icon: IconPlant2,
    load: () => import('./upload-ingredients/page.tsx'),
  },
  form9: {
    definition: definitions.form9,
    icon: IconReportAnalytics,
    load: () => import('./form9/page.tsx'),
  },
  // Reached through the screen of forms, and by their addresses.
  form8: {
    definition: definitions.form8,
    icon: IconFileInvoice,
    load: () => import('./form8/page.tsx'),
    under: formsScreen.id,
  },
  accounting_writeoff: {
    definition: definitions.accounting_writeoff,
    icon: IconFileSpreadsheet,
    load: () => import('./accounting/writeoff-page.tsx'),
    under: formsScreen.id,
  },
  accounting_movement: {
    definition: definitions.accounting_movement,
    icon: IconFileSpreadsheet,
    load: () => import('./accounting/movement-page.tsx'),
    under: formsScreen.id,
  },
  inout_new: {
    definition: definitions.inout_new,
    icon: IconCalendarStats,
    load: () => import('./inout-by-day/page.tsx'),
  },
  stock_moves: {
    definition: definitions.stock_moves,
    icon: IconTransfer,
    load: () => import('./stock-moves/page.tsx'),
  },
  schedule_loading_time: {
    definition: definitions.schedule_loading_time,
    icon: IconClockHour4,
    load: () => import('./mixer-working-times/page.tsx'),
  },
  auger_rotations: {
    definition: definitions.auger_rotations,
    icon: IconRotateClockwise2,
    load: () => import('./auger-rotations/page.tsx'),
  },
  auger_coefficient: {
    definition: definitions.auger_coefficient,
    icon: IconGauge,
    load: () => import('./auger-coefficient/page.tsx'),
  },
  animalfeed_dashboard: {
    definition: definitions.animalfeed_dashboard,
    icon: IconGrain,
    load: () => import('./compound-feed/page.tsx'),
  },
  plan_animalfeed: {
    definition: definitions.plan_animalfeed,
    icon: IconClipboardList,
    load: () => import('./compound-feed/plan-page.tsx'),
  },
  animalfeed_loading: {
    definition: definitions.animalfeed_loading,
    icon: IconScaleOutline,
    load: () => import('./compound-feed/loads-page.tsx'),
    loadDetail: () => import('./compound-feed/loads-detail-page.tsx'),
  },
} as const satisfies Record<ReportId, ClientReport>;

/** The reports' screens, in the order of the menu. */
export const reportsScreens: readonly Screen[] = [
  ...REPORT_IDS.flatMap((id) => screensOf(reports[id])),
  monthsScreen,
  savedFiltersScreen,
  formsScreen,
  subscriptionsScreen,
  compareClientsScreen,
];

/** Addresses that lead on to a report. */
export const reportsRedirects: readonly Redirect[] = [reportRedirect(definitions.schedule_load)];
