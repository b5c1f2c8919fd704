import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#src/core/format/use-format.ts';
import { mixOf, type RecipeIngredient, type RecipePart, remainingOf, spreadRest } from './parts.ts';
import classes from './recipe-editor.module.css';

interface RecipeTotalProps {
  parts: readonly RecipePart[];
  ingredients: ReadonlyMap<number, RecipeIngredient>;
  readOnly: boolean;
  onChange: (parts: RecipePart[]) => void;
}

/** The rest to a hundred percent, and the mix of the parts. */
export function RecipeTotal({ parts, ingredients, readOnly, onChange }: RecipeTotalProps) {
  const { t } = useTranslation(['core', 'pages']);
  const format = useFormat();
  const remaining = remainingOf(parts);
  const mix = mixOf(parts, ingredients);
  const exact = remaining === 0 && parts.length > 0;
  const percent = format.value('percent', Math.abs(remaining));
  const facts = [
    ['dry_matter', format.value('percent', mix?.dry_matter), '%'],
    ['humidity', format.value('percent', mix?.humidity), '%'],
    ['price', format.value('price', mix?.price), t(format.unit('price'), format.unitValues)],
  ] as const;
  return (
    <div className={classes.total}>
      <div className={classes.sum} data-exact={exact || undefined} role="status">
        {exact ? <IconCircleCheck size={18} aria-hidden /> : <IconAlertTriangle size={18} aria-hidden />}
        {exact ? t('pages:recipe.exact') : t(remaining > 0 ? 'pages:recipe.remaining' : 'pages:recipe.over', { percent })}
        {!readOnly && !exact && parts.length > 0 && (
          <Button size="compact-sm" variant="light" onClick={() => onChange(spreadRest(parts))}>
            {t('pages:recipe.spread')}
          </Button>
        )}
      </div>
      <dl className={classes.mix}>
        {facts.map(([name, value, unit]) => (
          <div key={name}>
            <dt>{t(`pages:recipe.${name}`)}</dt>
            <dd>
              {value} <small>{mix && unit}</small>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
