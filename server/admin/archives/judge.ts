import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { z } from 'zod';
import { isGrantable, Permission } from '#contract/access.ts';
import { accessGroups } from '#contract/admin/access-groups.ts';
import { EXTERNAL_KINDS, ExternalId } from '#contract/external-ids.ts';
import { MAX_ID } from '#contract/ids.ts';
import { ImportColumns } from '#contract/imports.ts';
import { Email, Id, Language, LotNumber, Name } from '#contract/kinds.ts';
import { RationLimits } from '#contract/least-cost.ts';
import { AnalysisValue, analyses } from '#contract/operations/analyses.ts';
import { animalTypes } from '#contract/operations/animal-types.ts';
import { BatchItemRow, batches } from '#contract/operations/batches.ts';
import { savedReports } from '#contract/operations/blanks.ts';
import { bonusRules, KeptBonusRule } from '#contract/operations/bonus-rules.ts';
import { MonthReopen } from '#contract/operations/closed-months.ts';
import { companies } from '#contract/operations/companies.ts';
import { BunkScaleKind, BunkScaleScore, bunkScores, callRules, calls, MAX_OWN_SCORES } from '#contract/operations/daily-call.ts';
import { deliveries } from '#contract/operations/deliveries.ts';
import { deliveryCompanies } from '#contract/operations/delivery-companies.ts';
import { DeliveryLine, deliveryDocuments } from '#contract/operations/delivery-documents.ts';
import { dryMatter } from '#contract/operations/dry-matter.ts';
import { farms, Timezone } from '#contract/operations/farms.ts';
import { loadings, schedules } from '#contract/operations/feedings.ts';
import { groups, headCounts } from '#contract/operations/groups.ts';
import { harvests } from '#contract/operations/harvests.ts';
import { HistoryRow } from '#contract/operations/history.ts';
import { ingredientTypes } from '#contract/operations/ingredient-types.ts';
import { ingredients } from '#contract/operations/ingredients.ts';
import { leftovers } from '#contract/operations/leftovers.ts';
import { LoadImportNumber } from '#contract/operations/load-imports.ts';
import { milk, milkPrices } from '#contract/operations/milk.ts';
import { mixers } from '#contract/operations/mixers.ts';
import { norms } from '#contract/operations/norms.ts';
import { nutrients } from '#contract/operations/nutrients.ts';
import { offers } from '#contract/operations/offers.ts';
import { openings } from '#contract/operations/openings.ts';
import { orders } from '#contract/operations/orders.ts';
import { groupOwners, ownerLines } from '#contract/operations/owners.ts';
import { HalfPacks, halfPacks, packs } from '#contract/operations/packs.ts';
import { PeriodJob, PeriodJobGroup, periods } from '#contract/operations/periods.ts';
import { ProgrammeStep, programmes } from '#contract/operations/programmes.ts';
import { RationItem } from '#contract/operations/ration-items.ts';
import { rations } from '#contract/operations/rations.ts';
import { RecipeItem } from '#contract/operations/recipe-items.ts';
import { recipes } from '#contract/operations/recipes.ts';
import { remarks } from '#contract/operations/remarks.ts';
import { ScenarioHarvest, ScenarioHead, ScenarioPrice, ScenarioRation, scenarios } from '#contract/operations/scenarios.ts';
import { ServiceEvery, servicePlans, services } from '#contract/operations/services.ts';
import { stocks } from '#contract/operations/stocks.ts';
import { transfers } from '#contract/operations/transfers.ts';
import { weights } from '#contract/operations/weights.ts';
import { boards } from '#contract/reports/boards.ts';
import { BudgetLine, budgets } from '#contract/reports/budgets.ts';
import { PaperContent, PaperReason, papers } from '#contract/reports/papers.ts';
import { shares } from '#contract/reports/shares.ts';
import { SignalMailBody } from '#contract/reports/signal-mail.ts';
import { signalRules } from '#contract/reports/signal-rules.ts';
import { signals } from '#contract/reports/signals.ts';
import { subscriptions } from '#contract/reports/subscriptions.ts';
import { Version } from '#contract/resource.ts';
import { storedFileQuery } from '#contract/stored-files.ts';
import { rowsOf, type TableLine } from '#server/db/archive.ts';
import { invalid } from '#server/platform/errors.ts';

/** The largest id from another installation. The shared sequence continues after it, and half of all ids stay free. */
const LARGEST_ID = (MAX_ID + 1) / 2;
/** The largest count, place or version: far beyond real ones, and it can still be raised. */
const LARGEST_COUNT = 1_000_000_000;
/** Maximum decimals of a number: far more than a product or a quotient here has. */
const MAX_DECIMALS = 100;
/** Rows per batch. */
const PART = 1000;

