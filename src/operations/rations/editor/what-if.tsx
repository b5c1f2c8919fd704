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
import type { Wetting } from './measures/measures.ts';
import { waterFor } from './measures/mixed-load.ts';

interface Trial {
  price?: number | null;
  dry_matter?: number | null;
}

interface WhatIfProps {
  /** The load, with kilograms per head of each part. */
  items: readonly (RecipePart & { head_fresh: number; head_dry: number })[];
  water: Wetting;
  feeds: ReadonlyMap<number, RecipeIngredient>;
}

type Feeds = WhatIfProps['feeds'];

/** The feeds with the tried prices and dry matter. */
const applyTrials = (feeds: Feeds, trials: Readonly<Record<number, Trial>>): Feeds =>
  new Map(
    [...feeds].map(([id, feed]) => {
      const { price, dry_matter } = trials[id] ?? {};
      return [id, { ...feed, price: price ?? feed.price, dry_matter: dry_matter ?? feed.dry_matter }];
    }),
  );

/** The mix with the tried feeds. Another dry matter needs another amount of water. */
function mixTried({ items, water }: WhatIfProps, tried: Feeds) {
  const dryThen = ({ ingredient, percent }: RecipePart) => {
    const head_fresh = percent ?? 0;
    return { head_fresh, head_dry: (head_fresh * (tried.get(ingredient ?? 0)?.dry_matter ?? 0)) / 100 };
  };
  const fed = items.filter(({ ingredient }) => ingredient !== water.water);
  return mixOf([...fed, { ingredient: water.water, percent: waterFor(fed.map(dryThen), water, tried) }], tried);
}

/** Fresh kilograms and cost per head of each part, as they are and for the same dry matter with the tried feeds. */
function equalDryMatter({ items, water, feeds }: WhatIfProps, tried: Feeds) {
  const fed = items.filter(({ ingredient }) => ingredient !== water.water);
  const loads = [...fed, ...(water.water === null ? [] : [{ ingredient: water.water }])].flatMap(({ ingredient }) => {
    const [feed, trial] = [feeds.get(ingredient ?? 0), tried.get(ingredient ?? 0)];
    if (!feed || !trial) return [];
    const { head_fresh: was, head_dry: dry } = items.find((part) => part.ingredient === ingredient) ?? { head_fresh: 0, head_dry: 0 };
    const is = trial.dry_matter === feed.dry_matter || !trial.dry_matter ? was : (dry * 100) / trial.dry_matter;
    return [{ id: feed.id, was, is, dry: (is * trial.dry_matter) / 100, price: { was: feed.price, is: trial.price } }];
  });
  const added = waterFor(
    loads.filter(({ id }) => id !== water.water).map(({ is, dry }) => ({ head_fresh: is, head_dry: dry })),
    water,
    tried,
  );
  return loads.map(({ price, ...one }) => {
    const is = one.id === water.water ? added : one.is;
    return { ...one, is, costWas: one.was * price.was, costIs: is * price.is };
  });
}

type EqualLoad = ReturnType<typeof equalDryMatter>[number];

