import { Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#src/core/format/use-format.ts';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { goAlongOrAdd } from '#src/core/ui/go-along.ts';
import { IdSelect } from '#src/core/ui/id-select.tsx';
import { useWeightUnit } from '#src/domain/plan/weight-unit.ts';
import { PartTools } from '#src/domain/recipe-editor/part-tools.tsx';
import { mixOf, type RecipeIngredient } from '#src/domain/recipe-editor/parts.ts';
import classes from '#src/domain/recipe-editor/recipe-editor.module.css';
import { type Feeds, measuresOf, type RationPart, type Written } from './measures/measures.ts';
import { pasteAmounts } from './measures/paste-amounts.ts';

interface HeadPartsProps {
  value: Written;
  ingredients: readonly RecipeIngredient[];
  feeds: Feeds;
  onChange: (value: Written) => void;
  errors: Readonly<Record<string, ReactNode>>;
  readOnly: boolean;
}

/** A ration in kilograms per head, with each part's share of the load. Enter goes down the column and adds a row at its end. */
export function HeadParts({ value, ingredients, feeds, onChange, errors, readOnly }: HeadPartsProps) {
  const { t } = useTranslation(['core', 'pages']);
  const format = useFormat();
  const unit = useWeightUnit();
  const rows = useRef<HTMLOListElement>(null);
  const [added, setAdded] = useState(-1);
  const { items } = value;
  const taken = new Set(items.map(({ ingredient }) => ingredient));
  const shares = measuresOf(value, feeds, 0).map(({ load_fresh }) => load_fresh);
  const total = items.reduce((sum, { amount }) => sum + Math.round((amount ?? 0) * 10_000), 0) / 10_000;
  const mix = mixOf(
    items.map(({ ingredient }, index) => ({ ingredient, percent: shares[index] ?? 0 })),
    feeds,
  );
  const set = (next: RationPart[]) => onChange({ basis: 'head_fresh', items: next });
  const isFull = taken.size > ingredients.length;
  const add = () => {
    if (isFull) return;
    setAdded(items.length);
    set([...items, { ingredient: null, percent: null, amount: null, hold: 'fresh', at: null }]);
  };
  const move = (index: number, by: number) => {
    const next = [...items];
    next.splice(index + by, 0, ...next.splice(index, 1));
    set(next);
  };
  const choose = (index: number, ingredient: number | null) => {
    set(items.with(index, { ...items[index]!, ingredient, at: null }));
    rows.current?.children[index]?.querySelector<HTMLInputElement>('input[data-column]')?.focus();
  };
  const facts = [
    [t('pages:rations.cost_per_head'), format.money(mix && total * mix.price)],
    [t('pages:recipe.dry_matter'), mix ? format.percent(mix.dry_matter) : '–'],
    [t('pages:rations.dry_per_head'), mix ? `${format.value('weight', (total * mix.dry_matter) / 100)}\u00a0${unit}` : '–'],
  ] as const;

  return (
    <section className={classes.editor} aria-label={t('pages:recipe.title')}>
      <div className={classes.head} aria-hidden>
        <span>{t('pages:recipe.ingredient')}</span>
        <span>{`${t('pages:rations.per_head')}, ${unit}`}</span>
        <span>{t('pages:recipe.percent')}, %</span>
        <span>{t('pages:recipe.dry_matter')}, %</span>
      </div>
      <ol className={classes.rows} ref={rows}>
        {items.map(({ ingredient, amount }, index) => {
          const chosen = feeds.get(ingredient ?? 0);
          const name = chosen?.name ?? t('pages:recipe.ingredient');
          return (
            <li
              // The index identifies a row, so that choosing its ingredient keeps the row's fields.
              key={String(index)}
              className={classes.row}
              onPaste={(event) => {
                const pasted = readOnly
                  ? null
                  : pasteAmounts(value, index, event.clipboardData.getData('text/plain'), ingredients, format.toKg);
                if (!pasted) return;
                event.preventDefault();
                onChange(pasted);
              }}
            >
              <IdSelect
                className={classes.ingredient}
                aria-label={t('pages:recipe.ingredient')}
                placeholder={t('pages:recipe.ingredient')}
                rows={ingredients.filter(({ id }) => id === ingredient || !taken.has(id))}
                value={ingredient}
                onChange={(id) => choose(index, id)}
                searchable
                selectFirstOptionOnChange
                readOnly={readOnly}
                limit={100}
                error={errors[`items.${index}.ingredient`]}
                autoFocus={index === added}
              />
              <DecimalInput
                className={classes.percent}
                kind="weight"
                decimals={4}
                max={1000}
                unit=""
                aria-label={`${t('pages:drymatter.bases.head_fresh', { unit })}: ${name}`}
                value={amount}
                onChange={(kg) => set(items.with(index, { ...items[index]!, amount: kg, at: null }))}
                data-column="head"
                onKeyDown={(event) => goAlongOrAdd(event, index === items.length - 1, add)}
                readOnly={readOnly}
                error={errors[`items.${index}.amount`] ?? errors[`items.${index}.percent`]}
              />
              <span className={classes.fact}>{amount === null ? '' : format.value('percent', shares[index])}</span>
              <span className={classes.fact}>{format.value('percent', chosen?.dry_matter)}</span>
              {!readOnly && (
                <span className={classes.tools}>
                  <PartTools
                    name={name}
                    place={{ first: index === 0, last: index === items.length - 1 }}
                    onMove={(by) => move(index, by)}
                    onRemove={() => set(items.filter((_, at) => at !== index))}
                  />
                </span>
              )}
            </li>
          );
        })}
      </ol>
      {!readOnly && (
        <Button variant="subtle" leftSection={<IconPlus size={16} aria-hidden />} onClick={add} disabled={isFull}>
          {t('pages:recipe.add')}
        </Button>
      )}
      <div className={classes.total}>
        <div className={classes.sum} data-exact={total > 0 || undefined} role="status">
          {`${t('pages:rations.total')}: ${format.value('weight', total)}\u00a0${unit}`}
        </div>
        <dl className={classes.mix}>
          {facts.map(([name, shown]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{shown}</dd>
            </div>
          ))}
        </dl>
      </div>
      {errors.items && (
        <Text c="var(--mantine-color-error)" size="xs" role="alert">
          {errors.items}
        </Text>
      )}
    </section>
  );
}
