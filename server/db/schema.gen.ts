// Generated from the migrations by scripts/db-types.ts; not edited by hand.
import type { Generated } from 'kysely';

export interface AccessGroup {
  client_id: number;
  id: Generated<number>;
  name: string;
  farms: Generated<number[]>;
  permissions: Generated<unknown>;
  version: Generated<number>;
}

export interface AccessKey {
  client_id: number;
  id: Generated<number>;
  farm_id: number;
  name: string;
  secret_hash: Buffer;
  created_at: Generated<string>;
  last_used_at: string | null;
  deleted: Generated<boolean>;
  version: Generated<number>;
  scopes: Generated<string[]>;
  all_farms: Generated<boolean>;
  expires_on: string | null;
}

export interface Account {
  id: Generated<number>;
  client_id: number | null;
  user_type: string;
  is_superadmin: Generated<boolean>;
  first_name: Generated<string>;
  last_name: Generated<string>;
  phone: Generated<string>;
  email: string;
  password_hash: string;
  language: Generated<string>;
  about: Generated<string>;
  company_name: Generated<string>;
  access_group_id: number | null;
  locked: Generated<boolean>;
  deleted: Generated<boolean>;
  token_version: Generated<number>;
  created_at: Generated<string>;
  version: Generated<number>;
  must_change_password: Generated<boolean>;
  second_factor: Buffer | null;
  second_factor_on: Generated<boolean>;
  second_factor_step: Generated<number>;
  erased_at: string | null;
  former: Generated<string[]>;
  units: string | null;
  clock: string | null;
  week_start: string | null;
  pins: Generated<string[]>;
}

export interface AccountClient {
  account_id: number;
  client_id: number;
  may_copy_rations: Generated<boolean>;
}

export interface Activity {
  id: Generated<number>;
  at: Generated<string>;
  account_id: number | null;
  user_name: Generated<string>;
  client_id: number | null;
  action: string;
  resource: string;
  resource_id: number | null;
  ip: Generated<string>;
}

export interface AdditionalReport {
  client_id: number;
  id: Generated<number>;
  farm_id: number;
  kind: string;
  name: string;
  report_type: string;
  header: Generated<unknown>;
  filters: Generated<unknown>;
  template: Generated<unknown>;
  deleted: Generated<boolean>;
  version: Generated<number>;
}

export interface AdeEvent {
  client_id: number;
  id: Generated<number>;
  kind: string;
  system: string;
  event_id: string;
  digest: string;
  farm_id: number;
  group_id: number | null;
  day: string;
  kg: number | null;
  fat: number | null;
  protein: number | null;
  row_id: number | null;
  received_at: string;
}

export interface Analysis {
  client_id: number;
  id: Generated<number>;
  ingredient_id: number;
  sampled_on: string;
  valid_from: string;
  lab: Generated<string>;
  method: string;
  lot: Generated<string>;
  dry_matter: number | null;
  note: Generated<string>;
  averaged: Generated<number>;
  account_id: number | null;
  version: Generated<number>;
}

export interface AnalysisValue {
  client_id: number;
  analysis_id: number;
  nutrient_id: number;
  value: number;
}

export interface AnimalGroup {
  client_id: number;
  id: Generated<number>;
  farm_id: number;
  animal_type_id: number;
  name: string;
  animal_count: Generated<number>;
  deleted: Generated<boolean>;
  version: Generated<number>;
  programme_id: number | null;
  started_on: string | null;
}

export interface AnimalType {
  client_id: number;
  id: Generated<number>;
  name: string;
  deleted: Generated<boolean>;
  version: Generated<number>;
}

export interface AnimalWeight {
  client_id: number;
  id: Generated<number>;
  farm_id: number;
  group_id: number;
  at: string;
  day: string;
  kind: string;
  heads: number;
  kg: number;
  price: number | null;
  cost: number | null;
  version: Generated<number>;
}

export interface Attempt {
  key: string;
  failures: number;
  at: string;
  next_at: string;
  times: Generated<string[]>;
}

export interface Batch {
  client_id: number;
  id: Generated<number>;
  farm_id: number;
  recipe_id: number;
  mixer_id: number | null;
  planned_on: string;
  position: Generated<number>;
  status: Generated<string>;
  weight_plan: number;
  weight_fact: number | null;
  items: Generated<unknown>;
  started_at: string | null;
  seconds: number | null;
  operator_id: number | null;
  deleted: Generated<boolean>;
  version: Generated<number>;
  lot: Generated<string>;
}

export interface BiRole {
  client_id: number;
  id: Generated<number>;
  name: string;
  created_at: string;
  changed_at: string;
}

export interface Board {
  client_id: number;
  id: Generated<number>;
  account_id: number;
  name: string;
  farm: Generated<unknown>;
  period: string;
  compare_with: string;
  home: boolean;
  for_people: boolean;
  tiles: Generated<unknown>;
  version: Generated<number>;
}

export interface BonusRule {
  client_id: number;
  id: Generated<number>;
  farm_id: number;
  name: string;
  base: number;
  steps: unknown;
  deleted: Generated<boolean>;
  version: Generated<number>;
}

