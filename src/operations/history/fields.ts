import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { fromText } from '#common/format/bonus-step-text.ts';
import type { Formatter } from '#common/format/formatter.ts';
import { DENSITY, VOLUME } from '#common/format/volume.ts';
import { codeKey, type Under } from '#common/texts/keys.ts';
import type { Kind } from '#contract/kinds.ts';
import type { BonusStep } from '#contract/operations/bonus-rules.ts';
import { FARM_HEADER_FIELDS, type FarmHeaderField } from '#contract/operations/farms.ts';
import type { programmes } from '#contract/operations/programmes.ts';
import { type Hold, isByHead, type RationBasis } from '#contract/operations/ration-items.ts';
import type { ServiceEvery } from '#contract/operations/services.ts';
import type { HistoryList } from '#contract/operations/who-sees.ts';
import type { RowOf } from '#contract/resource.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import type { HistoryField, HistoryPart } from '#src/core/resource/difference.ts';
import { budgetHistoryFields } from '#src/domain/budget/history-fields.ts';

type Programme = RowOf<typeof programmes>;
type Field = readonly [key: Under<'pages:history.fields'> | FarmHeaderField, kind?: Kind];

/** What is told of each kind of row, in this order. */
const FIELDS: Record<Exclude<HistoryList, 'budgets'>, readonly Field[]> = {
  farms: [['name'], ['company_name'], ['timezone'], ...FARM_HEADER_FIELDS.map((field): Field => [field])],
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
  ],
  programmes: [['name'], ['farm_name'], ['blend_days', 'count'], ['steps', 'weight']],
  groups: [['name'], ['farm_name'], ['animal_type_name'], ['animal_count', 'count'], ['programme_name'], ['started_on', 'date']],
  animaltypes: [['name']],
  ingredients: [
    ['name'],
    ['type_name'],
    ['stock_name'],
    ['farm_name'],
    ['item_number'],
    ['price', 'price'],
    ['dry_matter', 'percent'],
    ['rest', 'weight'],
    ['counted', 'weight'],
    ['counted_at', 'datetime'],
    ['note'],
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
  ],
  serviceplans: [['mixer_name'], ['farm_name'], ['what'], ['every']],
  services: [['mixer_name'], ['farm_name'], ['plan_name'], ['done_at', 'datetime'], ['cost', 'money'], ['note']],
  bonusrules: [['name'], ['farm_name'], ['base', 'money'], ['steps']],
  remarks: [['date', 'date'], ['farm_name'], ['subject_name'], ['text'], ['author']],
  signals: [['rule'], ['subject_name'], ['operator_name'], ['ingredient_name'], ['farm_name'], ['since', 'date'], ['state'], ['note']],
  signalrules: [['rule'], ['farm_name'], ['active'], ['lambda', 'ratio'], ['width', 'ratio'], ['target', 'ratio']],
  stocks: [['name'], ['company_name'], ['farm_name'], ['type'], ['capacity', 'weight']],
  orders: [['company_name'], ['ingredient_name'], ['kg', 'weight'], ['price', 'price'], ['from', 'date'], ['to', 'date'], ['note']],
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

/** Fields that are something else in one list than in the others: a ration rounds to a step, a mixer does or doesn't. */
const CALLED: Partial<Record<HistoryList, Partial<Record<string, Under<'pages:history.fields'>>>>> = {
  rations: { rounding: 'rounding_step' },
  harvests: { cost: 'cost_of_all' },
  orders: { company_name: 'supplier' },
  services: { cost: 'service_cost' },
};

interface Part {
  ingredient: number;
  ingredient_name: string;
  percent: number;
  amount?: number;
  hold?: Hold;
}

/** A recipe in one line. */
export const recipeText = (items: readonly Pick<Part, 'ingredient_name' | 'percent'>[], format: Formatter) =>
  items.map(({ ingredient_name, percent }) => `${ingredient_name} ${format.percent(percent)}`).join('; ');

