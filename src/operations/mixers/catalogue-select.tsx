import { type OptionsFilter, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { includesText } from '#common/texts/search-text.ts';
import type { CatalogueRow } from '#contract/operations/mixer-catalogue.ts';

interface CatalogueSelectProps {
  rows: readonly CatalogueRow[];
  value: number | null;
  onChange: (row: CatalogueRow | null) => void;
  disabled?: boolean;
}

/** By the brand, all of its calibrations; else those whose model or name has the words. */
const byBrandToo: OptionsFilter = ({ options, search }) => {
  const has = (text: unknown) => includesText(String(text), search);
  return options
    .map((option) =>
      'group' in option && !has(option.group) ? { ...option, items: option.items.filter(({ label }) => has(label)) } : option,
    )
    .filter((option) => !('group' in option) || option.items.length > 0);
};

/** A calibration of the mixer database to begin with. Absent where the database is empty. */
export function CatalogueSelect({ rows, value, onChange, disabled }: CatalogueSelectProps) {
  const { t } = useTranslation(['operations', 'core']);
  if (rows.length === 0) return null;
  const brands = [...new Set(rows.map(({ brand_name }) => brand_name))];
  return (
    <Select
      label={t('operations:mixers.from_database')}
      description={t('operations:mixers.from_database_hint')}
      placeholder={t('operations:mixers.choose_calibration')}
      data={brands.map((brand) => ({
        group: brand,
        items: rows
          .filter(({ brand_name }) => brand_name === brand)
          .map(({ id, model_name, name }) => ({ value: String(id), label: `${model_name} · ${name}` })),
      }))}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange(rows.find((row) => String(row.id) === id) ?? null)}
      disabled={disabled}
      searchable
      filter={byBrandToo}
      allowDeselect={false}
      clearable
      clearButtonProps={{ 'aria-label': t('core:actions.reset') }}
      nothingFoundMessage={t('core:list.nothing')}
    />
  );
}