export interface Budget {
  client_id: number;
  id: Generated<number>;
  farm_id: number;
  year: number;
  edition: number;
  reason: Generated<string>;
  approved_at: string | null;
  account_id: number | null;
  version: Generated<number>;
}

export interface BudgetLine {
  client_id: number;
  budget_id: number;
  month: number;
  group_id: number | null;
  animal_type_id: number | null;
  ingredient_id: number;
  heads: number;
  kg_per_head_day: number;
  price: number;
}

export interface BunkScale {
  client_id: number;
  id: Generated<number>;
  kind: string;
  scores: unknown;
}

export interface BunkScore {
  client_id: number;
  id: Generated<number>;
  farm_id: number;
  group_id: number;
  day: string;
  score: number;
  version: Generated<number>;
  scale_id: number | null;
}

export interface CallRule {
  client_id: number;
  id: Generated<number>;
  farm_id: number;
  rows: Generated<unknown>;
  max_percent: number;
  version: Generated<number>;
  scale_id: number | null;
}

export interface CarriedFeed {
  client_id: number;
  leftover_id: number;
  farm_id: number;
  from_day: string;
  from_schedule_id: number;
  from_group_id: number;
  to_day: string;
  to_schedule_id: number;
  ingredient_id: number;
  kg: number;
  dry_matter: number;
  cost: number;
}

export interface ChartDay {
  client_id: number;
  farm_id: number;
  rule: string;
  subject_id: number;
  ingredient_id: Generated<number>;
  day: string;
  vals: number[];
  kgs: number[];
  prices: number[];
  unit_kg: number | null;
}

export interface ChartDayDue {
  client_id: number;
  id: Generated<number>;
  farm_id: number;
  day: string;
  settled: Generated<boolean>;
}

export interface Client {
  id: Generated<number>;
  company_name: string;
  info: Generated<string>;
  locked: Generated<boolean>;
  modules: Generated<string[]>;
  currency: Generated<string>;
  created_at: Generated<string>;
  version: Generated<number>;
  units: Generated<string>;
  clock: Generated<string>;
  week_start: Generated<string>;
}

export interface Company {
  client_id: number;
  id: Generated<number>;
  name: string;
  registration_code: Generated<string>;
  deleted: Generated<boolean>;
  version: Generated<number>;
}

export interface CountedPacks {
  client_id: number;
  ledger_id: number;
  pack: string;
  packs: number;
  pack_kg: number;
  kg: number;
}

export interface Delivery {
  client_id: number;
  id: Generated<number>;
  farm_id: number;
  delivery_type: string;
  ingredient_id: number;
  value: number;
  price: number;
  company_id: number | null;
  delivered_at: string;
  dry_matter: number | null;
  note: Generated<string>;
  deleted: Generated<boolean>;
  version: Generated<number>;
  document_id: number | null;
  line: Generated<number>;
  price_per: Generated<string>;
  price_given: number | null;
  order_id: number | null;
  pack: string | null;
  packs: number | null;
  pack_kg: number | null;
  lot: Generated<string>;
}

export interface DeliveryCompany {
  client_id: number;
  id: Generated<number>;
  name: string;
  registration_code: Generated<string>;
  contact: Generated<string>;
  deleted: Generated<boolean>;
  version: Generated<number>;
}

export interface DeliveryDocument {
  client_id: number;
  id: Generated<number>;
  farm_id: number;
  delivery_type: string;
  number: Generated<string>;
  company_id: number | null;
  delivered_at: string;
  vat_percent: number | null;
  gross_weight: number | null;
  tare_weight: number | null;
  paper_total: number | null;
  note: Generated<string>;
  deleted: Generated<boolean>;
  version: Generated<number>;
}

export interface DeliveryFile {
  client_id: number;
  id: Generated<number>;
  document_id: number | null;
  name: string;
  type: string;
  size: number;
  made_at: Generated<string>;
  analysis_id: number | null;
}

export interface DeliveryFilePart {
  client_id: number;
  file_id: number;
  part: number;
  bytes: Buffer;
}

export interface ExternalId {
  client_id: number;
  id: Generated<number>;
  resource: string;
  resource_id: number;
  system: string;
  outside_id: string;
  version: Generated<number>;
}

export interface Farm {
  client_id: number;
  id: Generated<number>;
  company_id: number;
  name: string;
  timezone: Generated<string>;
  registration_code: Generated<string>;
  structural_unit: Generated<string>;
  structural_unit_manager: Generated<string>;
  farm_manager: Generated<string>;
  zootechnician: Generated<string>;
  accountant: Generated<string>;
  weigher: Generated<string>;
  destination: Generated<string>;
  version: Generated<number>;
  dry_matter_mean: Generated<number>;
  analysis_mean: Generated<number>;
}

export interface FeedCall {
  client_id: number;
  id: Generated<number>;
  farm_id: number;
  group_id: number;
  day: string;
  percent: number;
  rise_again: Generated<boolean>;
  reason: Generated<string>;
  version: Generated<number>;
}

export interface FeedDay {
  client_id: number;
  ingredient_id: number;
  day: string;
  farm_id: number;
  plan_kg: number;
  fact_kg: number;
  cost: number;
  facts: number;
}

