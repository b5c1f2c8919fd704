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

const formPage = async () => ({ Page: (await import('./forms/form-page.tsx')).ReportFormPage });
/** Reached through the screen of forms, and by its address. */
const form = { under: formsScreen.id, page: formPage };

/** How every report is shown; router, menu and palette are made of this. */
const reports: Record<ReportId, ClientReport> = {
  dashboard: { icon: IconLayoutDashboard },
  cost_change: { icon: IconStairs },
  cost_bridge: { icon: IconRoute },
  compare: { icon: IconArrowsDiff },
  planfeed: { icon: IconToolsKitchen2 },
  schedule_load: { icon: IconScale },
  schedule_upload: { icon: IconTruckDelivery },
  inout: { icon: IconBuildingWarehouse },
  consumption: { icon: IconHourglassLow },
  load_ings_by_groups: { icon: IconShare3 },
  upload_groups: { icon: IconUsersGroup },
  upload_ingredients: { icon: IconPlant2 },
  form9: { icon: IconReportAnalytics, page: formPage },
  form8: { icon: IconFileInvoice, ...form },
  accounting_writeoff: { icon: IconFileSpreadsheet, ...form },
  accounting_movement: { icon: IconFileSpreadsheet, ...form },
  inout_new: { icon: IconCalendarStats },
  stock_moves: { icon: IconTransfer },
  schedule_loading_time: { icon: IconClockHour4 },
  auger_rotations: { icon: IconRotateClockwise2 },
  auger_coefficient: { icon: IconGauge },
  animalfeed_dashboard: { icon: IconGrain },
  plan_animalfeed: { icon: IconClipboardList },
  animalfeed_loading: { icon: IconScaleOutline },
};

/** The reports' screens, in the order of the menu. */
export const reportsScreens: readonly Screen[] = [
  ...REPORT_IDS.flatMap((id) => screensOf(definitions[id], reports[id])),
  monthsScreen,
  savedFiltersScreen,
  formsScreen,
  subscriptionsScreen,
  compareClientsScreen,
];

/** Addresses that lead on to a report. */
export const reportsRedirects: readonly Redirect[] = [reportRedirect(definitions.schedule_load)];
