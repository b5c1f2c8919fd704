import { definedKey, type Under } from '#common/texts/keys.ts';
import type { TextKey } from '#common/texts/text-keys.gen.ts';
import type { Item, Module, Need } from '#contract/access.ts';
import { batches } from '#contract/operations/batches.ts';
import { schedules } from '#contract/operations/feedings.ts';
import { recipes } from '#contract/operations/recipes.ts';
import { SHARES } from '#contract/operations/who-sees.ts';
import { compareClients } from '#contract/reports/compare-clients.ts';
import { type ReportId, reports } from '#contract/reports/index.ts';
import type { ReportDefinition } from '#contract/reports/shape.ts';
import { signals } from '#contract/reports/signals.ts';
import { needsOf } from '#contract/rights.ts';

/** A screen as its guide names it. */
export interface GuideScreen {
  /** The screen's own title. */
  title: TextKey;
  /** The screen's address, as in the registry of screens. */
  route: string;
  /** Only who may see the screen reads of it; null = everybody. */
  need: Need | readonly Need[] | null;
  /** Across clients. */
  service?: true;
}

export interface Guide extends GuideScreen {
  id: Under<'helpdesk:guides'>;
  /** Related screens that the guide also covers. */
  also?: readonly GuideScreen[];
  /** Names of the guide's other topics: screens that these screens link to, and their actions. */
  names?: readonly TextKey[];
}

const farm = 'companies/:company_id/farms/:farm_id';
const sees = (item: Item, module?: Module) => ({ item, action: 'view' as const, ...(module ? { module } : {}) });

const toGuideScreen = ({ label, route, permission, module }: ReportDefinition): GuideScreen => ({
  title: definedKey(label),
  route: `reports/${route}`,
  need: sees(permission, module),
});
/** One guide for reports that work alike. */
const ofReports = (id: Guide['id'], first: ReportId, ...also: ReportId[]): Guide => ({
  id,
  ...toGuideScreen(reports[first]),
  also: also.map((one) => toGuideScreen(reports[one])),
});
const compare = ofReports('compare', 'compare');