export interface FeedMonth {
  client_id: number;
  ingredient_id: number;
  month: string;
  farm_id: number;
  plan_kg: number;
  fact_kg: number;
  cost: number;
  facts: number;
}

export interface FeedNutrient {
  client_id: number;
  ingredient_id: number;
  nutrient_id: number;
  since: string;
  until: string;
  value: number;
  measured: boolean;
}

export interface FeedOffer {
  client_id: number;
  id: Generated<number>;
  company_id: number;
  ingredient_id: number;
  price: number;
  from_day: string;
  until_day: string | null;
  kg: number | null;
  note: Generated<string>;
  version: Generated<number>;
}

export interface FeedOrder {
  client_id: number;
  id: Generated<number>;
  company_id: number;
  ingredient_id: number;
  kg: number;
  price: number;
  from_day: string;
  to_day: string;
  note: Generated<string>;
  deleted: Generated<boolean>;
  version: Generated<number>;
}

export interface FeedingDay {
  client_id: number;
  farm_id: number;
  day: string;
  group_id: number;
  ration_id: number;
  mixer_id: number;
  operator_id: number | null;
  loading_id: number | null;
  heads: number;
  fed_heads: number | null;
  open_heads: number | null;
  recorded: boolean;
  plan: number;
  open_plan: number | null;
  fact: number | null;
  miss: number | null;
  cost: number | null;
  error: number | null;
  dry_matter: number | null;
  of_load: number | null;
  judged_plan: number | null;
  accuracy_sum: number | null;
  weighings: number;
  judged_miss: number | null;
  bullseyes: number;
  carried: number | null;
  carried_cost: Generated<number>;
}

export interface FeedingDayDue {
  client_id: number;
  id: Generated<number>;
  farm_id: number;
  day: string;
}

export interface FormerAnimalType {
  client_id: number;
  group_id: number;
  until: string;
  animal_type_id: number;
}

export interface FormerDryMatterDay {
  client_id: number;
  ingredient_id: number;
  day: string;
}

export interface FormerIngredientType {
  client_id: number;
  ingredient_id: number;
  until: string;
  type_id: number;
}

export interface FormerPrice {
  client_id: number;
  ingredient_id: number;
  until: string;
  price: number;
}

export interface GroupOwner {
  client_id: number;
  id: Generated<number>;
  farm_id: number;
  group_id: number;
  owner_id: number | null;
  since: string;
  markup: Generated<number>;
  yardage: Generated<number>;
  version: Generated<number>;
}

export interface Harvest {
  client_id: number;
  id: Generated<number>;
  farm_id: number;
  ingredient_id: number;
  at: string;
  kg: number;
  dry_matter: number | null;
  cost: number | null;
  note: Generated<string>;
  deleted: Generated<boolean>;
  version: Generated<number>;
  pack: string | null;
  packs: number | null;
  pack_kg: number | null;
  lot: Generated<string>;
}

export interface HeadCount {
  client_id: number;
  group_id: number;
  day: string;
  heads: number;
}

export interface History {
  client_id: number;
  id: Generated<number>;
  at: Generated<string>;
  resource: string;
  resource_id: number;
  farm_id: number | null;
  type: string;
  name: string;
  user_id: number | null;
  user_name: string;
  language: string;
  timezone: string;
  before: unknown | null;
  after: unknown | null;
}

export interface IdempotencyKey {
  client_id: number;
  sender: string;
  key: string;
  request: Buffer;
  status: number | null;
  answer: string | null;
  created_at: string;
}

export interface ImportColumns {
  client_id: number;
  list: string;
  key: string;
  headings: unknown;
  choices: unknown;
  saved_at: Generated<string>;
}

export interface ImportedLoad {
  client_id: number;
  farm_id: number;
  source: string;
  day: string;
  number: string;
  schedule_id: number;
  digest: string;
}

export interface Ingredient {
  client_id: number;
  id: Generated<number>;
  farm_id: number;
  stock_id: number;
  type_id: number;
  name: string;
  price: Generated<number>;
  dry_matter: Generated<number>;
  dry_matter_on: Generated<string>;
  rest: Generated<number>;
  average_price: Generated<number>;
  deleted: Generated<boolean>;
  version: Generated<number>;
  item_number: Generated<string>;
  storage_loss: Generated<number>;
  lead_days: Generated<number>;
  safety_days: Generated<number>;
  water: Generated<boolean>;
  tolerance_percent: Generated<number>;
  tolerance: Generated<number>;
}

export interface IngredientType {
  client_id: number;
  id: Generated<number>;
  name: string;
  deleted: Generated<boolean>;
  version: Generated<number>;
}

export interface LastSuccess {
  work: string;
  at: string;
}

export interface Ledger {
  client_id: number;
  id: Generated<number>;
  at: string;
  day: string;
  farm_id: number;
  stock_id: number;
  ingredient_id: number;
  kind: string;
  kg: number;
  price: number;
  value: number;
  schedule_id: number | null;
  delivery_id: number | null;
  batch_id: number | null;
  reverses_id: number | null;
  note: Generated<string>;
  created_at: Generated<string>;
  user_id: number | null;
  list_price: number | null;
  transfer_id: number | null;
  harvest_id: number | null;
  opening_id: number | null;
}

