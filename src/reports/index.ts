import {
  IconArrowsDiff,
  IconBowlSpoon,
  IconBuildingWarehouse,
  IconCalendarStats,
  IconClipboardList,
  IconClockHour4,
  IconFileInvoice,
  IconFileSpreadsheet,
  IconFlask,
  IconGauge,
  IconGrain,
  IconHourglassLow,
  IconLayoutDashboard,
  IconMilk,
  IconPlant2,
  IconReportAnalytics,
  IconRotateClockwise2,
  IconRoute,
  IconScale,
  IconScaleOutline,
  IconShare3,
  IconStairs,
  IconTable,
  IconTag,
  IconToolsKitchen2,
  IconTransfer,
  IconTruckDelivery,
  IconTruckLoading,
  IconUserCheck,
  IconUserDollar,
  IconUsersGroup,
} from '@tabler/icons-react';
import { reports as definitions, REPORT_IDS, type ReportId } from '#contract/reports/index.ts';
import type { Redirect, Screen } from '#src/core/layout/screen.ts';
import { type ClientReport, listScreens, reportRedirect } from '#src/core/report/report.ts';
import { lazyPart } from '#src/core/ui/lazy-part.ts';
import { budgetsScreen } from './budgets/screen.ts';
import { monthsScreen } from './closed-months/screen.ts';
import { compareClientsScreen } from './compare-clients/screen.ts';
import { formsScreen } from './forms/screen.ts';
import { galleryScreen } from './gallery/screen.ts';
import { monthEndScreen } from './month-end/screen.ts';
import { savedFiltersScreen } from './saved-filters/screen.ts';
import { signalScreens } from './signals/screens.ts';
import { subscriptionsScreen } from './subscriptions/screen.ts';

const formPage = async () => ({ Page: (await import('./forms/form-page.tsx')).ReportFormPage });
const closeoutPage = async () => ({ Page: (await import('./closeout/page.tsx')).CloseoutPage });
const iofcPage = async () => ({ Page: (await import('./iofc/page.tsx')).IofcPage });
const analysesPage = async () => ({ Page: (await import('./analyses/page.tsx')).AnalysesPage });
const iofcChangePage = async () => ({ Page: (await import('./iofc-change/page.tsx')).IofcChangePage });
const budgetPage = async () => ({ Page: (await import('./budget/page.tsx')).BudgetPage });
const recallPage = async () => ({ Page: (await import('./recall/page.tsx')).RecallPage });
const lotPage = async () => ({ Page: (await import('./recall/page.tsx')).LotPage });
const ordersPage = async () => ({ Page: (await import('./orders/page.tsx')).OrdersPage });
const supplyPage = async () => ({ Page: (await import('./supply/page.tsx')).SupplyPage });
const explorerPage = async () => ({ Page: (await import('./explorer/page.tsx')).ExplorerPage });
const PriceYieldTable = lazyPart(async () => (await import('./dashboard/price-yield.tsx')).PriceYieldTable);
/** Reached from the screen of forms, and by address. */
const form = { question: 'forms', under: formsScreen.id, page: formPage } as const;

/** How every report is shown; router, menu and palette use this list. */
const reports: Record<ReportId, ClientReport> = {
  dashboard: { icon: IconLayoutDashboard, question: 'cost', beneath: PriceYieldTable },
  cost_change: { icon: IconStairs, question: 'cost' },
  cost_bridge: { icon: IconRoute, question: 'cost' },
  compare: { icon: IconArrowsDiff, question: 'cost' },
  explorer: { icon: IconTable, question: 'cost', page: explorerPage },
  iofc: { icon: IconMilk, question: 'cost', page: iofcPage },
  iofc_change: { icon: IconStairs, question: 'cost', page: iofcChangePage },
  closeout: { icon: IconScaleOutline, question: 'cost', page: closeoutPage },
  budget: { icon: IconStairs, question: 'cost', page: budgetPage },
  planfeed: { icon: IconToolsKitchen2, question: 'accuracy' },
  schedule_load: { icon: IconScale, question: 'accuracy' },
  schedule_upload: { icon: IconTruckDelivery, question: 'accuracy' },
  operators: { icon: IconUserCheck, question: 'accuracy' },
  bunk: { icon: IconScaleOutline, question: 'accuracy' },
  programme: { icon: IconStairs, question: 'accuracy' },
  inout: { icon: IconBuildingWarehouse, question: 'stock' },
  consumption: { icon: IconHourglassLow, question: 'stock' },
  load_ings_by_groups: { icon: IconShare3, question: 'cost' },
  upload_groups: { icon: IconUsersGroup, question: 'cost' },
  upload_ingredients: { icon: IconPlant2, question: 'cost' },
  refusals: { icon: IconBowlSpoon, question: 'cost' },
  form9: { icon: IconReportAnalytics, question: 'forms', page: formPage },
  form8: { icon: IconFileInvoice, ...form },
  accounting_writeoff: { icon: IconFileSpreadsheet, ...form },
  accounting_movement: { icon: IconFileSpreadsheet, ...form },
  bonus: { icon: IconUserCheck, ...form },
  owner_statement: { icon: IconUserDollar, ...form },
  inout_new: { icon: IconCalendarStats, question: 'stock' },
  stock_moves: { icon: IconTransfer, question: 'stock' },
  orders: { icon: IconClipboardList, question: 'stock', page: ordersPage },
  recall: { icon: IconRoute, question: 'stock', page: recallPage, detailPage: lotPage },
  supply: { icon: IconCalendarStats, question: 'stock', page: supplyPage },
  dry_matter: { icon: IconPlant2, question: 'stock' },
  nutrients: { icon: IconFlask, question: 'accuracy' },
  nutrient_bridge: { icon: IconStairs, question: 'accuracy' },
  analyses: { icon: IconFlask, question: 'stock', page: analysesPage },
  feed_values: { icon: IconTag, question: 'cost' },
  mixers: { icon: IconTruckLoading, question: 'mixers' },
  schedule_loading_time: { icon: IconClockHour4, question: 'mixers' },
  auger_rotations: { icon: IconRotateClockwise2, question: 'mixers' },
  auger_coefficient: { icon: IconGauge, question: 'mixers' },
  animalfeed_dashboard: { icon: IconGrain, question: 'compound' },
  plan_animalfeed: { icon: IconClipboardList, question: 'compound' },
  animalfeed_loading: { icon: IconScaleOutline, question: 'compound' },
};

/** Screens of the reports in the menu's order. */
const ofReports = REPORT_IDS.flatMap((id) => listScreens(definitions[id], reports[id]));
export const reportsScreens: readonly Screen[] = [
  galleryScreen([...ofReports, formsScreen]),
  ...ofReports,
  budgetsScreen,
  savedFiltersScreen,
  subscriptionsScreen,
  monthEndScreen,
  monthsScreen,
  formsScreen,
  compareClientsScreen,
  ...signalScreens,
];

/** Old addresses that redirect to a report. */
export const reportsRedirects: readonly Redirect[] = [reportRedirect(definitions.schedule_load)];
