import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#src/core/format/use-format.ts';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { goAlongOrAdd } from '#src/core/ui/go-along.ts';
import { IdSelect } from '#src/core/ui/id-select.tsx';
import { PartTools } from './part-tools.tsx';
import type { RecipeIngredient, RecipePart } from './parts.ts';
import classes from './recipe-editor.module.css';

interface RecipeRowProps {
  part: RecipePart;
  /** Ingredients for this row: its own, and those of no other part. */
  choices: readonly RecipeIngredient[];
  chosen: RecipeIngredient | undefined;
  place: { first: boolean; last: boolean };
  errors: { ingredient?: ReactNode; percent?: ReactNode };
  readOnly: boolean;
  autoFocus: boolean;
  onChange: (part: RecipePart) => void;
  /** True if the text was rows, which are now inserted. */
  onPaste: (text: string) => boolean;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
  /** Adds a row below the last one. */
  onAdd: () => void;
}

/** One part: ingredient, share, dry matter and price. */
export function RecipeRow(props: RecipeRowProps) {
  const { part, choices, chosen, place, errors, readOnly, autoFocus, onChange, onPaste, onMove, onRemove, onAdd } = props;
  const { t } = useTranslation(['core', 'pages']);
  const format = useFormat();
  const name = chosen?.name ?? t('pages:recipe.ingredient');
  return (
    <li
      className={classes.row}
      onPaste={(event) => {
        if (!readOnly && onPaste(event.clipboardData.getData('text/plain'))) event.preventDefault();
      }}
    >
      <IdSelect
        className={classes.ingredient}
        aria-label={t('pages:recipe.ingredient')}
        placeholder={t('pages:recipe.ingredient')}
        rows={choices}
        value={part.ingredient}
        onChange={(ingredient) => onChange({ ...part, ingredient })}
        searchable
        selectFirstOptionOnChange
        readOnly={readOnly}
        limit={100}
        error={errors.ingredient}
        data-autofocus={autoFocus || undefined}
        autoFocus={autoFocus}
      />
      <DecimalInput
        className={classes.percent}
        kind="percent"
        max={100}
        aria-label={t('pages:recipe.percent_of', { name })}
        value={part.percent}
        onChange={(percent) => onChange({ ...part, percent })}
        data-column="share"
        onKeyDown={(event) => event.key === 'Enter' && goAlongOrAdd(event, place.last, onAdd)}
        readOnly={readOnly}
        error={errors.percent}
      />
      <span className={classes.fact}>{format.value('percent', chosen?.dry_matter)}</span>
      <span className={classes.fact}>{format.value('price', chosen?.price)}</span>
      {!readOnly && (
        <span className={classes.tools}>
          <PartTools name={name} place={place} onMove={onMove} onRemove={onRemove} />
        </span>
      )}
    </li>
  );
}