/** A trial of other prices and dry matter on the ration on screen. Nothing is saved. */
export function WhatIf(props: WhatIfProps) {
  const { items, feeds } = props;
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const format = useFormat();
  const unit = useWeightUnit();
  const [trials, setTrials] = useState<Readonly<Record<number, Trial>>>({});
  const tried = applyTrials(feeds, trials);
  const parts = items.filter(({ ingredient, percent }) => ingredient !== null && percent);
  const equal = equalDryMatter(props, tried);
  const set = (id: number, trial: Trial) => setTrials({ ...trials, [id]: { ...trials[id], ...trial } });
  const price = t(format.unit('price'), format.unitValues);
  if (parts.length === 0) return <Text c="dimmed">{t('pages:rations.no_items')}</Text>;
  return (
    <div className={classes.stack}>
      <Text c="dimmed" maw={640}>
        {t('pages:rations.what_if_text')}
      </Text>
      <Outcome now={mixOf(parts, feeds)} then={mixTried(props, tried)} equal={equal} />
      <Paper withBorder className={classes.card}>
        <Table.ScrollContainer minWidth={560} type="native">
          <Table className={classes.numbers} verticalSpacing={6} aria-label={t('pages:rations.what_if')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('pages:recipe.ingredient')}</Table.Th>
                <Table.Th data-right>{t('pages:recipe.percent')}, %</Table.Th>
                <Table.Th data-right>{`${t('pages:recipe.price')},\u00a0${price}`}</Table.Th>
                <Table.Th data-right>{t('pages:rations.if_price')}</Table.Th>
                <Table.Th data-right>{t('pages:recipe.dry_matter')}, %</Table.Th>
                <Table.Th data-right>{t('pages:rations.if_dry')}</Table.Th>
                <Table.Th data-right>{`${t('pages:drymatter.equal')},\u00a0${unit}`}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {parts.map(({ ingredient, percent }) => {
                const feed = feeds.get(ingredient ?? 0);
                if (!feed) return null;
                return (
                  <TrialLine
                    key={feed.id}
                    feed={feed}
                    percent={percent}
                    trial={trials[feed.id]}
                    kg={equal.find(({ id }) => id === feed.id)?.is}
                    onTry={(trial) => set(feed.id, trial)}
                  />
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

interface OutcomeProps {
  now: ReturnType<typeof mixOf>;
  then: ReturnType<typeof mixOf>;
  equal: readonly EqualLoad[];
}

/** The ration's figures as they are, and with the tried feeds. */
function Outcome({ now, then, equal }: OutcomeProps) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const format = useFormat();
  const unit = useWeightUnit();
  const price = t(format.unit('price'), format.unitValues);
  const sum = (of: 'was' | 'is' | 'costWas' | 'costIs') => equal.reduce((all, one) => all + one[of], 0);
  const results = [
    { label: `${t('pages:recipe.price')},\u00a0${price}`, kind: 'price', was: now?.price, is: then?.price },
    {
      label: `${t('pages:rations.price_tonne')},\u00a0${t(format.unit('money'), format.unitValues)}`,
      kind: 'money',
      was: now && now.price * 1000,
      is: then && then.price * 1000,
    },
    { label: `${t('pages:recipe.dry_matter')}, %`, kind: 'percent', was: now?.dry_matter, is: then?.dry_matter },
    {
      label: `${t('pages:drymatter.equal')}: ${t('pages:rations.per_head')}, ${unit}`,
      kind: 'weight',
      was: sum('was'),
      is: sum('is'),
    },
    {
      label: `${t('pages:drymatter.equal')}: ${t('pages:rations.cost_per_head')}, ${t(format.unit('money'), format.unitValues)}`,
      kind: 'money',
      was: sum('costWas'),
      is: sum('costIs'),
    },
  ] as const;

  return (
    <Paper withBorder component="section" className={classes.card} aria-label={t('pages:rations.outcome')}>
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
  );
}

interface TrialLineProps {
  feed: RecipeIngredient;
  percent: number | null;
  trial: Trial | undefined;
  /** Fresh kilograms per head for the same dry matter. */
  kg: number | undefined;
  onTry: (trial: Trial) => void;
}

function TrialLine({ feed, percent, trial, kg, onTry }: TrialLineProps) {
  const { t } = useTranslation('pages');
  const format = useFormat();
  return (
    <Table.Tr>
      <Table.Td>
        <Truncated text={feed.name} at={45} />
      </Table.Td>
      <Table.Td data-right>{format.value('percent', percent)}</Table.Td>
      <Table.Td data-right>{format.value('price', feed.price)}</Table.Td>
      <Table.Td>
        <DecimalInput
          kind="price"
          className={classes.trial}
          aria-label={`${t('pages:rations.if_price')}: ${feed.name}`}
          value={trial?.price === undefined ? feed.price : trial.price}
          onChange={(value) => onTry({ price: value })}
        />
      </Table.Td>
      <Table.Td data-right>{format.value('percent', feed.dry_matter)}</Table.Td>
      <Table.Td>
        <DecimalInput
          kind="percent"
          max={100}
          className={classes.trial}
          aria-label={`${t('pages:rations.if_dry')}: ${feed.name}`}
          value={trial?.dry_matter === undefined ? feed.dry_matter : trial.dry_matter}
          onChange={(value) => onTry({ dry_matter: value })}
        />
      </Table.Td>
      <Table.Td data-right>{format.value('weight', kg)}</Table.Td>
    </Table.Tr>
  );
}