export interface Leftover {
  client_id: number;
  id: Generated<number>;
  farm_id: number;
  group_id: number;
  date: string;
  weight: number;
  version: Generated<number>;
  destination: Generated<string>;
  to_group_id: number | null;
  refed: number | null;
  refed_on: string | null;
  to_schedule_id: number | null;
  sold_price: number | null;
  fed_on: string | null;
}

export interface Loading {
  client_id: number;
  id: Generated<number>;
  farm_id: number;
  period_id: number | null;
  planned_on: string;
  name: string;
  start_time: string;
  end_time: string;
  active: Generated<boolean>;
  edited: Generated<boolean>;
  version: Generated<number>;
}

export interface MailAddress {
  client_id: number;
  id: Generated<number>;
  email: string;
  state: Generated<string>;
  language: string;
  requested_at: string | null;
  next_attempt_at: string | null;
  attempts: Generated<number>;
  sent_at: string | null;
  error: Generated<string>;
  answered_at: string | null;
  failed_at: string | null;
}

export interface MailDay {
  client_id: number;
  day: string;
  reports: Generated<number>;
  requests: Generated<number>;
}

export interface Measurement {
  client_id: number;
  id: Generated<number>;
  farm_id: number;
  ingredient_id: number;
  percent: number;
  wet: number | null;
  dry: number | null;
  measured_at: string;
  day: string;
  method: Generated<string>;
  note: Generated<string>;
  previous: number;
  used: number | null;
  replanned: Generated<number>;
  account_id: number | null;
  version: Generated<number>;
  load_before: number | null;
  load_after: number | null;
  cost_moved: number | null;
}

export interface Milk {
  client_id: number;
  id: Generated<number>;
  farm_id: number;
  group_id: number | null;
  day: string;
  kg: number;
  fat: number;
  protein: number;
  price: number | null;
  version: Generated<number>;
}

export interface MilkPrice {
  client_id: number;
  id: Generated<number>;
  farm_id: number;
  since: string;
  base: number;
  fat: Generated<number>;
  protein: Generated<number>;
  base_fat: Generated<number>;
  base_protein: Generated<number>;
  version: Generated<number>;
}

export interface Mixer {
  client_id: number;
  id: Generated<number>;
  farm_id: number;
  name: string;
  model: Generated<string>;
  max_weight: number;
  mix_time: Generated<number>;
  rounding: Generated<boolean>;
  calibration: Buffer | null;
  loading_admittance: Generated<number>;
  loading_sensitivity: Generated<number>;
  unloading_admittance: Generated<number>;
  unloading_sensitivity: Generated<number>;
  auger_rotations: Generated<number>;
  auger_coefficient: Generated<number>;
  auto_transition_time: Generated<number>;
  deleted: Generated<boolean>;
  version: Generated<number>;
  volume: number | null;
}

export interface MixerBrand {
  id: Generated<number>;
  name: string;
  version: Generated<number>;
}

export interface MixerItem {
  id: Generated<number>;
  model_id: number;
  name: string;
  value: Buffer;
  version: Generated<number>;
}

export interface MixerModel {
  id: Generated<number>;
  brand_id: number;
  name: string;
  version: Generated<number>;
}

export interface MonthClose {
  client_id: number;
  farm_id: number;
  month: string;
  closed_at: Generated<string>;
  closed_by: number | null;
  number: Generated<number>;
  version: Generated<number>;
  bonus_rules: Generated<unknown>;
  budget_id: number | null;
  papers_issued: Generated<boolean>;
}

export interface MonthClosing {
  client_id: number;
  id: Generated<number>;
  farm_id: number;
  month: string;
  number: number;
  version: number;
  closed_at: string;
  closed_by: number | null;
  reopened_at: string | null;
  reopened_by: number | null;
  reason: Generated<string>;
}

export interface MonthPaper {
  client_id: number;
  id: Generated<number>;
  farm_id: number;
  month: string;
  blank_id: number;
  type: string;
  name: string;
  number: number;
  version: number;
  current: Generated<boolean>;
  hash: string;
  content: Buffer;
  issued_at: string;
  issued_by: number | null;
  reason: Generated<string>;
  has_wording: Generated<boolean>;
  earlier_hash: string | null;
}

export interface Norm {
  client_id: number;
  id: Generated<number>;
  animal_type_id: number | null;
  group_id: number | null;
  nutrient_id: number | null;
  since: string;
  min: number | null;
  target: number | null;
  max: number | null;
  per: string;
  intake: unknown | null;
  version: Generated<number>;
}

export interface NotedDay {
  client_id: number;
  farm_id: number;
  day: string;
  code: string;
  ingredient_id: number | null;
  count: number;
  kg: number;
  unpriced_kg: number;
  money: number;
  price: number | null;
}