/** A guide for each screen, in the order of the menu; its text is `helpdesk:guides.<id>`. */
export const GUIDES: readonly Guide[] = [
  {
    id: 'planning',
    title: 'operations:planning.title',
    route: `${farm}/planning`,
    need: needsOf(schedules, 'view'),
    names: ['pages:load_sheet.title', 'pages:load_import.title'],
  },
  { id: 'recording', title: 'operations:recording.title', route: `${farm}/planning`, need: { item: 'load_schedule', action: 'add' } },
  { id: 'periods', title: 'operations:periods.title', route: `${farm}/planning/periods`, need: sees('loading') },
  { id: 'leftovers', title: 'operations:leftovers.title', route: `${farm}/planning/leftovers`, need: sees('schedule') },
  {
    id: 'daily_call',
    title: 'operations:daily_call.title',
    route: `${farm}/planning/bunks`,
    need: sees('schedule'),
    also: [toGuideScreen(reports.bunk)],
  },
  { id: 'kkz', title: 'operations:kkz.title', route: `${farm}/kkz`, need: needsOf(batches, 'view') },
  { id: 'companies', title: 'operations:companies.title', route: 'companies', need: sees('company') },
  { id: 'farms', title: 'operations:farms.title', route: 'companies/:company_id/farms', need: sees('farm') },
  { id: 'access_keys', title: 'operations:access_keys.title', route: `${farm}/keys`, need: { item: 'farm', action: 'change' } },
  { id: 'groups', title: 'operations:groups.title', route: `${farm}/animal-groups`, need: sees('group') },
  { id: 'weights', title: 'operations:weights.title', route: `${farm}/weights`, need: sees('group') },
  { id: 'owners', title: 'operations:owners.title', route: 'owners', need: sees('group'), names: ['operations:owners.lines_title'] },
  { id: 'milk', title: 'operations:milk.title', route: `${farm}/milk`, need: sees('schedule') },
  {
    id: 'rations',
    title: 'operations:rations.title',
    route: `${farm}/rations`,
    need: sees('ration'),
    names: ['operations:rations.create', 'pages:rations.versions', 'pages:rations.what_if'],
  },
  { id: 'drymatter', title: 'operations:drymatter.title', route: `${farm}/planning/dry-matter`, need: sees('ration') },
  {
    id: 'programmes',
    title: 'operations:programmes.title',
    route: `${farm}/programmes`,
    need: sees('ration'),
    also: [toGuideScreen(reports.programme)],
  },
  {
    id: 'ingredients',
    title: 'operations:ingredients.title',
    route: 'stock/ingredients',
    need: sees('ingredient'),
    also: [{ title: 'operations:packs.title', route: 'stock/packs', need: sees('ingredient') }],
  },
  {
    id: 'nutrients',
    title: 'operations:analyses.title',
    route: 'stock/analyses',
    need: sees('ration'),
    also: [
      { title: 'operations:norms.title', route: 'stock/norms', need: sees('ration') },
      { title: 'operations:offers.title', route: 'stock/offers', need: sees('ration') },
      { title: 'operations:nutrients.title', route: 'stock/nutrients', need: sees('ration') },
      toGuideScreen(reports.nutrients),
      toGuideScreen(reports.nutrient_bridge),
      toGuideScreen(reports.analyses),
      toGuideScreen(reports.feed_values),
    ],
  },
  { id: 'needs', title: 'operations:needs.title', route: 'stock/needs', need: sees('ingredient') },
  { id: 'scenarios', title: 'operations:scenarios.title', route: 'stock/scenarios', need: sees('ingredient') },
  { id: 'deliveries', title: 'operations:deliveries.title', route: 'stock/deliveries', need: sees('delivery') },
  { id: 'orders', title: 'operations:orders.title', route: 'stock/orders', need: sees('delivery') },
  { id: 'openings', title: 'operations:openings.title', route: 'stock/openings', need: sees('delivery') },
  { id: 'harvests', title: 'operations:harvests.title', route: 'stock/harvests', need: sees('delivery') },
  { id: 'delivery_companies', title: 'operations:delivery_companies.title', route: 'stock/companies', need: sees('delivery_company') },
  { id: 'import', title: 'core:import.label', route: 'stock/ingredients', need: { item: 'ingredient', action: 'change' } },
  {
    id: 'fodder',
    title: 'operations:fodder.title',
    route: 'stock/fodder',
    need: needsOf(recipes, 'view'),
    names: ['operations:fodder.create', 'operations:fodder.copy_title', 'operations:fodder.recipe', 'operations:fodder.craft_title'],
  },
  {
    id: 'stocks',
    title: 'operations:stocks.title',
    route: 'companies/:company_id/stocks',
    need: sees('stock'),
    names: ['operations:stocks.name', 'pages:stocks.count.title'],
  },
  { id: 'mixers', title: 'operations:mixers.title', route: 'settings/mixers', need: sees('mixer') },
  {
    id: 'services',
    title: 'operations:services.plans_title',
    route: 'settings/services',
    need: sees('mixer'),
    names: ['operations:services.title'],
  },
  { id: 'blanks', title: 'operations:blanks.title', route: 'settings/blanks', need: sees('blanks') },
  { id: 'bonus_rules', title: 'operations:bonus_rules.title', route: 'settings/bonus-rules', need: sees('blanks') },
  { id: 'animal_types', title: 'operations:animal_types.title', route: 'admin/animal-types', need: sees('animaltype') },
  { id: 'ingredient_types', title: 'operations:ingredient_types.title', route: 'admin/ingredient-types', need: sees('ingredient') },
  { id: 'history', title: 'core:history.title', route: 'history', need: sees('history') },
  {
    id: 'reports',
    title: 'core:menu.reports',
    route: 'reports',
    need: sees('load'),
    also: [{ title: 'core:menu.all_reports', route: 'reports/gallery', need: sees('load') }],
  },
  {
    id: 'signals',
    title: 'operations:history.tabs.signals',
    route: 'reports/signals',
    need: needsOf(signals, 'view'),
    names: ['operations:history.tabs.signalrules'],
  },
  { id: 'ways', title: 'helpdesk:ways_title', route: 'reports', need: sees('dashboard') },
  ofReports('overview', 'dashboard'),
  ofReports('statement', 'form9'),
  ofReports('mixing', 'schedule_load', 'schedule_upload'),
  ofReports('operators', 'operators'),
  ofReports('bonus', 'bonus'),
  ofReports('owner_statement', 'owner_statement'),
  ofReports('feeding_plan', 'planfeed'),
  ofReports('costs', 'cost_change', 'cost_bridge'),
  { ...compare, also: [{ title: definedKey(compareClients.label), route: compareClients.route, need: sees('client'), service: true }] },
  ofReports('stock_reports', 'inout', 'inout_new', 'consumption', 'stock_moves', 'orders', 'recall', 'supply'),
  ofReports('dry_matter_report', 'dry_matter'),
  ofReports('explorer', 'explorer'),
  ofReports('iofc', 'iofc', 'iofc_change'),
  ofReports('closeout', 'closeout'),
  ofReports('budget', 'budget'),
  { id: 'budgets', title: 'reports:budgets.title', route: 'reports/budgets', need: sees('additional') },
  ofReports('shares', 'load_ings_by_groups', 'upload_groups', 'upload_ingredients'),
  ofReports('refusals', 'refusals'),
  ofReports('mixer_work', 'mixers'),
  ofReports('machines', 'schedule_loading_time', 'auger_rotations', 'auger_coefficient'),
  ofReports('compound_reports', 'animalfeed_dashboard', 'plan_animalfeed', 'animalfeed_loading'),
  { id: 'boards', title: 'reports:boards.title', route: 'reports/boards', need: needsOf(SHARES, 'view') },
  { id: 'filters', title: 'reports:saved.menu', route: 'reports/additional', need: sees('filters') },
  { id: 'forms', title: 'reports:form.title', route: 'reports/forms', need: sees('blanks'), names: [definedKey(reports.form8.label)] },
  {
    id: 'accounting',
    title: 'reports:report.accounting_writeoff',
    route: 'reports/forms',
    need: sees('blanks'),
    names: [definedKey(reports.accounting_movement.label)],
  },
  { id: 'month_end', title: 'reports:month_end.title', route: 'reports/month-end', need: sees('blanks') },
  { id: 'months', title: 'reports:months.title', route: 'reports/months', need: sees('blanks') },
  { id: 'sendings', title: 'reports:sending.title', route: 'reports/additional/sendings', need: sees('filters') },
  { id: 'access_groups', title: 'admin:groups.title', route: 'admin/groups', need: sees('access_group') },
  { id: 'employees', title: 'admin:employees.title', route: 'admin/users', need: sees('employee') },
  { id: 'clients', title: 'admin:clients.title', route: 'clients', need: sees('client'), service: true },
  { id: 'consultants', title: 'admin:consultants.title', route: 'consultants', need: sees('user'), service: true },
  { id: 'users', title: 'admin:users.title', route: 'users', need: sees('user'), service: true },
  { id: 'mixer_db', title: 'admin:mixer_db.title', route: 'mixer-db', need: sees('mixer_db'), service: true },
  { id: 'activities', title: 'admin:activities.title', route: 'activities', need: sees('activity'), service: true },
  { id: 'outgoing_mail', title: 'admin:outgoing_mail.title', route: 'mail', need: sees('activity'), service: true },
];

const ACCENTS = /\p{M}/gu;
const APOSTROPHES = /['’ʼ`]/g;
/** As people type it: of any case, accents and kinds of apostrophes left out. */
const toPlainText = (text: string) => text.normalize('NFD').replace(ACCENTS, '').replace(APOSTROPHES, '’').toLocaleLowerCase();

/** The guides that hold every search word; first those whose names hold them all. */
export function matchingGuides<G extends { title: string; names?: readonly string[]; text: string }>(
  guides: readonly G[],
  search: string,
): G[] {
  const words = toPlainText(search).split(/\s+/).filter(Boolean);
  const named: G[] = [];
  const mentioning: G[] = [];
  for (const guide of guides) {
    const names = toPlainText([guide.title, ...(guide.names ?? [])].join(' '));
    const whole = `${names} ${toPlainText(guide.text)}`;
    if (words.every((word) => names.includes(word))) named.push(guide);
    else if (words.every((word) => whole.includes(word))) mentioning.push(guide);
  }
  return [...named, ...mentioning];
}
