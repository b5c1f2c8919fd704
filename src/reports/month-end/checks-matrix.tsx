import { Anchor, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { CHECK_CODES, type MonthCheck, type MonthEndFarm } from '#contract/reports/month-end.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import classes from './month-end.module.css';

interface ChecksMatrixProps {
  month: string;
  farms: readonly MonthEndFarm[];
  checks: readonly MonthCheck[];
}

/** Farms by checks of a month: the number of findings, with a link to the farm's month. Checks without findings have no column. */
export function ChecksMatrix({ month, farms, checks }: ChecksMatrixProps) {
  const { t } = useTranslation(['reports', 'pages']);
  const format = useFormat();
  const path = useAppPath();
  const codes = CHECK_CODES.filter((code) => checks.some((check) => check.code === code));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard, too
    <section className={classes.scroll} tabIndex={0} aria-label={t('pages:month_end.step.check')}>
      <Table verticalSpacing={6} horizontalSpacing={8} mb="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th fz="xs">{t('pages:month_end.farm')}</Table.Th>
            <Table.Th fz="xs">{format.month(month)}</Table.Th>
            {codes.map((code) => (
              <Table.Th key={code} ta="right" fz="xs">
                {t(`pages:month_end.check.${code}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {farms.map(({ farm, farm_name, months }) => {
            const { state, number, findings } = months.find((one) => one.month === month)!;
            return (
              <Table.Tr key={farm}>
                <Table.Th scope="row">
                  <Anchor component={Link} to={path(`reports/month-end?month=${month}&farm=${farm}`)} c="inherit" size="sm">
                    {farm_name}
                  </Anchor>
                </Table.Th>
                <Table.Td c={state === 'findings' ? 'var(--over)' : undefined}>
                  {t(`pages:month_end.state.${state}`, { number: state === 'closed' ? number : findings })}
                </Table.Td>
                {codes.map((code) => {
                  const found = checks.find((check) => check.farm === farm && check.code === code);
                  return (
                    <Table.Td key={code} ta="right">
                      {found ? format.value('count', found.count) : '–'}
                    </Table.Td>
                  );
                })}
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </section>
  );
}