export interface Nutrient {
  client_id: number;
  id: Generated<number>;
  name: string;
  unit: string;
  per: string;
  decimals: Generated<number>;
  position: Generated<number>;
  standard: string | null;
  formula: string | null;
  deleted: Generated<boolean>;
  version: Generated<number>;
}

export interface NutrientDay {
  client_id: number;
  farm_id: number;
  day: string;
  group_id: number;
  nutrient_id: number;
  heads: number;
  covered: number;
  paper: number;
  loaded: number;
  divided: number;
  delivered: number;
  steady: Generated<number>;
  moist: Generated<number>;
  eaten: Generated<number>;
  whole_dm: Generated<number>;
  eaten_dm: Generated<number>;
  loads: Generated<number>;
  content_sum: Generated<number>;
  content_squares: Generated<number>;
}

export interface NutrientMonth {
  client_id: number;
  farm_id: number;
  month: string;
  group_id: number;
  nutrient_id: number;
  days: number;
  head_days: number;
  covered: number;
  whole_dm: number;
  eaten_dm: number;
  paper: number;
  loaded: number;
  divided: number;
  delivered: number;
  eaten: number;
  steady_sum: number;
  steady_squares: number;
  moist_sum: number;
  moist_squares: number;
  paper_sum: number;
  paper_squares: number;
  loaded_sum: number;
  loaded_squares: number;
  delivered_sum: number;
  delivered_squares: number;
  eaten_sum: number;
  eaten_squares: number;
  loads: number;
  content_sum: number;
  content_squares: number;
}

export interface Opening {
  client_id: number;
  id: Generated<number>;
  farm_id: number;
  ingredient_id: number;
  day: string;
  kg: number;
  price: number;
  note: Generated<string>;
  deleted: Generated<boolean>;
  version: Generated<number>;
  pack: string | null;
  packs: number | null;
  pack_kg: number | null;
  lot: Generated<string>;
}

export interface OwnerLine {
  client_id: number;
  id: Generated<number>;
  farm_id: number;
  owner_id: number;
  day: string;
  text: string;
  amount: number;
  version: Generated<number>;
}

export interface Pack {
  client_id: number;
  id: Generated<number>;
  ingredient_id: number;
  name: string;
  since: string;
  kg: number;
  weighed_packs: number | null;
  weighed_kg: number | null;
  version: Generated<number>;
  until: string | null;
}

export interface Period {
  client_id: number;
  id: Generated<number>;
  farm_id: number;
  name: string;
  start_time: string;
  end_time: string;
  active: Generated<boolean>;
  active_from: string | null;
  position: Generated<number>;
  deleted: Generated<boolean>;
  version: Generated<number>;
}

export interface PeriodJob {
  client_id: number;
  id: Generated<number>;
  period_id: number;
  ration_id: number;
  mixer_id: number;
  position: number;
  auto_load: Generated<boolean>;
  leftovers: Generated<boolean>;
  planned_leftovers: Generated<number>;
  ignore_in_reports: Generated<boolean>;
  skip_time: Generated<boolean>;
  locked: Generated<boolean>;
  split: Generated<boolean>;
}

export interface PeriodJobGroup {
  client_id: number;
  job_id: number;
  group_id: number;
  weight_per_head: number;
  position: number;
  ration_size: Generated<number>;
}

export interface PersonAddress {
  id: Generated<number>;
  account_id: number;
  email: string;
  state: Generated<string>;
  language: string;
  requested_at: string | null;
  next_attempt_at: string | null;
  attempts: Generated<number>;
  sent_at: string | null;
  error: Generated<string>;
  answered_at: string | null;
  failed_at: string | null;
}

export interface PersonMailDay {
  account_id: number;
  day: string;
  reports: Generated<number>;
  requests: Generated<number>;
}

export interface PersonSending {
  id: Generated<number>;
  account_id: number;
  subscription_id: number;
  recipient: string;
  due_at: string;
  from_day: string;
  to_day: string;
  state: Generated<string>;
  attempts: Generated<number>;
  next_attempt_at: string;
  error: Generated<string>;
  sent_at: string | null;
  failed_at: string | null;
}

export interface PersonShare {
  id: Generated<number>;
  account_id: number;
  report: string;
  filters: unknown;
  until: string;
  expires_at: string;
  opened_at: string | null;
  version: Generated<number>;
}

export interface PersonSubscription {
  id: Generated<number>;
  account_id: number;
  view_id: number;
  recipients: Generated<string[]>;
  format: string;
  every: string;
  weekday: number;
  month_day: number;
  hour: number;
  language: string;
  period: string;
  timezone: string;
  active: boolean;
  stopped: string | null;
  next_at: string | null;
  version: Generated<number>;
}

export interface PersonView {
  id: Generated<number>;
  account_id: number;
  report_type: string;
  name: string;
  filters: Generated<unknown>;
  version: Generated<number>;
}

export interface Programme {
  client_id: number;
  id: Generated<number>;
  farm_id: number;
  name: string;
  blend_days: Generated<number>;
  deleted: Generated<boolean>;
  version: Generated<number>;
}

export interface ProgrammeStep {
  client_id: number;
  programme_id: number;
  day: number;
  ration_id: number;
  weight_per_head: number;
  ration_size: number;
}