const zones = new Map<string, boolean>();
/** A time zone, judged once, because history names it in each row. */
const KnownZone = z.string().refine((zone) => {
  const known = zones.get(zone) ?? Timezone.safeParse(zone).success;
  if (zones.size < PART) zones.set(zone, known);
  return known;
});

/** Max bytes of an unpacked paper. */
const LARGEST_PAPER = 256 * 1024 * 1024;
/** The packed content of a paper, in the database's notation of bytes (`\\x…`). */
const PaperBytes = z.string().refine((text) => {
  try {
    const unpacked = gunzipSync(Buffer.from(text.slice(2), 'hex'), { maxOutputLength: LARGEST_PAPER });
    return PaperContent.safeParse(JSON.parse(unpacked.toString('utf8'))).success;
  } catch {
    return false;
  }
});

/** The contract's schemas of entered rows by table. A column is a field, or a field with `_id`. */
export const ENTERED: Record<string, z.ZodRawShape> = {
  access_group: { ...accessGroups.create.shape, permissions: z.array(Permission.refine(isGrantable)).max(100) },
  additional_report: savedReports.create.shape,
  animal_group: groups.create.shape,
  analysis: { ...analyses.create.shape, averaged: farms.create.shape.analysis_mean },
  analysis_value: AnalysisValue.pick({ nutrient: true, value: true }).shape,
  animal_type: animalTypes.create.shape,
  animal_weight: weights.create.shape,
  batch: { ...batches.create.shape, items: z.array(BatchItemRow.omit({ ingredient_name: true })).max(60) },
  board: boards.create.shape,
  bonus_rule: bonusRules.create.shape,
  budget: { ...budgets.create.shape, edition: z.int().positive().max(LARGEST_COUNT) },
  budget_line: BudgetLine.shape,
  bunk_scale: { kind: BunkScaleKind, scores: z.array(BunkScaleScore).min(1).max(MAX_OWN_SCORES) },
  bunk_score: bunkScores.create.shape,
  call_rule: callRules.create.shape,
  company: companies.create.shape,
  counted_packs: { pack: Name, packs: HalfPacks },
  delivery: { ...deliveries.create.shape, price_given: DeliveryLine.shape.price_given, price_per: DeliveryLine.shape.price_per },
  delivery_company: deliveryCompanies.create.shape,
  delivery_document: deliveryDocuments.create.shape,
  delivery_file: storedFileQuery.shape,
  ade_event: { system: ExternalId.shape.system, event_id: ExternalId.shape.id },
  external_id: { resource: z.enum(EXTERNAL_KINDS), system: ExternalId.shape.system, outside_id: ExternalId.shape.id },
  farm: farms.create.shape,
  feed_offer: offers.create.shape,
  feed_order: orders.create.shape,
  harvest: harvests.create.shape,
  group_owner: { ...groupOwners.create.shape, since: groupOwners.create.shape.from },
  head_count: headCounts.create.shape,
  feed_call: calls.create.shape,
  history: { ...HistoryRow.pick({ type: true, before: true, after: true }).shape, language: Language, timezone: KnownZone },
  import_columns: ImportColumns.shape,
  imported_load: LoadImportNumber.shape,
  ingredient: ingredients.create.shape,
  ingredient_type: ingredientTypes.create.shape,
  leftover: { ...leftovers.create.shape, sold_price: leftovers.create.shape.price },
  loading: loadings.create.shape,
  mail_address: { email: Email, language: Language },
  measurement: dryMatter.create.shape,
  milk: milk.create.shape,
  milk_price: { ...milkPrices.create.shape, since: milkPrices.create.shape.from },
  mixer: mixers.create.shape,
  month_close: { bonus_rules: z.array(KeptBonusRule) },
  month_closing: { reason: z.union([z.literal(''), MonthReopen.shape.reason]) },
  month_paper: {
    name: savedReports.create.shape.name,
    ...papers.row.pick({ type: true, hash: true, earlier_hash: true }).shape,
    reason: z.union([z.literal(''), PaperReason]),
    content: PaperBytes,
  },
  norm: { ...norms.create.shape, since: norms.create.shape.from },
  nutrient: nutrients.create.shape,
  opening: openings.create.shape,
  owner_line: ownerLines.create.shape,
  pack: { ...packs.create.shape, since: packs.create.shape.from },
  period: periods.create.shape,
  period_job: PeriodJob.omit({ groups: true }).shape,
  period_job_group: PeriodJobGroup.shape,
  programme: programmes.create.shape,
  programme_step: ProgrammeStep.shape,
  ration: rations.create.shape,
  ration_limits: RationLimits.shape,
  ration_item: { percent: RationItem.shape.percent, hold: RationItem.shape.hold },
  recipe: recipes.create.shape,
  recipe_item: RecipeItem.pick({ percent: true }).shape,
  remark: remarks.create.shape,
  report_share: shares.create.shape,
  report_subscription: subscriptions.create.shape,
  scenario: scenarios.create.shape,
  scenario_harvest: ScenarioHarvest.shape,
  scenario_head: ScenarioHead.shape,
  scenario_price: ScenarioPrice.shape,
  scenario_ration: ScenarioRation.shape,
  schedule: schedules.create.pick({ ignore_reason: true }).shape,
  schedule_ingredient: { ...halfPacks, lot: LotNumber },
  service: services.create.shape,
  service_plan: {
    mixer: servicePlans.create.shape.mixer,
    name: servicePlans.create.shape.what,
    every_days: ServiceEvery.shape.days,
    every_loads: ServiceEvery.shape.loads,
    every_tonnes: ServiceEvery.shape.tonnes,
  },
  signal: {
    note: signals.create.shape.note,
    ...signals.row.pick({ rule: true, subject_kind: true, state: true, over: true, since: true, last_seen: true }).shape,
  },
  signal_mail: SignalMailBody.shape,
  signal_rule: signalRules.create.shape,
  stock: stocks.create.shape,
  transfer: transfers.create.shape,
};

