import { Paper, Table, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { minus } from '#common/format/decimal.ts';
import type { UnitKind } from '#common/format/kinds.ts';
import type { Kind } from '#contract/kinds.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { Truncated } from '#src/core/ui/truncated.tsx';
import { compareParts } from '#src/domain/recipe-editor/compare-parts.ts';
import classes from './versions.module.css';
import type { RationVersion } from './versions.ts';

/** Two versions side by side, the earlier one on the left. */
export function Compare({ before, after }: { before: RationVersion; after: RationVersion }) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const format = useFormat({ timezone: after.timezone });
  const unit = (kind: UnitKind) => t(format.unit(kind), format.unitValues);
  const [was, is] = [before.ration, after.ration];
  const facts = [
    { label: `${t('pages:recipe.dry_matter')}, %`, kind: 'percent', was: was.dry_matter, is: is.dry_matter },
    ...((was.target_dry_matter ?? is.target_dry_matter ?? null) === null
      ? []
      : [
          {
            label: `${t('pages:drymatter.water.target')}, %`,
            kind: 'percent' as const,
            was: was.target_dry_matter ?? null,
            is: is.target_dry_matter ?? null,
          },
        ]),
    { label: `${t('pages:recipe.price')},\u00a0${unit('price')}`, kind: 'price', was: was.price, is: is.price },
    { label: `${t('pages:rations.rounding')},\u00a0${unit('weight')}`, kind: 'weight', was: was.rounding, is: is.rounding },
  ] as const;
  const row = (label: string, kind: Kind, first: number | null, second: number | null) => (
    <Table.Tr key={label} data-changed={first !== second || undefined}>
      <Table.Td>{label}</Table.Td>
      <Table.Td data-right>{format.value(kind, first)}</Table.Td>
      <Table.Td data-right>{format.value(kind, second)}</Table.Td>
      <Table.Td data-right>{first === second ? '' : format.signed(kind, minus(second ?? 0, first ?? 0))}</Table.Td>
    </Table.Tr>
  );
  return (
    <Paper withBorder component="section" className={classes.card} aria-label={t('pages:rations.compare')}>
      <Title order={2} size="h3">
        {t('pages:rations.compare')}
      </Title>
      <Table.ScrollContainer minWidth={420} type="native">
        <Table className={classes.table} verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('pages:recipe.ingredient')}, %</Table.Th>
              <Table.Th data-right>{format.value('datetime', before.at)}</Table.Th>
              <Table.Th data-right>{format.value('datetime', after.at)}</Table.Th>
              <Table.Th data-right>{t('pages:rations.difference')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {was.name !== is.name && (
              <Table.Tr data-changed>
                <Table.Td>{t('operations:rations.name')}</Table.Td>
                <Table.Td data-right>
                  <Truncated text={was.name} />
                </Table.Td>
                <Table.Td data-right>
                  <Truncated text={is.name} />
                </Table.Td>
                <Table.Td />
              </Table.Tr>
            )}
            {compareParts(was.items, is.items).map((part) => row(part.name, 'percent', part.before, part.after))}
            {facts.map((fact) => row(fact.label, fact.kind, fact.was, fact.is))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  );
}