export interface PushDevice {
  client_id: number;
  id: Generated<number>;
  account_id: number;
  endpoint: string;
  p256dh: string;
  auth: string;
  agent: string;
  since: string;
  gone_at: string | null;
}

export interface PushedSignal {
  client_id: number;
  device_id: number;
  signal_id: number;
  attempts: Generated<number>;
  next_attempt_at: string | null;
}

export interface Ration {
  client_id: number;
  id: Generated<number>;
  farm_id: number;
  name: string;
  rounding: Generated<number>;
  deleted: Generated<boolean>;
  version: Generated<number>;
  basis: Generated<string>;
  size: Generated<number>;
  scale: Generated<number>;
  target_dry_matter: number | null;
  water_id: number | null;
  wetted: Generated<number>;
  density: number | null;
  template: Generated<boolean>;
}

export interface RationItem {
  client_id: number;
  ration_id: number;
  ingredient_id: number;
  percent: number;
  position: number;
  amount: number | null;
  hold: Generated<string>;
  at_dry_matter: number | null;
}

export interface RationLimits {
  client_id: number;
  ration_id: number;
  head: number;
  feeds: unknown;
  limits: unknown;
}

export interface Recipe {
  client_id: number;
  id: Generated<number>;
  farm_id: number;
  ingredient_id: number;
  name: string;
  version: Generated<number>;
}

export interface RecipeItem {
  client_id: number;
  recipe_id: number;
  ingredient_id: number;
  percent: number;
  position: number;
}

export interface RecoveryCode {
  account_id: number;
  code_hash: Buffer;
}

export interface Remark {
  client_id: number;
  id: Generated<number>;
  farm_id: number;
  date: string;
  group_id: number | null;
  ingredient_id: number | null;
  ration_id: number | null;
  mixer_id: number | null;
  text: string;
  account_id: number | null;
  deleted: Generated<boolean>;
  version: Generated<number>;
}

export interface ReportSending {
  client_id: number;
  id: Generated<number>;
  subscription_id: number | null;
  recipient: string;
  due_at: string;
  from_day: string;
  to_day: string;
  state: Generated<string>;
  attempts: Generated<number>;
  next_attempt_at: string;
  error: Generated<string>;
  sent_at: string | null;
  papers: unknown | null;
  asked_by: number | null;
  signals: number[] | null;
  failed_at: string | null;
}

export interface ReportShare {
  client_id: number;
  id: Generated<number>;
  account_id: number;
  report: string;
  filters: unknown;
  until: string;
  expires_at: string;
  opened_at: string | null;
  version: Generated<number>;
}

export interface ReportSubscription {
  client_id: number;
  id: Generated<number>;
  additional_id: number;
  account_id: number;
  way: string;
  recipients: Generated<string[]>;
  format: string;
  every: string;
  weekday: number;
  month_day: number;
  hour: number;
  language: string;
  period: string;
  active: boolean;
  stopped: string | null;
  next_at: string | null;
  link_days: number;
  secret_hash: Buffer | null;
  link_expires_at: string | null;
  fetched_at: string | null;
  version: Generated<number>;
  units: string | null;
  clock: string | null;
}

export interface Scenario {
  client_id: number;
  id: Generated<number>;
  farm_id: number;
  name: string;
  deleted: Generated<boolean>;
  version: Generated<number>;
}

export interface ScenarioHarvest {
  client_id: number;
  scenario_id: number;
  ingredient_id: number;
  day: string;
  kg: number;
}

export interface ScenarioHead {
  client_id: number;
  scenario_id: number;
  group_id: number;
  day: string;
  heads: number | null;
  added: number | null;
}

export interface ScenarioPrice {
  client_id: number;
  scenario_id: number;
  ingredient_id: number;
  price: number;
}

export interface ScenarioRation {
  client_id: number;
  scenario_id: number;
  group_id: number;
  day: string;
  ration_id: number;
}

export interface Schedule {
  client_id: number;
  id: Generated<number>;
  farm_id: number;
  loading_id: number | null;
  period_job_id: number | null;
  planned_on: string;
  position: number;
  ration_id: number;
  mixer_id: number;
  operator_id: number | null;
  status: Generated<string>;
  weight_plan: Generated<number>;
  weight_fact: number | null;
  weight_unloaded: number | null;
  fresh_weight: Generated<number>;
  leftovers: Generated<boolean>;
  planned_leftovers: Generated<number>;
  auto_load: Generated<boolean>;
  ignore_in_reports: Generated<boolean>;
  ignore_reason: Generated<string>;
  skip_time: Generated<boolean>;
  started_at: string | null;
  seconds: number | null;
  upload_started_at: string | null;
  upload_seconds: number | null;
  mix_seconds: number | null;
  auger_rotations: number | null;
  edited: Generated<boolean>;
  deleted: Generated<boolean>;
  version: Generated<number>;
  implausible: Generated<boolean>;
  locked: Generated<boolean>;
  programme_ration: Generated<number>;
  refed: Generated<number>;
  split: Generated<boolean>;
  part_of: number | null;
  part: Generated<number>;
  parts: Generated<number>;
}