/**
 * Refuses rows that nobody could have entered. Judges each inserted row by the contract if people enter it, and always by the limits of its
 * columns. `own`: made and signed by this installation, so its ids are valid.
 */
export async function judgeClient(connection: pg.ClientBase, tables: readonly TableLine[], own: boolean): Promise<void> {
  const unfit: string[] = [];
  for (const { table, columns } of tables) {
    const bad = new Set(await outOfBounds(connection, table, columns, own ? MAX_ID : LARGEST_ID));
    const schema = schemaOf(table, columns);
    // Rows beyond the limits aren't checked further.
    if (schema && bad.size === 0) for await (const column of breaches(connection, table, schema)) bad.add(column);
    unfit.push(...[...bad].map((column) => `${table}.${column}`));
  }
  const { rows } = await connection.query('select 1 from access_group, unnest(farms) f where f not in (select id from farm) limit 1');
  if (rows.length > 0) unfit.push('access_group.farms');
  if (unfit.length > 0) throw invalid('file', 'unfit_archive', { values: [...new Set(unfit)].slice(0, 10) });
}

export function schemaOf(table: string, columns: readonly string[]): z.ZodObject | undefined {
  const shape = ENTERED[table];
  if (!shape) return undefined;
  const fields = columns.flatMap((column) => {
    const field = column === 'id' ? Id : column === 'version' ? Version : (shape[column] ?? shape[column.replace(/_id$/, '')]);
    // The database decides if a column may be empty.
    return field ? [[column, z.nullable(field as z.ZodType)] as const] : [];
  });
  return z.object(Object.fromEntries(fields));
}

/** The columns that violate the contract. */
async function* breaches(connection: pg.ClientBase, table: string, schema: z.ZodObject): AsyncGenerator<string> {
  for await (const rows of rowsOf(connection, { table, columns: Object.keys(schema.shape) }, PART)) {
    for (const row of rows) {
      const result = schema.safeParse(JSON.parse(row));
      for (const { path } of result.error?.issues ?? []) yield String(path[0]);
    }
  }
}

/** The columns with a value beyond every field's limit. */
async function outOfBounds(connection: pg.ClientBase, table: string, columns: readonly string[], largestId: number): Promise<string[]> {
  const { rows: types } = await connection.query<{ name: string; type: string }>(
    `select a.attname as name, case when t.typcategory = 'A' then 'array' else t.typname end as type
     from pg_attribute a join pg_type t on t.oid = a.atttypid where a.attrelid = $1::regclass and a.attname = any($2::name[])`,
    [table, columns],
  );
  const checks = types.flatMap(({ name, type }) => {
    const within = findBound(type, pg.escapeIdentifier(name), name === 'id' ? 1 : 0, largestId);
    return within ? [`case when bool_or(not (${within})) then '${name}' end`] : [];
  });
  const { rows } = await connection.query<{ bad: string[] }>(
    `select array_remove(array[${checks.join(', ')}], null) as bad from ${pg.escapeIdentifier(table)}`,
  );
  return rows[0]?.bad ?? [];
}

function findBound(type: string, column: string, least: number, largestId: number): string | undefined {
  switch (type) {
    case 'int2':
    case 'int4':
      return `${column} between 0 and ${LARGEST_COUNT}`;
    case 'int8':
      return `${column} between ${least} and ${largestId}`;
    case 'numeric':
      // NaN compares as larger than any number, and has no scale.
      return `abs(${column}) < 1e12 and coalesce(scale(${column}), 0) <= ${MAX_DECIMALS}`;
    case 'text':
      return `length(${column}) <= 4000`;
    case 'date':
    case 'timestamptz':
      return `${column} >= '1900-01-01' and ${column} < '3000-01-01'`;
    case 'jsonb':
      return `pg_column_size(${column}) <= 4194304`;
    case 'array':
      return `cardinality(${column}) <= 500`;
    default:
      return undefined;
  }
}