/** What parts are written in, and what of each stays; the shares of those that are written as such, as older ones are. */
function partsOf(value: unknown, basis: RationBasis, t: TFunction<['operations', 'core', 'pages']>, format: Formatter): HistoryPart[] {
  const measure = t(`pages:drymatter.bases.${basis}`, { unit: t(format.unit('weight')) });
  return (value as Part[]).flatMap(({ ingredient, ingredient_name, percent, amount, hold }): HistoryPart[] => [
    basis === 'load_fresh' || amount === undefined
      ? { key: ingredient, label: `${ingredient_name}, %`, value: percent }
      : {
          key: `${ingredient} ${basis}`,
          label: `${ingredient_name}, ${measure}`,
          value: amount,
          kind: isByHead(basis) ? 'weight' : 'percent',
        },
    ...(hold === 'dry'
      ? [
          {
            key: `${ingredient} hold`,
            label: `${ingredient_name}: ${t('pages:drymatter.hold')}`,
            value: t('pages:drymatter.holds.dry'),
            kind: 'text' as const,
          },
        ]
      : []),
  ]);
}

const stepsOf = (value: unknown) =>
  (value as Programme['steps']).map(({ day, ration_name, weight_per_head }) => ({
    key: `${day} ${ration_name}`,
    label: `${day} · ${ration_name}`,
    value: weight_per_head,
  }));

/** The fields of a list's rows with their names on screen. */
export function useHistoryFields(list: HistoryList): readonly HistoryField[] {
  const { t } = useTranslation(['operations', 'core', 'pages', 'reports']);
  const format = useFormat();
  return useMemo(() => {
    if (list === 'budgets') return budgetHistoryFields(t, format);
    const weightLabel = `${t('pages:services.every_weight')}, ${t(format.unit('weight'))}`;
    // Of a row that isn't there yet, or no longer, there is no interval to take apart.
    const intervalsOf = (value: unknown): HistoryPart[] => {
      const { days = null, loads = null, tonnes = null } = value as Partial<ServiceEvery>;
      return [
        { key: 'days', label: t('pages:services.every_days'), value: days, kind: 'count' as const },
        { key: 'loads', label: t('pages:services.every_loads'), value: loads, kind: 'count' as const },
        { key: 'weight', label: weightLabel, value: tonnes && tonnes * 1000, kind: 'weight' as const },
      ].filter(({ value: often }) => often !== null);
    };
    const ofHeader = (key: string): key is FarmHeaderField => FARM_HEADER_FIELDS.some((field) => field === key);
    const writers: Record<string, (value: unknown) => string> = {
      type: (value) => t(codeKey('operations:stocks.types', value)),
      kind: (value) => t(codeKey('pages:weights.kinds', value)),
      rule: (value) => t(codeKey('pages:signals.rules', value)),
      state: (value) => t(codeKey('pages:signals.states', value)),
      volume: (value) => format.value('ratio', value === null ? null : VOLUME[format.units].shown(Number(value))),
      density: (value) => format.value('ratio', value === null ? null : DENSITY[format.units].shown(Number(value))),
    };
    return FIELDS[list].map(([key, kind]): HistoryField => {
      const unit = kind && format.unit(kind);
      const name = CALLED[list]?.[key] ?? key;
      const label = ofHeader(name) ? t(`operations:fields.${name}`) : t(`pages:history.fields.${name}`);
      if (key === 'items') {
        return { key, label, kind, parts: (value, { basis }) => partsOf(value, (basis ?? 'load_fresh') as RationBasis, t, format) };
      }
      if (list === 'bonusrules' && key === 'steps') {
        return {
          key,
          label,
          parts: (value) =>
            (value as BonusStep[]).map((step) => ({
              key: `${step.measure} ${step.from}`,
              label: fromText(t, format, step),
              value: step.factor,
              kind: 'ratio' as const,
            })),
        };
      }
      if (key === 'steps') return { key, label, kind, parts: stepsOf };
      if (key === 'volume' || key === 'density') {
        return { key, label: `${label}, ${t(`pages:drymatter.units.${key}_${format.units}`)}`, kind, text: writers[key] };
      }
      if (key === 'every') return { key, label, parts: intervalsOf };
      return { key, label: unit ? `${label}, ${t(unit, format.unitValues)}` : label, kind, text: writers[key] };
    });
  }, [list, t, format]);
}