export interface ScheduleGroup {
  client_id: number;
  schedule_id: number;
  group_id: number;
  planned_on: string;
  farm_id: number;
  ration_id: number;
  mixer_id: number;
  position: number;
  heads: number;
  weight_per_head: number;
  weight_plan: number;
  weight_fact: number | null;
  started_at: string | null;
  seconds: number | null;
  counted: Generated<boolean>;
  implausible: Generated<boolean>;
  ration_size: Generated<number>;
  base_plan: number | null;
  left_out: Generated<boolean>;
  added: Generated<boolean>;
}

export interface ScheduleIngredient {
  client_id: number;
  schedule_id: number;
  ingredient_id: number;
  planned_on: string;
  farm_id: number;
  ration_id: number;
  mixer_id: number;
  position: number;
  percent: number;
  weight_plan: number;
  weight_fact: number | null;
  price: number | null;
  dry_matter: number | null;
  started_at: string | null;
  seconds: number | null;
  counted: Generated<boolean>;
  implausible: Generated<boolean>;
  tolerance: number | null;
  pack: string | null;
  packs: number | null;
  pack_kg: number | null;
  lot: string | null;
}

export interface SchemaMigration {
  name: string;
  checksum: string;
  applied_at: Generated<string>;
}

export interface Service {
  client_id: number;
  id: Generated<number>;
  farm_id: number;
  mixer_id: number;
  plan_id: number | null;
  done_at: string;
  day: string;
  cost: number | null;
  note: Generated<string>;
  version: Generated<number>;
}

export interface ServicePlan {
  client_id: number;
  id: Generated<number>;
  farm_id: number;
  mixer_id: number;
  name: string;
  every_days: number | null;
  every_loads: number | null;
  every_tonnes: number | null;
  deleted: Generated<boolean>;
  version: Generated<number>;
}

export interface Session {
  id: string;
  account_id: number;
  viewer_id: number | null;
  created_at: Generated<string>;
  seen_at: Generated<string>;
  ip: Generated<string>;
  agent: Generated<string>;
  ended_at: string | null;
  viewer_session: string | null;
  viewer_token_version: number | null;
}

export interface Setting {
  name: string;
  value: unknown;
}

export interface ShareDay {
  client_id: number;
  farm_id: number;
  day: string;
  group_id: number;
  ration_id: number;
  mixer_id: number;
  operator_id: number | null;
  loading_id: number | null;
  ingredient_id: number;
  given: number | null;
  dry_matter: number | null;
  cost: number | null;
  carried: number | null;
}

export interface ShareMonth {
  client_id: number;
  farm_id: number;
  month: string;
  group_id: number;
  ingredient_id: number;
  given: number;
  cost: number;
}

export interface Signal {
  client_id: number;
  id: Generated<number>;
  farm_id: number;
  rule: string;
  subject_kind: string;
  subject_id: number;
  subject_name: string;
  ingredient_id: Generated<number>;
  ingredient_name: string | null;
  value: number | null;
  bound: number | null;
  target: number | null;
  kg: number | null;
  money: number | null;
  since: string;
  last_seen: string;
  over: Generated<boolean>;
  found_at: string;
  state: Generated<string>;
  note: Generated<string>;
  account_id: number | null;
  changed_at: string | null;
  version: Generated<number>;
}

export interface SignalMail {
  client_id: number;
  id: Generated<number>;
  account_id: number;
  mode: string;
  hour: number;
  rules: Generated<string[]>;
  farms: Generated<number[]>;
  money_from: number | null;
  quiet_from: string | null;
  quiet_to: string | null;
  since: string;
  version: Generated<number>;
}

export interface SignalMailed {
  client_id: number;
  signal_id: number;
  account_id: number;
}

export interface SignalRule {
  client_id: number;
  id: Generated<number>;
  farm_id: number;
  rule: string;
  active: Generated<boolean>;
  lambda: number | null;
  width: number | null;
  target: number | null;
  version: Generated<number>;
}

export interface Stock {
  client_id: number;
  id: Generated<number>;
  company_id: number;
  farm_id: number | null;
  name: string;
  type: string;
  capacity: Generated<number>;
  deleted: Generated<boolean>;
  version: Generated<number>;
}

export interface StockAverage {
  client_id: number;
  ingredient_id: number;
  day: string;
  at: string;
  move_id: number;
  rest: number;
  average: number;
}

export interface StockDay {
  client_id: number;
  ingredient_id: number;
  day: string;
  farm_id: number;
  kind: string;
  kg: number;
  value: number;
  moves: number;
}

export interface StockMonth {
  client_id: number;
  ingredient_id: number;
  month: string;
  farm_id: number;
  kind: string;
  kg: number;
  value: number;
  moves: number;
}

export interface Transfer {
  client_id: number;
  id: Generated<number>;
  farm_id: number;
  ingredient_id: number;
  stock_id: number;
  to_id: number;
  into_id: number;
  kg: number;
  dry_matter: number;
  at: string;
  note: Generated<string>;
  deleted: Generated<boolean>;
  version: Generated<number>;
  pack: string | null;
  packs: number | null;
  pack_kg: number | null;
}

