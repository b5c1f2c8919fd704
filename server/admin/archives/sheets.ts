import { codeKey } from '#common/texts/keys.ts';
import { FARM_HEADER_FIELDS } from '#contract/operations/farms.ts';
import { shownMoney, shownPrice } from '#server/domain/shown-price.ts';
import { MONTH_SHEETS } from './month-sheets.ts';
import {
  atFarm,
  DAY,
  DRY_MATTER,
  FACT,
  FARM,
  FULL_NAME,
  GROUP,
  INGREDIENT,
  MIXER,
  nameOfOperator,
  OPERATOR,
  of,
  PERCENT,
  PLAN,
  PRICE,
  RATION,
  type Sheet,
  STOCK,
} from './sheet.ts';
import { SUPPLY_SHEETS } from './supply-sheets.ts';

export const SHEETS: readonly Sheet[] = [
  {
    title: 'operations:companies.title',
    columns: [
      { key: 'name', label: 'operations:companies.name' },
      { key: 'registration_code', label: 'operations:fields.registration_code' },
    ],
    sql: 'select name, registration_code from company where not deleted order by name',
  },
  {
    title: 'operations:farms.title',
    columns: [
      { key: 'company', label: 'operations:companies.name' },
      { key: 'name', label: 'operations:farms.name' },
      { key: 'timezone', label: 'operations:farms.timezone' },
      ...FARM_HEADER_FIELDS.map((key) => ({ key, label: `operations:fields.${key}` as const })),
    ],
    sql: `select t.*, company.name as company from farm t ${of('company')} order by company, name`,
  },
  {
    title: 'operations:groups.title',
    columns: [
      FARM,
      { key: 'name', label: 'operations:groups.name' },
      { key: 'animal_type', label: 'operations:groups.animal_type' },
      { key: 'heads', label: 'operations:groups.heads', kind: 'count' },
    ],
    sql: `select farm.name as farm, t.name, animal_type.name as animal_type, t.animal_count as heads
      from animal_group t ${of('farm')} ${of('animal_type')} where not t.deleted order by 1, 2`,
  },
  {
    title: 'operations:stocks.title',
    columns: [
      { key: 'company', label: 'operations:stocks.company' },
      FARM,
      { key: 'name', label: 'operations:stocks.name' },
      { key: 'type', label: 'operations:stocks.type', words: (code) => codeKey('operations:stocks.types', code) },
      { key: 'capacity', label: 'operations:stocks.capacity', kind: 'weight' },
    ],
    sql: `select company.name as company, farm.name as farm, t.name, t.type, t.capacity::float8 as capacity
      from stock t ${of('company')} ${of('farm')} where not t.deleted order by 1, 2, 3`,
  },
  {
    title: 'operations:ingredients.title',
    columns: [
      FARM,
      STOCK,
      { key: 'type', label: 'operations:ingredients.type' },
      { key: 'name', label: 'operations:ingredients.name' },
      { key: 'item_number', label: 'operations:ingredients.item_number' },
      { key: 'rest', label: 'operations:ingredients.rest', kind: 'weight' },
      PRICE,
      { key: 'average_price', label: 'operations:ingredients.average_price', kind: 'price' },
      DRY_MATTER,
    ],
    sql: `select farm.name as farm, stock.name as stock, kind.name as type, t.name, t.item_number, t.rest::float8 as rest, t.price::float8 as price,
        ${shownPrice('t.average_price')}::float8 as average_price, t.dry_matter::float8 as dry_matter
      from ingredient t ${of('farm')} ${of('stock')} left join ingredient_type kind on (kind.client_id, kind.id) = (t.client_id, t.type_id)
      where not t.deleted order by 1, 4`,
  },
  ...SUPPLY_SHEETS,
  {
    title: 'operations:rations.title',
    columns: [
      FARM,
      RATION,
      INGREDIENT,
      PERCENT,
      { key: 'per_head', label: 'pages:schedule.weight_per_head', kind: 'weight' },
      { key: 'of_load', label: 'pages:drymatter.of_load', kind: 'percent' },
      { key: 'basis', label: 'pages:drymatter.basis', words: (code) => codeKey('pages:drymatter.bases', code) },
      { key: 'hold', label: 'pages:drymatter.hold', words: (code) => codeKey('pages:drymatter.holds', code) },
      DRY_MATTER,
      { key: 'target_dry_matter', label: 'pages:drymatter.water.target', kind: 'percent' },
      { key: 'water', label: 'pages:drymatter.water.with' },
    ],
    sql: `select farm.name as farm, ration.name as ration, ingredient.name as ingredient, t.percent::float8 as percent,
        case when by_head then written end::float8 as per_head, case when not by_head then written end::float8 as of_load, ration.basis, t.hold,
        coalesce(t.at_dry_matter, ingredient.dry_matter)::float8 as dry_matter, ration.target_dry_matter::float8 as target_dry_matter, water.name as water
      from ration_item t ${of('ration')} ${of('ingredient')} ${of('farm', 'ration')}
      left join ingredient water on (water.client_id, water.id) = (ration.client_id, ration.water_id)
      cross join lateral (select ration.basis in ('head_fresh', 'head_dry') as by_head) b
      cross join lateral (select case when t.ingredient_id = ration.water_id and by_head
        then round(t.percent * ration.size / ration.scale / 100, 6) else coalesce(t.amount, t.percent) end as written) a
      where not ration.deleted order by 1, 2, t.position`,
  },
  {
    title: 'pages:activities.resources.drymatter',
    columns: [
      { key: 'at', label: 'reports:column.day', kind: 'datetime' },
      FARM,
      INGREDIENT,
      DRY_MATTER,
      { key: 'note', label: 'operations:deliveries.note' },
    ],
    sql: `select ${atFarm('t.measured_at')} as at, farm.name as farm, ingredient.name as ingredient, t.percent::float8 as dry_matter, t.note
      from measurement t ${of('farm')} ${of('ingredient')} order by t.measured_at, t.id`,
  },
  {
    title: 'operations:fodder.title',
    columns: [FARM, { key: 'recipe', label: 'pages:fodder.name' }, { key: 'makes', label: 'pages:fodder.makes' }, INGREDIENT, PERCENT],
    sql: `select farm.name as farm, recipe.name as recipe, made.name as makes, ingredient.name as ingredient, t.percent::float8 as percent
      from recipe_item t ${of('recipe')} ${of('ingredient')} ${of('farm', 'recipe')}
      left join ingredient made on (made.client_id, made.id) = (recipe.client_id, recipe.ingredient_id) order by 1, 2, t.position`,
  },
  {
    title: 'operations:mixers.title',
    columns: [
      FARM,
      { key: 'name', label: 'operations:mixers.name' },
      { key: 'model', label: 'operations:mixers.model' },
      { key: 'max_weight', label: 'operations:mixers.max_weight', kind: 'weight' },
      { key: 'volume', label: 'operations:mixers.volume', kind: 'ratio' },
      { key: 'mix_time', label: 'operations:mixers.mix_time', kind: 'duration' },
    ],
    sql: `select farm.name as farm, t.name, t.model, t.max_weight::float8 as max_weight, t.volume::float8 as volume, t.mix_time
      from mixer t ${of('farm')} where not t.deleted order by 1, 2`,
  },
  {
    title: 'operations:services.plans_title',
    columns: [
      FARM,
      MIXER,
      { key: 'what', label: 'pages:services.what' },
      { key: 'days', label: 'pages:services.every_days', kind: 'count' },
      { key: 'loads', label: 'pages:services.every_loads', kind: 'count' },
      { key: 'weight', label: 'pages:services.every_weight', kind: 'weight' },
    ],
    sql: `select farm.name as farm, mixer.name as mixer, t.name as what, t.every_days as days, t.every_loads as loads, (t.every_tonnes * 1000)::float8 as weight
      from service_plan t ${of('farm')} ${of('mixer')} where not t.deleted order by 1, 2, 3`,
  },
  {
    title: 'operations:services.title',
    columns: [
      { key: 'at', label: 'pages:services.done_at', kind: 'datetime' },
      FARM,
      MIXER,
      { key: 'what', label: 'pages:services.plan' },
      { key: 'cost', label: 'pages:services.cost', kind: 'money' },
      { key: 'note', label: 'pages:services.note' },
    ],
    sql: `select ${atFarm('t.done_at')} as at, farm.name as farm, mixer.name as mixer, plan.name as what, t.cost::float8 as cost, t.note
      from service t ${of('farm')} ${of('mixer')} left join service_plan plan on (plan.client_id, plan.id) = (t.client_id, t.plan_id)
      order by t.done_at, t.id`,
  },
  {
    title: 'operations:periods.title',
    columns: [
      FARM,
      { key: 'name', label: 'pages:periods.name' },
      { key: 'start', label: 'pages:periods.start', kind: 'time' },
      { key: 'end', label: 'pages:periods.end', kind: 'time' },
      RATION,
      MIXER,
      GROUP,
      { key: 'per_head', label: 'pages:schedule.weight_per_head', kind: 'weight' },
    ],
    sql: `select farm.name as farm, period.name, period.start_time::text as start, period.end_time::text as end, ration.name as ration,
        mixer.name as mixer, animal_group.name as animal_group, fed.weight_per_head::float8 as per_head
      from period_job t ${of('period')} ${of('ration')} ${of('mixer')} ${of('farm', 'period')}
      left join period_job_group fed on (fed.client_id, fed.job_id) = (t.client_id, t.id)
      left join animal_group on (animal_group.client_id, animal_group.id) = (fed.client_id, fed.group_id)
      where not period.deleted order by 1, period.position, t.position, fed.position`,
  },
  {
    title: 'reports:report.schedule_load',
    columns: [DAY, FARM, RATION, MIXER, OPERATOR, INGREDIENT, PLAN, FACT, PRICE, DRY_MATTER],
    sql: `select t.planned_on::text as day, farm.name as farm, ration.name as ration, mixer.name as mixer, ${FULL_NAME} as operator,
        ingredient.name as ingredient, t.weight_plan::float8 as plan, t.weight_fact::float8 as fact,
        ${shownPrice('t.price')}::float8 as price, t.dry_matter::float8 as dry_matter
      from schedule_ingredient t ${of('farm')} ${of('ration')} ${of('mixer')} ${of('ingredient')} ${of('schedule')} ${nameOfOperator('schedule')}
      order by t.planned_on, t.schedule_id, t.position`,
  },
  {
    title: 'reports:report.schedule_upload',
    columns: [DAY, FARM, RATION, GROUP, { key: 'heads', label: 'reports:column.heads', kind: 'count' }, PLAN, FACT],
    sql: `select t.planned_on::text as day, farm.name as farm, ration.name as ration, animal_group.name as animal_group, t.heads,
        t.weight_plan::float8 as plan, t.weight_fact::float8 as fact
      from schedule_group t ${of('farm')} ${of('ration')} left join animal_group on (animal_group.client_id, animal_group.id) = (t.client_id, t.group_id)
      order by t.planned_on, t.schedule_id, t.position`,
  },
  {
    title: 'operations:groups.heads_over_time',
    columns: [DAY, FARM, GROUP, { key: 'heads', label: 'operations:groups.heads', kind: 'count' }],
    sql: `select t.day::text as day, farm.name as farm, animal_group.name as animal_group, t.heads
      from head_count t left join animal_group on (animal_group.client_id, animal_group.id) = (t.client_id, t.group_id)
      ${of('farm', 'animal_group')} order by 2, 3, 1`,
  },
  {
    title: 'operations:leftovers.title',
    columns: [
      DAY,
      FARM,
      GROUP,
      { key: 'kg', label: 'reports:column.weight', kind: 'weight' },
      { key: 'fed_to', label: 'pages:leftovers.fed_to' },
      { key: 'cost', label: 'reports:column.cost', kind: 'money' },
      { key: 'price', label: 'pages:leftovers.sold_at', kind: 'price' },
    ],
    sql: `select t.date::text as day, farm.name as farm, animal_group.name as animal_group, t.weight::float8 as kg, taker.name as fed_to,
        (select sum(c.cost) from carried_feed c where (c.client_id, c.leftover_id) = (t.client_id, t.id))::float8 as cost, t.sold_price::float8 as price
      from leftover t ${of('farm')} left join animal_group on (animal_group.client_id, animal_group.id) = (t.client_id, t.group_id)
      left join animal_group taker on (taker.client_id, taker.id) = (t.client_id, t.to_group_id) order by 1, 2, 3`,
  },
  {
    title: 'pages:signals.title',
    columns: [
      { key: 'since', label: 'pages:history.fields.since', kind: 'date' },
      FARM,
      { key: 'rule', label: 'pages:history.fields.rule', words: (code) => codeKey('pages:signals.rules', code) },
      { key: 'subject', label: 'pages:history.fields.subject_name' },
      INGREDIENT,
      { key: 'kg', label: 'pages:history.fields.kg', kind: 'weight' },
      { key: 'state', label: 'pages:history.fields.state', words: (code) => codeKey('pages:signals.states', code) },
      { key: 'note', label: 'pages:history.fields.note' },
    ],
    sql: `select t.since::text as since, farm.name as farm, t.rule, coalesce(nullif(${FULL_NAME}, ''), t.subject_name) as subject, t.ingredient_name as ingredient, t.kg::float8 as kg,
        t.state, t.note
      from signal t ${of('farm')} left join account on t.subject_kind = 'operator' and account.id = t.subject_id
      order by t.since, t.id`,
  },
  {
    title: 'pages:remarks.title',
    columns: [
      DAY,
      FARM,
      { key: 'subject', label: 'pages:remarks.about' },
      { key: 'text', label: 'pages:remarks.text' },
      { key: 'author', label: 'pages:remarks.author' },
    ],
    sql: `select t.date::text as day, farm.name as farm, coalesce(animal_group.name, ingredient.name, ration.name, mixer.name) as subject, t.text,
        ${FULL_NAME} as author
      from remark t ${of('farm')} left join animal_group on (animal_group.client_id, animal_group.id) = (t.client_id, t.group_id)
      ${of('ingredient')} ${of('ration')} ${of('mixer')} left join account on account.id = t.account_id
      where not t.deleted order by t.date, t.id`,
  },
  {
    title: 'pages:daily_call.scores',
    columns: [
      DAY,
      FARM,
      GROUP,
      { key: 'score', label: 'pages:daily_call.score', kind: 'ratio' },
      { key: 'label', label: 'pages:daily_call.label' },
    ],
    sql: `select t.day::text as day, farm.name as farm, animal_group.name as animal_group, t.score::float8 as score, x.label
      from bunk_score t ${of('farm')}
      left join bunk_scale s on (s.client_id, s.id) = (t.client_id, t.scale_id) and s.kind = 'own'
      left join jsonb_to_recordset(s.scores) as x (score numeric, label text) on x.score = t.score left join animal_group on (animal_group.client_id, animal_group.id) = (t.client_id, t.group_id) order by 1, 2, 3`,
  },
  {
    title: 'pages:daily_call.calls',
    columns: [DAY, FARM, GROUP, PERCENT, { key: 'reason', label: 'pages:daily_call.reason' }],
    sql: `select t.day::text as day, farm.name as farm, animal_group.name as animal_group, t.percent::float8 as percent, t.reason
      from feed_call t ${of('farm')} left join animal_group on (animal_group.client_id, animal_group.id) = (t.client_id, t.group_id) order by 1, 2, 3`,
  },
  {
    title: 'operations:milk.title',
    columns: [
      DAY,
      FARM,
      GROUP,
      { key: 'kg', label: 'milk:kg', kind: 'weight' },
      { key: 'fat', label: 'milk:fat', kind: 'percent' },
      { key: 'protein', label: 'milk:protein', kind: 'percent' },
      PRICE,
    ],
    sql: `select t.day::text as day, farm.name as farm, animal_group.name as animal_group, t.kg::float8 as kg, t.fat::float8 as fat,
        t.protein::float8 as protein, t.price::float8 as price
      from milk t ${of('farm')} left join animal_group on (animal_group.client_id, animal_group.id) = (t.client_id, t.group_id) order by 1, 2, 3`,
  },
  {
    title: 'milk:prices',
    columns: [
      { key: 'since', label: 'milk:from', kind: 'date' },
      FARM,
      { key: 'base', label: 'milk:base', kind: 'price' },
      { key: 'base_fat', label: 'milk:base_fat', kind: 'percent' },
      { key: 'base_protein', label: 'milk:base_protein', kind: 'percent' },
      { key: 'fat', label: 'milk:fat_price', kind: 'price' },
      { key: 'protein', label: 'milk:protein_price', kind: 'price' },
    ],
    sql: `select t.since::text as since, farm.name as farm, t.base::float8 as base, t.base_fat::float8 as base_fat, t.base_protein::float8 as base_protein,
        t.fat::float8 as fat, t.protein::float8 as protein
      from milk_price t ${of('farm')} order by 2, 1`,
  },
  {
    title: 'operations:weights.title',
    columns: [
      { key: 'at', label: 'milk:weights.at', kind: 'datetime' },
      FARM,
      GROUP,
      { key: 'kind', label: 'milk:weights.kind', words: (kind) => codeKey('pages:weights.kinds', kind) },
      { key: 'heads', label: 'milk:weights.heads', kind: 'count' },
      { key: 'kg', label: 'milk:weights.kg', kind: 'weight' },
      PRICE,
      { key: 'cost', label: 'milk:weights.cost', kind: 'money' },
    ],
    sql: `select ${atFarm('t.at')} as at, farm.name as farm, animal_group.name as animal_group, t.kind, t.heads, t.kg::float8 as kg,
        t.price::float8 as price, t.cost::float8 as cost
      from animal_weight t ${of('farm')} left join animal_group on (animal_group.client_id, animal_group.id) = (t.client_id, t.group_id)
      order by t.day, t.at, t.id`,
  },
  {
    title: 'pages:budget.title',
    columns: [
      FARM,
      { key: 'year', label: 'pages:budget.year' },
      { key: 'edition', label: 'pages:budget.edition' },
      { key: 'approved_at', label: 'pages:budget.approved_at', kind: 'datetime' },
      { key: 'month', label: 'pages:budget.month' },
      GROUP,
      { key: 'animal_type', label: 'operations:groups.animal_type' },
      INGREDIENT,
      { key: 'heads', label: 'operations:groups.heads', kind: 'count' },
      { key: 'kg_per_head_day', label: 'pages:budget.kg_per_head_day', kind: 'weight' },
      PRICE,
    ],
    sql: `select farm.name as farm, t.year, t.edition, ${atFarm('t.approved_at')} as approved_at, l.month, animal_group.name as animal_group,
        animal_type.name as animal_type, ingredient.name as ingredient, l.heads::float8 as heads, l.kg_per_head_day::float8 as kg_per_head_day,
        l.price::float8 as price
      from budget t ${of('farm')} join budget_line l on (l.client_id, l.budget_id) = (t.client_id, t.id)
      left join animal_group on (animal_group.client_id, animal_group.id) = (l.client_id, l.group_id) ${of('animal_type', 'l')} ${of('ingredient', 'l')}
      order by 1, 2, 3, 5, 6, 7, 8`,
  },
  {
    title: 'operations:kkz.title',
    columns: [DAY, FARM, { key: 'recipe', label: 'pages:kkz.recipe' }, MIXER, OPERATOR, PLAN, FACT],
    sql: `select t.planned_on::text as day, farm.name as farm, recipe.name as recipe, mixer.name as mixer, ${FULL_NAME} as operator,
        t.weight_plan::float8 as plan, t.weight_fact::float8 as fact
      from batch t ${of('farm')} ${of('recipe')} ${of('mixer')} ${nameOfOperator('t')} where not t.deleted order by t.planned_on, t.position`,
  },
  {
    title: 'pages:stocks.ledger.title',
    columns: [
      { key: 'at', label: 'pages:stocks.ledger.at', kind: 'datetime' },
      FARM,
      STOCK,
      INGREDIENT,
      { key: 'kind', label: 'pages:stocks.ledger.kind', words: (code) => codeKey('pages:stocks.ledger.kinds', code) },
      { key: 'kg', label: 'pages:stocks.ledger.kg', kind: 'weight' },
      PRICE,
      { key: 'value', label: 'pages:stocks.ledger.value', kind: 'money' },
      { key: 'note', label: 'pages:stocks.ledger.note' },
    ],
    sql: `select ${atFarm('t.at')} as at, farm.name as farm, stock.name as stock, ingredient.name as ingredient, t.kind, t.kg::float8 as kg,
        ${shownPrice('t.price')}::float8 as price, ${shownMoney('t.value')}::float8 as value, t.note
      from ledger t ${of('farm')} ${of('stock')} ${of('ingredient')} order by t.day, t.at, t.id`,
  },
  ...MONTH_SHEETS,
  {
    title: 'admin:employees.title',
    columns: [
      ...(['last_name', 'first_name', 'email', 'phone'] as const).map((key) => ({ key, label: `core:fields.${key}` as const })),
      { key: 'access_group', label: 'admin:employees.group' },
    ],
    // Accounts belong to the installation, so the tenant doesn't limit them.
    sql: `select t.last_name, t.first_name, t.email, t.phone, access_group.name as access_group
      from account t ${of('access_group')} where t.client_id = current_setting('manger.client_id')::bigint and not t.deleted order by 1, 2`,
  },
];
