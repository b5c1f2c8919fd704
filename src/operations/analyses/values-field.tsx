import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { findUnitFactor } from '#contract/nutrient-units.ts';
import { NUTRIENT_BASES, NUTRIENT_UNITS, type NutrientBasis, type NutrientUnit } from '#contract/nutrient-words.ts';
import { useConventions } from '#src/core/format/use-conventions.ts';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { IdSelect } from '#src/core/ui/id-select.tsx';
import { LineList } from '#src/core/ui/line-list.tsx';
import type { ListedNutrient } from './file.ts';
import { toTypedUnit } from './measures.ts';
import { newValue, type ValueValues } from './values.ts';

interface ValuesFieldProps {
  value: readonly ValueValues[];
  known: readonly ListedNutrient[];
  onChange: (values: ValueValues[]) => void;
  errorOf: (path: string) => string | undefined;
}

/** Decimals of a typed value. */
const VALUE_DECIMALS = 6;

/** The values of an analysis, each in a unit that the nutrient can be converted from. */
export function ValuesField({ value, known, onChange, errorOf }: ValuesFieldProps) {
  const { t } = useTranslation(['nutrients', 'core']);
  const { units } = useConventions();
  const listUnits = (nutrient: number | null) => {
    const own = known.find(({ id }) => id === nutrient)?.unit ?? 'percent';
    return NUTRIENT_UNITS.filter((unit) => findUnitFactor(unit, own)).map((unit) => ({ value: unit, label: t(`nutrients:units.${unit}`) }));
  };
  return (
    <LineList
      label={t('nutrients:analyses.values')}
      error={errorOf('values')}
      lines={value}
      onChange={onChange}
      newLine={() => newValue(value, known, units)}
      columns="minmax(0, 1fr) 120px 110px 150px"
      addLabel={t('nutrients:analyses.add_value')}
      removeName={(number) => t('nutrients:analyses.remove_value', { number })}
    >
      {(line, index, put) => (
        <>
          <IdSelect
            rows={known}
            label={t('nutrients:name')}
            value={line.nutrient}
            onChange={(nutrient) => {
              const { unit, per } = known.find(({ id }) => id === nutrient) ?? line;
              put({ nutrient, unit: toTypedUnit(unit, units), per });
            }}
            error={errorOf(`values.${index}.nutrient`)}
          />
          <DecimalInput
            kind="ratio"
            decimals={VALUE_DECIMALS}
            label={t('nutrients:analyses.value')}
            value={line.value}
            onChange={(next) => put({ value: next })}
            error={errorOf(`values.${index}.value`)}
          />
          <Select
            allowDeselect={false}
            label={t('nutrients:unit')}
            data={listUnits(line.nutrient)}
            value={line.unit}
            onChange={(unit) => put({ unit: unit as NutrientUnit })}
            error={errorOf(`values.${index}.unit`)}
          />
          <Select
            allowDeselect={false}
            wrapperProps={{ 'data-wide': true }}
            label={t('nutrients:per')}
            data={NUTRIENT_BASES.map((per) => ({ value: per, label: t(`nutrients:pers.${per}`) }))}
            value={line.per}
            onChange={(per) => put({ per: per as NutrientBasis })}
          />
        </>
      )}
    </LineList>
  );
}
