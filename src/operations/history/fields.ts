import type { Under } from '#common/texts/keys.ts';
import type { Kind } from '#contract/kinds.ts';
import type { FarmHeaderField } from '#contract/operations/farms.ts';
import { FARM_HEADER_FIELDS } from '#contract/operations/farms.ts';
import type { programmes } from '#contract/operations/programmes.ts';
import type { HistoryList } from '#contract/operations/who-sees.ts';
import type { RowOf } from '#contract/resource.ts';

export type Programme = RowOf<typeof programmes>;

type Field = readonly [key: Under<'pages:history.fields'> | FarmHeaderField, kind?: Kind];

/** The fields of each kind of row, in this order. */
export const FIELDS: Record<Exclude<HistoryList, 'budgets'>, readonly Field[]> = {
  farms: [['name'], ['company_name'], ['timezone'], ...FARM_HEADER_FIELDS.map((field): Field => [field]), ['external_ids']],
  rations: [
    ['name'],
    ['farm_name'],
    ['rounding', 'weight'],
    ['items', 'percent'],
    ['target_dry_matter', 'percent'],
    ['water_name'],
    ['density', 'ratio'],
    ['dry_matter', 'percent'],
    ['price', 'price'],
    ['template'],
    ['external_ids'],
    ['reason'],
  ],
  programmes: [['name'], ['farm_name'], ['blend_days', 'count'], ['steps', 'weight']],
  groups: [
    ['name'],
    ['farm_name'],
    ['animal_type_name'],
    ['animal_count', 'count'],
    ['programme_name'],
    ['started_on', 'date'],
    ['external_ids'],
  ],
  groupowners: [['group_name'], ['farm_name'], ['owner_name'], ['from', 'date'], ['markup', 'percent'], ['yardage', 'money']],
  ownerlines: [['owner_name'], ['farm_name'], ['day', 'date'], ['text'], ['amount', 'money']],
  animaltypes: [['name']],
  ingredients: [
    ['name'],
    ['type_name'],
    ['stock_name'],
    ['farm_name'],
    ['item_number'],
    ['price', 'price'],
    ['dry_matter', 'percent'],
    ['tolerance', 'weight'],
    ['tolerance_percent', 'percent'],
    ['rest', 'weight'],
    ['counted', 'weight'],
    ['counted_at', 'datetime'],
    ['note'],
    ['external_ids'],
  ],
  mixers: [
    ['name'],
    ['model'],
    ['farm_name'],
    ['max_weight', 'weight'],
    ['volume', 'ratio'],
    ['rounding'],
    ['loading_admittance', 'weight'],
    ['loading_sensitivity', 'weight'],
    ['unloading_admittance', 'weight'],
    ['unloading_sensitivity', 'weight'],
    ['auger_rotations', 'ratio'],
    ['auger_coefficient', 'ratio'],
    ['mix_time', 'duration'],
    ['auto_transition_time', 'count'],
    ['calibration'],
    ['external_ids'],
  ],
  serviceplans: [['mixer_name'], ['farm_name'], ['what'], ['every']],
  services: [['mixer_name'], ['farm_name'], ['plan_name'], ['done_at', 'datetime'], ['cost', 'money'], ['note']],
  bonusrules: [['name'], ['farm_name'], ['base', 'money'], ['steps']],
  remarks: [['date', 'date'], ['farm_name'], ['subject_name'], ['text'], ['author']],
  signals: [['rule'], ['subject_name'], ['operator_name'], ['ingredient_name'], ['farm_name'], ['since', 'date'], ['state'], ['note']],
  signalrules: [['rule'], ['farm_name'], ['active'], ['lambda', 'ratio'], ['width', 'ratio'], ['target', 'ratio']],
  stocks: [['name'], ['company_name'], ['farm_name'], ['type'], ['capacity', 'weight'], ['external_ids']],
  orders: [['company_name'], ['ingredient_name'], ['kg', 'weight'], ['price', 'price'], ['from', 'date'], ['to', 'date'], ['note']],
  openings: [['farm_name'], ['ingredient_name'], ['stock_name'], ['day', 'date'], ['kg', 'weight'], ['price', 'price'], ['note']],
  harvests: [
    ['farm_name'],
    ['ingredient_name'],
    ['at', 'datetime'],
    ['kg', 'weight'],
    ['dry_matter', 'percent'],
    ['cost', 'money'],
    ['price', 'price'],
    ['note'],
  ],
  milk: [['farm_name'], ['group_name'], ['day', 'date'], ['kg', 'weight'], ['fat', 'percent'], ['protein', 'percent'], ['price', 'price']],
  weights: [
    ['farm_name'],
    ['group_name'],
    ['at', 'datetime'],
    ['kind'],
    ['heads', 'count'],
    ['kg', 'weight'],
    ['price', 'price'],
    ['cost', 'money'],
  ],
};
