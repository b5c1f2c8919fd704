import { z } from 'zod';
import type { Need } from '#contract/access.ts';
import { Language } from '#contract/kinds.ts';
import { FilterOption, OptionsQuery } from '#contract/options.ts';
import { allReports, isOffered, type ReportId, reportNamed } from '#contract/reports/index.ts';
import { REPORT_FILTERS, type ReportDefinition, type ReportFilters, ReportSummary } from '#contract/reports/shape.ts';
import { ReportWindow } from '#contract/reports/window.ts';
import { many } from '#contract/resource.ts';
import { type ClientContext, demand, farmsInScope, may } from '#server/platform/context.ts';
import { ApiError, fromZod, invalid, notFound } from '#server/platform/errors.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';
import { visibilityKey } from '#server/platform/http/shared.ts';
import { findUnknownKeys } from '#server/platform/http/unknown-keys.ts';
import { optionsOf } from '#server/platform/resource/options.ts';
import { isBehind } from '#server/platform/runtime/lateness.ts';
import { createTurns } from '#server/platform/runtime/turns.ts';
import { lengthOf, type ReportScope, resolveScope } from '#server/reports/sql/scope.ts';
import { answerOf } from './answer.ts';
import { documentDetails, documentOptions, documentReports } from './documented.ts';
import type { ReportServer } from './report.ts';
import { ReportAnswer } from './report-answer.ts';
import { withSwitchDefaults } from './switch-defaults.ts';
import { reportWindows } from './windows.ts';

export type Servers = Record<ReportId, ReportServer>;
type Definition = ReportDefinition & { id: ReportId };

const LanguageQuery = z.object({ language: Language.optional() });

type Days = 'planned_on_after' | 'planned_on_before';
type Query = ReportFilters & Required<Pick<ReportFilters, Days>> & z.infer<typeof LanguageQuery>;

// Every report takes its days; which of the other filters it takes is known at run time only.
const buildFilterSchema = ({ filters }: ReportDefinition) =>
  LanguageQuery.extend(Object.fromEntries(filters.map((filter) => [filter, REPORT_FILTERS[filter]])));
const buildQuerySchema = (definition: ReportDefinition) => buildFilterSchema(definition) as unknown as z.ZodType<Query>;
const buildWindowSchema = (definition: ReportDefinition) =>
  buildFilterSchema(definition).extend(ReportWindow.shape) as unknown as z.ZodType<Query & ReportWindow>;

/** The detail of a row is computed with the same options as its report. */
const SWITCH_FILTERS = { price_basis: REPORT_FILTERS.price_basis, deviation: REPORT_FILTERS.deviation };

const toNeed = ({ permission, module }: ReportDefinition): Need => ({ item: permission, action: 'view', ...(module ? { module } : {}) });

/** The report of that name; 404 when there is none or the language hasn't it, 403 when the caller may not see it. */
function reportFor(context: ClientContext, name: string, language: Language | undefined): Definition {
  const definition = reportNamed(name);
  if (!definition || !isOffered(definition, language ?? context.language)) throw notFound();
  demand(context, definition.permission, 'view', definition.module);
  return definition;
}

/**
 * Concurrency limits of reports. A client with many or long reports doesn't block the other clients. The limits are low, because more
 * reports at once share the same database cores and delay small requests. Reports of a day or a month have a limit of their own, so that
 * they don't queue after reports of years.
 */
export const reportTurns = {
  short: createTurns({ ofEach: 2, ofAll: 4, waiting: 100, wait: 10, isBehind }),
  long: createTurns({ ofEach: 2, ofAll: 3, waiting: 100, wait: 10, isBehind }),
};

/** The scope of a report, and its answer without a concurrency limit. */
interface Prepared {
  definition: Definition;
  scope: ReportScope;
  answer: () => ReturnType<typeof answerOf>;
}

