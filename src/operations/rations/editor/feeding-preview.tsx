import { Paper, Table, Text, Title } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseStep, planFeeding } from '#common/feeding/plan.ts';
import type { Formatter } from '#common/format/formatter.ts';
import { groups } from '#contract/operations/groups.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { useList } from '#src/core/resource/queries.ts';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { IdSelect } from '#src/core/ui/id-select.tsx';
import { lazyPart } from '#src/core/ui/lazy-part.ts';
import { Truncated } from '#src/core/ui/truncated.tsx';
import { useWeightUnit } from '#src/domain/plan/weight-unit.ts';
import { mixOf, type RecipeIngredient, type RecipePart } from '#src/domain/recipe-editor/parts.ts';
import classes from './editor.module.css';

interface FeedingPreviewProps {
  farm: number;
  /** Today at the farm. */
  today: string;
  items: readonly (RecipePart & { head_fresh: number })[];
  feeds: ReadonlyMap<number, RecipeIngredient>;
  /** The ration's step in kg. */
  rounding: number;
}

const NutrientPanel = lazyPart(async () => (await import('./nutrient-panel.tsx')).NutrientPanel);

/** An initial round number, in kg or lb. */
const FIRST_PER_HEAD = { kg: 40, lbs: 90 };

const firstPerHead = (format: Formatter) => format.toKg(format.units === 'lb' ? FIRST_PER_HEAD.lbs : FIRST_PER_HEAD.kg);

/** True if the shares add up to 100 %. Shares that follow from dry matter are rounded: each may differ by a millionth. */
function isWhole(parts: readonly RecipePart[]): boolean {
  const millionths = parts.reduce((sum, { percent }) => sum + Math.round((percent ?? 0) * 1_000_000), 0);
  return Math.abs(millionths - 100_000_000) <= parts.length;
}

/** A group's feed by the ration on screen: kilograms, dry matter and cost, per head and in total. */
export function FeedingPreview({ farm, today, items, feeds, rounding }: FeedingPreviewProps) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const format = useFormat();
  const unit = useWeightUnit();
  const { can } = useAccess();
  const found = useList(groups, { page_size: 1000, ordering: 'name' }, { farm, enabled: can('group', 'view') });
  const rows = found.data?.rows ?? [];
  const [chosen, setChosen] = useState<number | null>(null);
  const [typed, setTyped] = useState<number | null>();
  // The ration's own weight of a head; 0 for an empty ration.
  const own = items.reduce((sum, { head_fresh }) => sum + Math.round(head_fresh * 1000), 0) / 1000;
  const first = own || firstPerHead(format);
  const perHead = typed === undefined ? first : typed;
  const group = rows.find(({ id }) => id === chosen) ?? rows[0];
  const heads = group?.animal_count ?? 1;
  const parts = items.filter(({ ingredient, percent }) => ingredient !== null && percent);
  const mix = mixOf(parts, feeds);
  const kg = perHead ?? 0;
  const plan = planFeeding({
    groups: [{ heads, weight_per_head: kg }],
    percents: parts.map(({ percent }) => percent ?? 0),
    leftovers: false,
    planned_leftovers: 0,
    step: chooseStep({ mixerRounds: false, inPounds: false, rationStep: rounding }),
  });
  const facts = [
    ['total', `${format.value('weight', plan.weight_plan)}\u00a0${unit}`],
    ['dry_per_head', mix ? `${format.value('weight', (kg * mix.dry_matter) / 100)}\u00a0${unit}` : '–'],
    ['cost_per_head', format.money(mix && kg * mix.price)],
    ['cost_total', format.money(mix && plan.weight_plan * mix.price)],
  ] as const;
  const fed = parts.map(({ ingredient, percent }) => ({
    ingredient: ingredient ?? 0,
    kg: (kg * (percent ?? 0)) / 100,
    dry_matter: feeds.get(ingredient ?? 0)?.dry_matter ?? 0,
  }));
  const whole = isWhole(parts);
  return (
    <Paper withBorder component="section" className={classes.card} aria-label={t('pages:rations.preview')}>
      <Title order={2} size="h3">
        {t('pages:rations.preview')}
      </Title>
      <div className={classes.inputs}>
        {rows.length > 0 && <IdSelect label={t('pages:schedule.group')} rows={rows} value={group?.id ?? null} onChange={setChosen} />}
        <DecimalInput kind="weight" label={t('pages:schedule.weight_per_head')} value={perHead} onChange={setTyped} max={1000} />
      </div>
      <Text c="dimmed" size="xs">
        {group ? t('pages:rations.heads', { count: heads, shown: format.value('count', heads) }) : t('pages:rations.no_groups')}
      </Text>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`pages:rations.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {whole && kg > 0 && <PartWeights parts={parts} feeds={feeds} perHead={kg} weights={plan.items} />}
      {whole && kg > 0 && (
        <Suspense fallback={null}>
          <NutrientPanel parts={fed} group={group} today={today} />
        </Suspense>
      )}
      {!whole && (
        <Text c="dimmed" size="xs">
          {t('pages:rations.preview_waits')}
        </Text>
      )}
    </Paper>
  );
}

interface PartWeightsProps extends Pick<FeedingPreviewProps, 'feeds'> {
  parts: readonly RecipePart[];
  perHead: number;
  /** Kilograms of each part for the group. */
  weights: readonly number[];
}

function PartWeights({ parts, feeds, perHead, weights }: PartWeightsProps) {
  const { t } = useTranslation('pages');
  const format = useFormat();
  const unit = useWeightUnit();
  return (
    <Table className={classes.numbers} verticalSpacing={4} horizontalSpacing={4}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('pages:recipe.ingredient')}</Table.Th>
          <Table.Th data-right>{`${t('pages:rations.per_head')},\u00a0${unit}`}</Table.Th>
          <Table.Th data-right>{`${t('pages:rations.for_group')},\u00a0${unit}`}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {parts.map(({ ingredient, percent }, index) => (
          <Table.Tr key={ingredient}>
            <Table.Td>
              <Truncated text={feeds.get(ingredient ?? 0)?.name ?? ''} />
            </Table.Td>
            <Table.Td data-right>{format.value('weight', (perHead * (percent ?? 0)) / 100)}</Table.Td>
            <Table.Td data-right>{format.value('weight', weights[index])}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
