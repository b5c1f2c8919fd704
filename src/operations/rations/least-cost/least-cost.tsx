import { Alert, Button, Paper, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { IdSelect } from '#src/core/ui/id-select.tsx';
import type { RecipeIngredient } from '#src/domain/recipe-editor/parts.ts';
import { useNutrients } from '#src/operations/analyses/queries.ts';
import type { Ration } from '#src/operations/rations/columns.ts';
import { FeedsGrid } from './feeds-grid.tsx';
import classes from './least-cost.module.css';
import { LimitsGrid } from './limits-grid.tsx';
import { listNormLimits, useNormAnimals } from './norms.ts';
import { Outcome } from './outcome.tsx';
import { PriceLine } from './price-line.tsx';
import { readProblems, useLeastCost } from './use-least-cost.ts';
import { applyChanges, type FeedRow, type LimitRow, newLimit } from './values.ts';

export interface LeastCostProps {
  farm: number;
  ration: Ration;
  feeds: ReadonlyMap<number, RecipeIngredient>;
  mayAccept: boolean;
  onAccepted: (ration: Ration) => void;
}

/** The rows of the present ration: its feeds without bounds, and its dry matter per head. */
const listFeedRows = ({ items }: Ration, feeds: LeastCostProps['feeds']): FeedRow[] =>
  items.map(({ ingredient }) => ({ ingredient, price: feeds.get(ingredient)?.price ?? null, min: null, max: null }));

/** Limits and feeds in grids, one press, and the cheapest ration next to the present one. */
export function LeastCost({ farm, ration, feeds, mayAccept, onAccepted }: LeastCostProps) {
  const { t } = useTranslation(['nutrients', 'core']);
  const nutrients = useNutrients().data ?? [];
  const animals = useNormAnimals();
  const [rows, setRows] = useState(() => listFeedRows(ration, feeds));
  const [limits, setLimits] = useState(() => [
    newLimit(1, { of: 'dry_matter', min: ration.dry_matter_per_head, max: ration.dry_matter_per_head }),
  ]);
  const [heads, setHeads] = useState<number | null>(1);
  const { found, clear, problem, running, run, accept, accepting } = useLeastCost(farm, ration, onAccepted);
  const feedNames = new Map(rows.map(({ ingredient }) => [ingredient, feeds.get(ingredient)?.name ?? '–']));
  const { fields, general } = readProblems(problem, t, [...feedNames.values()]);
  const count = heads || 1;
  const changeLimits = (next: LimitRow[]) => {
    setLimits(next);
    clear();
  };
  const line = found?.answer.price_line;
  return (
    <div className={classes.stack}>
      <Text c="dimmed" maw={720}>
        {t('nutrients:leastcost.text')}
      </Text>
      <Paper withBorder className={classes.card}>
        <h3>{t('nutrients:leastcost.feeds')}</h3>
        <FeedsGrid
          rows={rows}
          feeds={feeds}
          found={found}
          heads={count}
          errors={fields}
          onChange={(next) => {
            setRows(next);
            clear();
          }}
          onLine={(ingredient) => void run(rows, limits, count, ingredient)}
        />
      </Paper>
      <Paper withBorder className={classes.card}>
        <h3>{t('nutrients:leastcost.limits')}</h3>
        {animals.length > 0 && (
          <IdSelect
            className={classes.adder}
            label={t('nutrients:leastcost.norms')}
            rows={animals}
            value={null}
            onChange={(id) => {
              const chosen = animals.find((one) => one.id === id);
              if (chosen) changeLimits(listNormLimits(chosen));
            }}
          />
        )}
        <LimitsGrid rows={limits} nutrients={nutrients} feedNames={feedNames} found={found} errors={fields} onChange={changeLimits} />
      </Paper>
      <div className={classes.run}>
        <DecimalInput kind="count" label={t('nutrients:leastcost.heads')} value={heads} onChange={setHeads} />
        <Button loading={running} onClick={() => void run(rows, limits, count)}>
          {t('nutrients:leastcost.run')}
        </Button>
      </div>
      {general.map((text) => (
        <Alert key={text} color="red" variant="light" role="alert">
          {text}
        </Alert>
      ))}
      {found && (
        <Paper withBorder className={classes.card}>
          <Outcome
            found={found}
            heads={count}
            nutrients={nutrients}
            feedNames={feedNames}
            onAccept={mayAccept ? (reason) => void accept(reason) : undefined}
            accepting={accepting}
            onApply={() => changeLimits(applyChanges(limits, found.answer.changes ?? []))}
          />
          {line && (
            <PriceLine
              line={line}
              name={feedNames.get(line.ingredient) ?? '–'}
              price={found.answer.feeds?.find(({ ingredient }) => ingredient === line.ingredient)?.price ?? 0}
            />
          )}
        </Paper>
      )}
    </div>
  );
}
