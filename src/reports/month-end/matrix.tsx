import { Button, Table, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { MonthEndFarm } from '#contract/reports/month-end.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import classes from './month-end.module.css';
import type { Chosen } from './queries.ts';

interface MatrixProps {
  rows: readonly MonthEndFarm[];
  chosen: Chosen;
  /** Called with null for all farms. */
  onChoose: (month: string, farm: number | null) => void;
}

/** Farms by months, newest first. A month's heading chooses it for all farms, a cell for one. */
export function Matrix({ rows, chosen, onChoose }: MatrixProps) {
  const { t } = useTranslation(['reports', 'pages']);
  const format = useFormat();
  const months = rows[0]?.months.map(({ month }) => month) ?? [];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard, too
    <section className={`${classes.scroll} ${classes.matrix}`} tabIndex={0} aria-label={t('pages:month_end.matrix')}>
      <Table verticalSpacing={4} horizontalSpacing={4} bg="var(--surface)">
        <Table.Thead>
          <Table.Tr>
            <Table.Th className={classes.farm}>{t('pages:month_end.farm')}</Table.Th>
            {months.map((month) => (
              <Table.Th key={month}>
                <Button
                  size="compact-sm"
                  variant={month === chosen.month ? 'light' : 'subtle'}
                  color={month === chosen.month ? undefined : 'gray'}
                  aria-pressed={month === chosen.month}
                  classNames={{ label: classes.month }}
                  onClick={() => onChoose(month, null)}
                >
                  {format.month(month)}
                </Button>
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ farm, farm_name, months: states }) => (
            <Table.Tr key={farm}>
              <Table.Th scope="row" className={classes.farm}>
                {farm_name}
              </Table.Th>
              {states.map(({ month, state, findings, number, closed_at, closed_by_name }) => {
                const text = t(`pages:month_end.state.${state}`, { number: state === 'closed' ? number : findings });
                const by =
                  closed_at && t('pages:month_end.closed_by', { at: format.value('datetime', closed_at), by: closed_by_name ?? '–' });
                return (
                  <Table.Td key={month}>
                    <UnstyledButton
                      className={classes.cell}
                      data-state={state}
                      aria-pressed={month === chosen.month && chosen.farms.includes(farm)}
                      aria-label={[farm_name, format.month(month), text, by].filter(Boolean).join(', ')}
                      title={by ?? undefined}
                      onClick={() => onChoose(month, farm)}
                    >
                      {text}
                    </UnstyledButton>
                  </Table.Td>
                );
              })}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
