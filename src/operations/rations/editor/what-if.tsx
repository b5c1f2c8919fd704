import { Button, Paper, Table, Text } from '@mantine/core';
import { IconRotate } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { minus } from '#common/format/decimal.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { Truncated } from '#src/core/ui/truncated.tsx';
import { useWeightUnit } from '#src/domain/plan/weight-unit.ts';
import { mixOf, type RecipeIngredient, type RecipePart } from '#src/domain/recipe-editor/parts.ts';
import classes from './editor.module.css';

interface Trial {
  price?: number | null;
  dry_matter?: number | null;
}

interface WhatIfProps {
  items: readonly RecipePart[];
  feeds: ReadonlyMap<number, RecipeIngredient>;
  /** Kilograms of each that a head gets, as fed and dry. */
  heads: readonly { head_fresh: number; head_dry: number }[];
}

/** Other prices and dry matter, tried out on the ration as it stands on screen; nothing is saved. */
export function WhatIf({ items, feeds, heads }: WhatIfProps) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const format = useFormat();
  const [trials, setTrials] = useState<Readonly<Record<number, Trial>>>({});
  const tried = new Map(
    [...feeds].map(([id, feed]) => {
      const { price, dry_matter } = trials[id] ?? {};
      return [id, { ...feed, price: price ?? feed.price, dry_matter: dry_matter ?? feed.dry_matter }];
    }),
  );
  const parts = items.filter(({ ingredient, percent }) => ingredient !== null && percent);
  const now = mixOf(parts, feeds);
  const then = mixOf(parts, tried);
  const unit = useWeightUnit();
  // What a head would have to get as fed for as much dry matter.
  const loads = items.flatMap(({ ingredient }, index) => {
    const [feed, trial] = [feeds.get(ingredient ?? 0), tried.get(ingredient ?? 0)];
    const { head_fresh: was, head_dry: dry } = heads[index] ?? { head_fresh: 0, head_dry: 0 };
    if (!feed || !trial) return [];
    const is = trial.dry_matter === feed.dry_matter || !trial.dry_matter ? was : (dry * 100) / trial.dry_matter;
    return [{ id: feed.id, was, is, costWas: was * feed.price, costIs: is * trial.price }];
  });
  const sum = (of: 'was' | 'is' | 'costWas' | 'costIs') => loads.reduce((all, one) => all + one[of], 0);
  const set = (id: number, trial: Trial) => setTrials({ ...trials, [id]: { ...trials[id], ...trial } });
  const price = t(format.unit('price'), format.unitValues);
  const results = [
    { label: `${t('core:recipe.price')}, ${price}`, kind: 'price', was: now?.price, is: then?.price },
    {
      label: `${t('operations:rations.price_tonne')}, ${t(format.unit('money'), format.unitValues)}`,
      kind: 'money',
      was: now && now.price * 1000,
      is: then && then.price * 1000,
    },
    { label: `${t('core:recipe.dry_matter')}, %`, kind: 'percent', was: now?.dry_matter, is: then?.dry_matter },
    {
      label: `${t('pages:drymatter.equal')}: ${t('operations:rations.per_head')}, ${unit}`,
      kind: 'weight',
      was: sum('was'),
      is: sum('is'),
    },
    {
      label: `${t('pages:drymatter.equal')}: ${t('operations:rations.cost_per_head')}, ${t(format.unit('money'), format.unitValues)}`,
      kind: 'money',
      was: sum('costWas'),
      is: sum('costIs'),
    },
  ] as const;

  if (parts.length === 0) return <Text c="dimmed">{t('operations:rations.no_items')}</Text>;
  return (
    <div className={classes.stack}>
      <Text c="dimmed" maw={640}>
        {t('operations:rations.what_if_text')}
      </Text>
      <Paper withBorder component="section" className={classes.card} aria-label={t('operations:rations.outcome')}>
        <dl className={classes.outcome}>
          {results.map(({ label, kind, was, is }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                {format.value(kind, was)} → <b>{format.value(kind, is)}</b>{' '}
                {is != null && was != null && is !== was && <small>{format.signed(kind, minus(is, was))}</small>}
              </dd>
            </div>
          ))}
        </dl>
      </Paper>
      <Paper withBorder className={classes.card}>
        <Table.ScrollContainer minWidth={560} type="native">
          <Table className={classes.numbers} verticalSpacing={6} aria-label={t('operations:rations.what_if')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('core:recipe.ingredient')}</Table.Th>
                <Table.Th data-right>{t('core:recipe.percent')}, %</Table.Th>
                <Table.Th data-right>
                  {t('core:recipe.price')}, {price}
                </Table.Th>
                <Table.Th data-right>{t('operations:rations.if_price')}</Table.Th>
                <Table.Th data-right>{t('core:recipe.dry_matter')}, %</Table.Th>
                <Table.Th data-right>{t('operations:rations.if_dry')}</Table.Th>
                <Table.Th data-right>
                  {t('pages:drymatter.equal')}, {unit}
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {parts.map(({ ingredient, percent }) => {
                const feed = feeds.get(ingredient ?? 0);
                if (!feed) return null;
                const trial = trials[feed.id];
                return (
                  <Table.Tr key={feed.id}>
                    <Table.Td>
                      <Truncated text={feed.name} at={45} />
                    </Table.Td>
                    <Table.Td data-right>{format.value('percent', percent)}</Table.Td>
                    <Table.Td data-right>{format.value('price', feed.price)}</Table.Td>
                    <Table.Td>
                      <DecimalInput
                        kind="price"
                        className={classes.trial}
                        aria-label={`${t('operations:rations.if_price')}: ${feed.name}`}
                        value={trial?.price === undefined ? feed.price : trial.price}
                        onChange={(value) => set(feed.id, { price: value })}
                      />
                    </Table.Td>
                    <Table.Td data-right>{format.value('percent', feed.dry_matter)}</Table.Td>
                    <Table.Td>
                      <DecimalInput
                        kind="percent"
                        max={100}
                        className={classes.trial}
                        aria-label={`${t('operations:rations.if_dry')}: ${feed.name}`}
                        value={trial?.dry_matter === undefined ? feed.dry_matter : trial.dry_matter}
                        onChange={(value) => set(feed.id, { dry_matter: value })}
                      />
                    </Table.Td>
                    <Table.Td data-right>{format.value('weight', loads.find(({ id }) => id === feed.id)?.is)}</Table.Td>
                  </Table.Tr>
                );
              })}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
        <Button
          variant="subtle"
          leftSection={<IconRotate size={16} aria-hidden />}
          disabled={Object.keys(trials).length === 0}
          onClick={() => setTrials({})}
        >
          {t('core:actions.reset')}
        </Button>
      </Paper>
    </div>
  );
}