export interface Webhook {
  client_id: number;
  id: Generated<number>;
  farm_id: number;
  all_farms: Generated<boolean>;
  url: string;
  events: string[];
  secret: Buffer;
  active: Generated<boolean>;
  disabled_at: string | null;
  disabled_reason: Generated<string>;
  reported_at: string | null;
  created_at: string;
  deleted: Generated<boolean>;
  version: Generated<number>;
}

export interface WebhookEvent {
  client_id: number;
  id: Generated<number>;
  webhook_id: number;
  type: string;
  farm_id: number | null;
  data: unknown;
  created_at: string;
  state: Generated<string>;
  attempts: Generated<number>;
  next_attempt_at: string | null;
  attempted_at: string | null;
  status: number | null;
  error: Generated<string>;
}

export interface DB {
  access_group: AccessGroup;
  access_key: AccessKey;
  account: Account;
  account_client: AccountClient;
  activity: Activity;
  additional_report: AdditionalReport;
  ade_event: AdeEvent;
  analysis: Analysis;
  analysis_value: AnalysisValue;
  animal_group: AnimalGroup;
  animal_type: AnimalType;
  animal_weight: AnimalWeight;
  attempt: Attempt;
  batch: Batch;
  bi_role: BiRole;
  board: Board;
  bonus_rule: BonusRule;
  budget: Budget;
  budget_line: BudgetLine;
  bunk_scale: BunkScale;
  bunk_score: BunkScore;
  call_rule: CallRule;
  carried_feed: CarriedFeed;
  chart_day: ChartDay;
  chart_day_due: ChartDayDue;
  client: Client;
  company: Company;
  counted_packs: CountedPacks;
  delivery: Delivery;
  delivery_company: DeliveryCompany;
  delivery_document: DeliveryDocument;
  delivery_file: DeliveryFile;
  delivery_file_part: DeliveryFilePart;
  external_id: ExternalId;
  farm: Farm;
  feed_call: FeedCall;
  feed_day: FeedDay;
  feed_month: FeedMonth;
  feed_nutrient: FeedNutrient;
  feed_offer: FeedOffer;
  feed_order: FeedOrder;
  feeding_day: FeedingDay;
  feeding_day_due: FeedingDayDue;
  former_animal_type: FormerAnimalType;
  former_dry_matter_day: FormerDryMatterDay;
  former_ingredient_type: FormerIngredientType;
  former_price: FormerPrice;
  group_owner: GroupOwner;
  harvest: Harvest;
  head_count: HeadCount;
  history: History;
  idempotency_key: IdempotencyKey;
  import_columns: ImportColumns;
  imported_load: ImportedLoad;
  ingredient: Ingredient;
  ingredient_type: IngredientType;
  last_success: LastSuccess;
  ledger: Ledger;
  leftover: Leftover;
  loading: Loading;
  mail_address: MailAddress;
  mail_day: MailDay;
  measurement: Measurement;
  milk: Milk;
  milk_price: MilkPrice;
  mixer: Mixer;
  mixer_brand: MixerBrand;
  mixer_item: MixerItem;
  mixer_model: MixerModel;
  month_close: MonthClose;
  month_closing: MonthClosing;
  month_paper: MonthPaper;
  norm: Norm;
  noted_day: NotedDay;
  nutrient: Nutrient;
  nutrient_day: NutrientDay;
  nutrient_month: NutrientMonth;
  opening: Opening;
  owner_line: OwnerLine;
  pack: Pack;
  period: Period;
  period_job: PeriodJob;
  period_job_group: PeriodJobGroup;
  person_address: PersonAddress;
  person_mail_day: PersonMailDay;
  person_sending: PersonSending;
  person_share: PersonShare;
  person_subscription: PersonSubscription;
  person_view: PersonView;
  programme: Programme;
  programme_step: ProgrammeStep;
  push_device: PushDevice;
  pushed_signal: PushedSignal;
  ration: Ration;
  ration_item: RationItem;
  ration_limits: RationLimits;
  recipe: Recipe;
  recipe_item: RecipeItem;
  recovery_code: RecoveryCode;
  remark: Remark;
  report_sending: ReportSending;
  report_share: ReportShare;
  report_subscription: ReportSubscription;
  scenario: Scenario;
  scenario_harvest: ScenarioHarvest;
  scenario_head: ScenarioHead;
  scenario_price: ScenarioPrice;
  scenario_ration: ScenarioRation;
  schedule: Schedule;
  schedule_group: ScheduleGroup;
  schedule_ingredient: ScheduleIngredient;
  schema_migration: SchemaMigration;
  service: Service;
  service_plan: ServicePlan;
  session: Session;
  setting: Setting;
  share_day: ShareDay;
  share_month: ShareMonth;
  signal: Signal;
  signal_mail: SignalMail;
  signal_mailed: SignalMailed;
  signal_rule: SignalRule;
  stock: Stock;
  stock_average: StockAverage;
  stock_day: StockDay;
  stock_month: StockMonth;
  transfer: Transfer;
  webhook: Webhook;
  webhook_event: WebhookEvent;
}
