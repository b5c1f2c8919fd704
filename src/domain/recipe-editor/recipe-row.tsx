import { ActionIcon, Select } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#src/core/format/use-format.ts';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { goAlong } from '#src/core/ui/go-along.ts';
import type { RecipeIngredient, RecipePart } from './parts.ts';
import classes from './recipe-editor.module.css';

interface RecipeRowProps {
  part: RecipePart;
  /** Those that may be chosen here: the part's own and those that no other part has. */
  choices: readonly RecipeIngredient[];
  chosen: RecipeIngredient | undefined;
  place: { first: boolean; last: boolean };
  errors: { ingredient?: ReactNode; percent?: ReactNode };
  readOnly: boolean;
  autoFocus: boolean;
  onChange: (part: RecipePart) => void;
  /** Whether the text was rows, and is in them now. */
  onPaste: (text: string) => boolean;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

/** Enter goes to the next row's share, Ctrl Enter saves. */
function goOn(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== 'Enter') return;
  if (event.ctrlKey || event.metaKey) {
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  } else goAlong(event);
}

/** One part: its ingredient, its share, and what it brings along. */
export function RecipeRow(props: RecipeRowProps) {
  const { part, choices, chosen, place, errors, readOnly, autoFocus, onChange, onPaste, onMove, onRemove } = props;
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
      <Select
        className={classes.ingredient}
        aria-label={t('pages:recipe.ingredient')}
        placeholder={t('pages:recipe.ingredient')}
        data={choices.map(({ id, name: label }) => ({ value: String(id), label }))}
        value={part.ingredient === null ? null : String(part.ingredient)}
        onChange={(value) => onChange({ ...part, ingredient: value === null ? null : Number(value) })}
        searchable
        allowDeselect={false}
        readOnly={readOnly}
        limit={100}
        nothingFoundMessage={t('core:list.nothing')}
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
        onKeyDown={goOn}
        readOnly={readOnly}
        error={errors.percent}
      />
      <span className={classes.fact}>{format.value('percent', chosen?.dry_matter)}</span>
      <span className={classes.fact}>{format.value('price', chosen?.price)}</span>
      {!readOnly && (
        <span className={classes.tools}>
          <ActionIcon
            variant="subtle"
            color="gray"
            disabled={place.first}
            aria-label={t('pages:recipe.up', { name })}
            onClick={() => onMove(-1)}
          >
            <IconArrowUp size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            disabled={place.last}
            aria-label={t('pages:recipe.down', { name })}
            onClick={() => onMove(1)}
          >
            <IconArrowDown size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon variant="subtle" color="gray" aria-label={t('pages:recipe.remove', { name })} onClick={onRemove}>
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </span>
      )}
    </li>
  );
}