async function prepareReport(context: ClientContext, servers: Servers, definition: Definition, requested: Query): Promise<Prepared> {
  const { language: _, ...given } = requested;
  for (const filter of definition.required ?? []) {
    const named = filter === 'farm' && context.farm !== null;
    if (!named && !given[filter]?.length) throw invalid(filter, 'required');
  }
  const filters = { ...given, ...withSwitchDefaults(definition, given) };
  const scope = await resolveScope(context, filters);
  const { facts, rowKeys, viewOf, demands, make: makeRows } = servers[definition.id];
  for (const item of demands?.(filters) ?? []) demand(context, item, 'view');
  const { byTodaysRules } = definition;
  const view = { ...(viewOf?.(scope.filters) ?? definition), ...(facts ? { facts } : {}), rowKeys, byTodaysRules };
  return { definition, scope, answer: () => answerOf(view, definition.id, scope, makeRows, context.services.now()) };
}

async function makeReport(context: ClientContext, servers: Servers, definition: Definition, requested: Query) {
  const { scope, answer } = await prepareReport(context, servers, definition, requested);
  return reportTurns[lengthOf(scope.from, scope.to)].during(context.client, answer);
}

/** The query of a report, parsed with the report's own schema. */
function readQuery<Q>(schema: z.ZodType<Q>, query: object): Q {
  const read = schema.safeParse(query);
  if (!read.success) throw fromZod(read.error, query);
  return read.data;
}

/** The parameters of a report whose address names it; 400 naming each that the report doesn't have. */
function readAddressed(definition: Definition, query: object) {
  const schema = buildWindowSchema(definition);
  const unknown = findUnknownKeys(schema, undefined, query);
  if (Object.keys(unknown).length > 0) throw new ApiError(400, unknown);
  return readQuery(schema, query);
}

/** Whether the caller may have that report of those filters: refused as making it would be. Gives the time by which its days are. */
export async function judgeNamed(context: ClientContext, name: string, query: object): Promise<Pick<ReportScope, 'timezone'>> {
  const definition = reportFor(context, name, undefined);
  return resolveScope(context, readQuery(buildQuerySchema(definition), query));
}

/** Any report by its type, asked for as in its address, with all of its rows. */
export async function makeNamed(context: ClientContext, servers: Servers, name: string, query: z.infer<typeof LanguageQuery>) {
  const definition = reportFor(context, name, query.language);
  return makeReport(context, servers, definition, readQuery(buildQuerySchema(definition), query));
}

/** Any report by its type, checked like a request of it. The caller makes its answer under a concurrency limit. */
export async function prepareNamed(context: ClientContext, servers: Servers, name: string, query: z.infer<typeof LanguageQuery>) {
  const definition = reportFor(context, name, query.language);
  return prepareReport(context, servers, definition, readQuery(buildQuerySchema(definition), query));
}

async function makeDetail(context: ClientContext, servers: Servers, definition: Definition, key: string, requested: ReportFilters) {
  const { detail, facts, rowKeys } = servers[definition.id];
  if (!detail || !definition.detail) throw notFound();
  const db = context.services.database.reports(context.client);
  const place = await detail.find({ client: context.client, db }, key);
  const farms = farmsInScope(context);
  const farm = farms ? [place?.farm, ...(place?.farms ?? [])].find((one) => one !== undefined && farms.includes(one)) : place?.farm;
  if (!place || farm === undefined) throw notFound();
  const { schedule, batch, ...within } = place.within ?? {};
  const resolved = await resolveScope(context, {
    farm: [farm],
    planned_on_after: place.day,
    planned_on_before: place.day,
    ...within,
    ...withSwitchDefaults(definition, requested),
  });
  const scope: ReportScope = {
    ...resolved,
    detail: true,
    ...(farms ? { visibleFarms: farms } : {}),
    ...(schedule === undefined ? {} : { schedule }),
    ...(batch === undefined ? {} : { batch }),
  };
  const shown = { ...(detail.view ?? definition.detail), ...(facts ? { facts } : {}), rowKeys, byTodaysRules: definition.byTodaysRules };
  return reportTurns.short.during(context.client, () =>
    answerOf(shown, definition.id, scope, (one) => detail.make(one, key), context.services.now()),
  );
}

