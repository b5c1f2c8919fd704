import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#src/core/format/use-format.ts';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { IdSelect } from '#src/core/ui/id-select.tsx';
import { useWeightUnit } from '#src/domain/plan/weight-unit.ts';
import type { RecipeIngredient } from '#src/domain/recipe-editor/parts.ts';
import classes from './measures.module.css';
import { type Feeds, measuresOf, type Wetting, type Written } from './measures.ts';
import { waterFor } from './mixed-load.ts';

interface WaterPartProps {
  value: Wetting;
  written: Written;
  ingredients: readonly RecipeIngredient[];
  feeds: Feeds;
  perHead: number;
  errors: Readonly<Record<string, ReactNode>>;
  readOnly: boolean;
  onChange: (value: Wetting) => void;
}

/** Target dry matter of the mix, its water, and the resulting amount. */
export function WaterPart({ value, written, ingredients, feeds, perHead, errors, readOnly, onChange }: WaterPartProps) {
  const { t } = useTranslation('pages');
  const format = useFormat();
  const unit = useWeightUnit();
  const { target_dry_matter, water } = value;
  const measures = measuresOf(written, feeds, perHead);
  const sum = (of: 'head_fresh' | 'head_dry') => measures.reduce((all, one) => all + one[of], 0);
  const kg = waterFor(measures, value, feeds);
  const weight = (of: number) => `${format.value('weight', of)}\u00a0${unit}`;
  // The wettest feeds come first, so water itself.
  const wetter = ingredients
    .filter(({ id, dry_matter }) => id === water || dry_matter < (target_dry_matter ?? 100))
    .toSorted((one, other) => one.dry_matter - other.dry_matter);
  const type = (target: number | null) =>
    onChange({
      target_dry_matter: target,
      water: water ?? (target === null ? null : (wetter.find((feed) => feed.dry_matter === 0)?.id ?? null)),
    });
  return (
    <section className={classes.editor} aria-label={t('pages:drymatter.water.target')}>
      <div className={classes.inputs}>
        <DecimalInput
          kind="percent"
          label={t('pages:drymatter.water.target')}
          value={target_dry_matter}
          max={100}
          readOnly={readOnly}
          error={errors.target_dry_matter}
          onChange={type}
        />
        <IdSelect
          label={t('pages:drymatter.water.with')}
          rows={wetter}
          value={water}
          allowDeselect
          searchable
          clearable={!readOnly}
          readOnly={readOnly}
          limit={100}
          error={errors.water}
          onChange={(id) => onChange({ target_dry_matter, water: id })}
        />
      </div>
      <Text size="xs" c="dimmed">
        {t('pages:drymatter.water.hint')}
      </Text>
      {target_dry_matter !== null && water !== null && sum('head_fresh') > 0 && (
        <Text size="sm" role="status">
          {kg > 0
            ? t('pages:drymatter.water.adds', {
                name: feeds.get(water)?.name ?? '–',
                water: weight(kg),
                whole: weight(sum('head_fresh') + kg),
              })
            : t('pages:drymatter.water.enough', { percent: format.percent((sum('head_dry') * 100) / sum('head_fresh')) })}
        </Text>
      )}
    </section>
  );
}
