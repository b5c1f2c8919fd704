import { Paper, Table, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { minus } from '#common/format/decimal.ts';
import type { Kind } from '#contract/kinds.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { Truncated } from '#src/core/ui/truncated.tsx';
import type { NutrientPart } from '#src/operations/rations/nutrients.ts';
import classes from '#src/operations/rations/versions/versions.module.css';
import { type Compared, compareFigures, comparePartsByName, type Pair } from './compare-rations.ts';
import { useNutrientPairs } from './use-nutrient-pairs.ts';

interface ComparisonTableProps {
  /** The rations with their names on screen, and their feeds for the nutrients. */
  first: { name: string; ration: Compared; feeds: readonly NutrientPart[] };
  second: { name: string; ration: Compared; feeds: readonly NutrientPart[] };
  /** Weight of a head for a ration in percent, in kg. */
  perHead: number;
  /** Today at the farm. */
  today: string;
}

/** Two rations side by side: parts per head and in percent, weight, dry matter, cost, and nutrients. */
export function ComparisonTable({ first, second, perHead, today }: ComparisonTableProps) {
  const { t } = useTranslation(['operations', 'core', 'pages', 'nutrients', 'reports']);
  const format = useFormat();
  const nutrients = useNutrientPairs(first.feeds, second.feeds, today);
  const kg = t(format.unit('weight'));
  const parts = comparePartsByName(first.ration, second.ration, perHead);
  const figures = compareFigures(first.ration, second.ration, perHead);
  const row = (label: string, kind: Kind, pair: Pair) => {
    const [was, is] = [format.value(kind, pair.first), format.value(kind, pair.second)];
    return (
      <Table.Tr key={label} data-changed={was !== is || undefined}>
        <Table.Td>{label}</Table.Td>
        <Table.Td data-right>{was}</Table.Td>
        <Table.Td data-right>{is}</Table.Td>
        <Table.Td data-right>{was === is ? '' : format.signed(kind, pair.difference)}</Table.Td>
      </Table.Tr>
    );
  };
  const section = (title: string, rows: readonly React.ReactNode[]) => (
    <Table.ScrollContainer minWidth={420} type="native" key={title}>
      <Table className={classes.table} verticalSpacing={6} aria-label={title}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{title}</Table.Th>
            {[first.name, second.name].map((name, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: both sides may have one name
              <Table.Th key={index} data-right>
                <Truncated text={name} />
              </Table.Th>
            ))}
            <Table.Th data-right>{t('pages:rations.difference')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{rows}</Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
  const money = t(format.unit('money'), format.unitValues);
  return (
    <Paper withBorder component="section" className={classes.card} aria-label={t('pages:rations.compare')}>
      <Title order={2} size="h3">
        {t('pages:rations.compare')}
      </Title>
      {section(
        `${t('pages:rations.per_head')},\u00a0${kg}`,
        parts.map(({ name, kg: pair }) => row(name, 'weight', pair)),
      )}
      {section(
        `${t('pages:recipe.percent')}, %`,
        parts.map(({ name, percent }) => row(name, 'percent', percent)),
      )}
      {section(t('pages:rations.preview'), [
        row(`${t('pages:rations.per_head')},\u00a0${kg}`, 'weight', figures.kg),
        row(`${t('pages:recipe.dry_matter')}, %`, 'percent', figures.dryMatter),
        row(`${t('pages:rations.dry_per_head')},\u00a0${kg}`, 'weight', figures.dry),
        row(`${t('pages:rations.cost_per_head')},\u00a0${money}`, 'money', figures.cost),
        row(`${t('pages:recipe.price')},\u00a0${t(format.unit('price'), format.unitValues)}`, 'price', figures.price),
      ])}
      {nutrients.length > 0 &&
        section(
          `${t('operations:nutrients.title')}, ${t('nutrients:norms.pers.head')}`,
          nutrients.map(({ name, unit, missing, ...pair }) =>
            row(`${name}, ${t(`reports:nutrient_unit.${unit}`)}${missing ? ' ≥' : ''}`, 'ratio', {
              ...pair,
              difference: minus(pair.second, pair.first),
            }),
          ),
        )}
    </Paper>
  );
}