type MakeWindow = (context: ClientContext, definition: Definition, query: Query & ReportWindow) => ReturnType<typeof makeReport>;

const ownPath = (makeWindow: MakeWindow, definition: Definition): Endpoint =>
  endpoint({
    method: 'get',
    path: `/report/${definition.path}`,
    summary: `Report ${definition.id}`,
    need: toNeed(definition),
    query: buildWindowSchema(definition),
    response: ReportAnswer,
    costly: true,
    judge: (context, { query }) => void reportFor(context, definition.id, query.language),
    handle: (context, { query }) => makeWindow(context, definition, query),
  });

/** All of the reports' endpoints, out of the registry. */
export function reportEndpoints(servers: Servers): Endpoint[] {
  const windows = reportWindows();
  const makeWindow: MakeWindow = (context, definition, { page, page_size, ordering, as_of, ...filters }) =>
    windows(
      JSON.stringify([visibilityKey(context), definition.id, filters]),
      { page, page_size, ordering, as_of },
      filters.language ?? context.language,
      () => makeReport(context, servers, definition, filters),
    );
  return buildEndpoints(servers, makeWindow);
}

const buildEndpoints = (servers: Servers, makeWindow: MakeWindow): Endpoint[] => [
  endpoint({
    method: 'get',
    path: '/report/list',
    summary: 'The reports that the caller may make, with their filters',
    query: LanguageQuery,
    response: many(ReportSummary),
    handle: async (context, { query }) => {
      const data = allReports
        .filter((report) => may(context, report.permission, 'view', report.module) && isOffered(report, query.language ?? context.language))
        .map(({ id, label, path, route, filters, detail }) => ({
          id,
          label,
          path: path ?? `${id}/make`,
          route,
          filters,
          detail: detail !== undefined,
        }));
      return { data, count: data.length };
    },
  }),
  endpoint({
    method: 'get',
    path: '/report/{name}/options',
    summary: 'What a filter of a report offers, for whoever may make the report',
    query: OptionsQuery.extend(LanguageQuery.shape),
    response: many(FilterOption),
    byName: documentOptions(FilterOption, LanguageQuery.shape),
    handle: (context, { params, query }) => {
      const { filters, id } = reportFor(context, params.name ?? '', query.language);
      if (!filters.includes(query.filter)) throw invalid('filter', 'invalid_value');
      return optionsOf(context, query, id);
    },
  }),
  endpoint({
    method: 'get',
    path: '/report/{name}/make',
    summary: 'Makes any report, by its type',
    // Which filters hold depends on the report; its own path names them. Read again by the report's own schema.
    query: z.looseObject(LanguageQuery.shape),
    response: ReportAnswer,
    byName: documentReports(servers, buildWindowSchema),
    costly: true,
    judge: (context, { params, query }) => void readAddressed(reportFor(context, params.name ?? '', query.language), query),
    handle: (context, { params, query }) => {
      const definition = reportFor(context, params.name ?? '', query.language);
      return makeWindow(context, definition, readAddressed(definition, query));
    },
  }),
  endpoint({
    method: 'get',
    path: '/report/{name}/{key}/detail',
    summary: 'What one row of a report is made of',
    query: LanguageQuery.extend(SWITCH_FILTERS),
    response: ReportAnswer,
    byName: documentDetails(LanguageQuery.extend(SWITCH_FILTERS)),
    costly: true,
    judge: (context, { params, query }) => void reportFor(context, params.name ?? '', query.language),
    handle: (context, { params, query: { language, ...switches } }) =>
      makeDetail(context, servers, reportFor(context, params.name ?? '', language), params.key ?? '', switches),
  }),
  ...allReports.filter(({ path }) => path !== undefined).map((definition) => ownPath(makeWindow, definition)),
];
