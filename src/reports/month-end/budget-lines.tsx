import { Anchor, Group, Skeleton, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { monthRange } from '#contract/periods.ts';
import type { Row } from '#contract/reports/shape.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { type Chosen, useBudgetOfMonth } from './queries.ts';

/** Budget and cost of the month, a line for each farm with a budget, with a link to the causes; for users who may open that report. */
export function BudgetLines({ chosen }: { chosen: Chosen }) {
  return useAccess().can('additional', 'view') ? <Lines chosen={chosen} /> : null;
}

function Lines({ chosen }: { chosen: Chosen }) {
  const { t } = useTranslation(['reports', 'pages']);
  const format = useFormat();
  const path = useAppPath();
  const { data: rows, isPending } = useBudgetOfMonth(chosen);
  if (!rows) return isPending ? <Skeleton height={22} mb="xs" data-skeleton /> : null;
  if (rows.length === 0)
    return (
      <Anchor component={Link} to={path('reports/budgets')} size="sm" display="inline-block" mb="sm">
        {t('pages:budget.open')}
      </Anchor>
    );
  const { after, before } = monthRange(chosen.month);
  const text = ({ budget, fact, difference, difference_percent }: Row) =>
    [
      `${t('pages:budget.column.budget')} ${format.money(budget)}`,
      `${t('pages:budget.column.fact')} ${format.money(fact)}`,
      `${t('pages:budget.column.difference')} ${format.money(difference, { plus: true })}`,
      ...(difference_percent === null ? [] : [format.percent(difference_percent, { plus: true })]),
    ].join(' · ');
  return (
    <section aria-label={t('reports:report.budget')}>
      {rows.map((row) => (
        <Group key={String(row.farm_id)} gap="xs" mb="xs">
          <Text size="sm">{`${row.farm}: ${text(row)}`}</Text>
          <Anchor
            component={Link}
            to={path(`reports/budget?farm=${row.farm_id}&planned_on_after=${after}&planned_on_before=${before}`)}
            size="sm"
            aria-label={`${t('reports:report.budget')}, ${row.farm}`}
          >
            {t('reports:report.budget')}
          </Anchor>
        </Group>
      ))}
    </section>
  );
}
