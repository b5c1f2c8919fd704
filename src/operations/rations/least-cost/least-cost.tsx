import { Alert, Button, Paper, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RememberedLimits } from '#contract/least-cost.ts';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { IdSelect } from '#src/core/ui/id-select.tsx';
import { FailedState } from '#src/core/ui/states.tsx';
import { TableSkeleton } from '#src/core/ui/table-skeleton.tsx';
import type { RecipeIngredient } from '#src/domain/recipe-editor/parts.ts';
import { useNutrients } from '#src/operations/analyses/queries.ts';
import type { Ration } from '#src/operations/rations/columns.ts';
import { FeedsGrid } from './feeds-grid.tsx';
import classes from './least-cost.module.css';
import { LimitsGrid } from './limits-grid.tsx';
import { listNormLimits, takeNorms, useNormAnimals } from './norms.ts';
import { Outcome } from './outcome.tsx';
import { PriceLine } from './price-line.tsx';
import { listFeedRows, listLimitRows, useRemembered } from './remembered.ts';
import { readProblems, useLeastCost } from './use-least-cost.ts';
import { applyChanges, type LimitRow } from './values.ts';

export interface LeastCostProps {
  farm: number;
  ration: Ration;
  feeds: ReadonlyMap<number, RecipeIngredient>;
  mayAccept: boolean;
  onAccepted: (ration: Ration) => void;
}

/** Limits and feeds in grids as the last run left them, one press, and the cheapest ration next to the present one. */
export function LeastCost(props: LeastCostProps) {
  const { data, error, refetch } = useRemembered(props.farm, props.ration.id);
  // Rows that were opened stay, also if an accepted version refetches the ration.
  const [opened, setOpened] = useState<RememberedLimits | null>(null);
  if (opened === null && data) setOpened(data);
  if (error && !opened) return <FailedState error={error} onRetry={refetch} />;
  return opened ? <LeastCostGrids {...props} remembered={opened} /> : <TableSkeleton />;
}

function LeastCostGrids({ farm, ration, feeds, mayAccept, onAccepted, remembered }: LeastCostProps & { remembered: RememberedLimits }) {
  const { t } = useTranslation(['nutrients', 'core']);
  const nutrients = useNutrients().data ?? [];
  const animals = useNormAnimals(farm);
  const [rows, setRows] = useState(() => listFeedRows(ration, remembered, feeds));
  const [limits, setLimits] = useState(() => listLimitRows(ration, remembered));
  const [heads, setHeads] = useState<number | null>(remembered.planned_heads || (remembered.head ?? 1));
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
          farm={farm}
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
              if (chosen) changeLimits(takeNorms(limits, listNormLimits(chosen, nutrients)));
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
