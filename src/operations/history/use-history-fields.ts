import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { fromText } from '#common/format/bonus-step-text.ts';
import type { Formatter } from '#common/format/formatter.ts';
import { DENSITY, VOLUME } from '#common/format/volume.ts';
import { codeKey } from '#common/texts/keys.ts';
import type { ExternalId } from '#contract/external-ids.ts';
import type { BonusStep } from '#contract/operations/bonus-rules.ts';
import type { FarmHeaderField } from '#contract/operations/farms.ts';
import { FARM_HEADER_FIELDS } from '#contract/operations/farms.ts';
import type { RationBasis } from '#contract/operations/ration-items.ts';
import type { ServiceEvery } from '#contract/operations/services.ts';
import type { HistoryList } from '#contract/operations/who-sees.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import type { HistoryField, HistoryPart } from '#src/core/resource/difference.ts';
import { budgetHistoryFields } from '#src/domain/budget/history-fields.ts';
import { FIELDS } from './fields.ts';
import { CALLED, partsOf, stepsOf } from './nested-text.ts';

type Texts = Parameters<typeof partsOf>[2];

/** Returns the parts of a service's interval. A row that was just created or deleted has no interval to divide. */
const createIntervalParts = (t: Texts, format: Formatter) => {
  const weightLabel = `${t('pages:services.every_weight')},\u00a0${t(format.unit('weight'))}`;
  return (value: unknown): HistoryPart[] => {
    const { days = null, loads = null, tonnes = null } = value as Partial<ServiceEvery>;
    return [
      { key: 'days', label: t('pages:services.every_days'), value: days, kind: 'count' as const },
      { key: 'loads', label: t('pages:services.every_loads'), value: loads, kind: 'count' as const },
      { key: 'weight', label: weightLabel, value: tonnes && tonnes * 1000, kind: 'weight' as const },
    ].filter(({ value: often }) => often !== null);
  };
};

/** Texts of coded values, and of figures in the reader's unit. */
const createWriters = (t: Texts, format: Formatter): Record<string, (value: unknown) => string> => ({
  type: (value) => t(codeKey('operations:stocks.types', value)),
  kind: (value) => t(codeKey('pages:weights.kinds', value)),
  rule: (value) => t(codeKey('pages:signals.rules', value)),
  state: (value) => t(codeKey('pages:signals.states', value)),
  volume: (value) => format.value('ratio', value === null ? null : VOLUME[format.units].shown(Number(value))),
  density: (value) => format.value('ratio', value === null ? null : DENSITY[format.units].shown(Number(value))),
});

const createBonusSteps = (t: Texts, format: Formatter) => (value: unknown) =>
  (value as BonusStep[]).map((step) => ({
    key: `${step.measure} ${step.from}`,
    label: fromText(t, format, step),
    value: step.factor,
    kind: 'ratio' as const,
  }));

/** Fields that are shown in a way of their own, by key; a list's own way is under `list.key`. */
const createSpecialFields = (
  t: Texts,
  format: Formatter,
): Record<string, (field: Pick<HistoryField, 'key' | 'label' | 'kind'>) => HistoryField> => {
  const writers = createWriters(t, format);
  const inUnit = ({ key, label, kind }: Pick<HistoryField, 'key' | 'label' | 'kind'>): HistoryField => ({
    key,
    label: `${label}, ${t(`pages:drymatter.units.${key as 'volume' | 'density'}_${format.units}`)}`,
    kind,
    text: writers[key],
  });
  return {
    items: (field) => ({ ...field, parts: (value, { basis }) => partsOf(value, (basis ?? 'load_fresh') as RationBasis, t, format) }),
    'bonusrules.steps': ({ key, label }) => ({ key, label, parts: createBonusSteps(t, format) }),
    steps: (field) => ({ ...field, parts: stepsOf }),
    external_ids: (field) => ({ ...field, parts: listExternalIds }),
    volume: inUnit,
    density: inUnit,
    // The stored fingerprint distinguishes two calibrations without revealing them.
    calibration: ({ key, label }) => ({ key, label, word: t('core:history.update') }),
    every: ({ key, label }) => ({ key, label, parts: createIntervalParts(t, format) }),
  };
};

/** Each program with its id. Rows from before had none. */
const listExternalIds = (value: unknown) =>
  ((value ?? []) as ExternalId[]).map(({ system, id }) => ({ key: system, label: system, value: id, kind: 'text' as const }));

const ofHeader = (key: string): key is FarmHeaderField => FARM_HEADER_FIELDS.some((field) => field === key);

/** The fields of a list's rows with their names on screen. */
export function useHistoryFields(list: HistoryList): readonly HistoryField[] {
  const { t } = useTranslation(['operations', 'core', 'pages', 'reports']);
  const format = useFormat();
  return useMemo(() => {
    if (list === 'budgets') return budgetHistoryFields(t, format);
    const writers = createWriters(t, format);
    const special = createSpecialFields(t, format);
    return FIELDS[list].map(([key, kind]): HistoryField => {
      const unit = kind && format.unit(kind);
      const name = CALLED[list]?.[key] ?? key;
      const label = ofHeader(name) ? t(`operations:fields.${name}`) : t(`pages:history.fields.${name}`);
      const show = special[`${list}.${key}`] ?? special[key];
      if (show) return show({ key, label, kind });
      return { key, label: unit ? `${label},\u00a0${t(unit, format.unitValues)}` : label, kind, text: writers[key] };
    });
  }, [list, t, format]);
}
