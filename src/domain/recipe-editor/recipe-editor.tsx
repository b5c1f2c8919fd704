import { Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#src/core/format/use-format.ts';
import { saveByKey } from '#src/core/ui/go-along.ts';
import type { RecipeIngredient, RecipePart } from './parts.ts';
import { pasteAt, pastedParts } from './pasted-parts.ts';
import classes from './recipe-editor.module.css';
import { RecipeRow } from './recipe-row.tsx';
import { RecipeTotal } from './recipe-total.tsx';

interface RecipeEditorProps {
  items: readonly RecipePart[];
  /** All ingredients for selection, with price and dry matter. */
  ingredients: readonly RecipeIngredient[];
  onChange: (items: RecipePart[]) => void;
  /** A form's errors by path: `items`, `items.2.percent`, `items.0.ingredient`. */
  errors?: Readonly<Record<string, ReactNode>>;
  readOnly?: boolean;
}

/** Percentages of ingredients that sum to exactly a hundred, in the order of loading. */
export function RecipeEditor({ items, ingredients, onChange, errors = {}, readOnly = false }: RecipeEditorProps) {
  const { t } = useTranslation(['core', 'pages']);
  const format = useFormat();
  const [added, setAdded] = useState(-1);
  const byId = useMemo(() => new Map(ingredients.map((one) => [one.id, one])), [ingredients]);
  const taken = new Set(items.map(({ ingredient }) => ingredient));
  const priceUnit = t(format.unit('price'), format.unitValues);

  const move = (index: number, by: number) => {
    const next = [...items];
    next.splice(index + by, 0, ...next.splice(index, 1));
    onChange(next);
  };
  const isFull = taken.size > ingredients.length;
  const add = () => {
    if (isFull) return;
    setAdded(items.length);
    onChange([...items, { ingredient: null, percent: null }]);
  };

  /** Pastes rows of a spreadsheet from this row on. */
  const paste = (index: number, text: string): boolean => {
    const pasted = pastedParts(text, ingredients);
    if (pasted) onChange(pasteAt(items, index, pasted));
    return pasted !== null;
  };

  return (
    <section className={classes.editor} aria-label={t('pages:recipe.title')} onKeyDownCapture={saveByKey}>
      <div className={classes.head} aria-hidden>
        <span>{t('pages:recipe.ingredient')}</span>
        <span>{t('pages:recipe.percent')}, %</span>
        <span>{t('pages:recipe.dry_matter')}, %</span>
        <span>{`${t('pages:recipe.price')}, ${priceUnit}`}</span>
      </div>
      <ol className={classes.rows}>
        {items.map((part, index) => (
          <RecipeRow
            // The index identifies a row, so that choosing its ingredient keeps the focus.
            key={String(index)}
            part={part}
            chosen={part.ingredient === null ? undefined : byId.get(part.ingredient)}
            choices={ingredients.filter(({ id }) => id === part.ingredient || !taken.has(id))}
            place={{ first: index === 0, last: index === items.length - 1 }}
            errors={{ ingredient: errors[`items.${index}.ingredient`], percent: errors[`items.${index}.percent`] }}
            readOnly={readOnly}
            autoFocus={index === added}
            onChange={(next) => onChange(items.map((other, at) => (at === index ? next : other)))}
            onPaste={(text) => paste(index, text)}
            onMove={(by) => move(index, by)}
            onRemove={() => onChange(items.filter((_, at) => at !== index))}
            onAdd={add}
          />
        ))}
      </ol>
      {!readOnly && (
        <Button variant="subtle" leftSection={<IconPlus size={16} aria-hidden />} onClick={add} disabled={isFull}>
          {t('pages:recipe.add')}
        </Button>
      )}
      <RecipeTotal parts={items} ingredients={byId} readOnly={readOnly} onChange={onChange} />
      {errors.items && (
        <Text c="var(--mantine-color-error)" size="xs" role="alert">
          {errors.items}
        </Text>
      )}
    </section>
  );
}
