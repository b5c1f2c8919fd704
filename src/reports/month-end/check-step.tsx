import { Anchor, Table, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { MonthCheck } from '#contract/reports/month-end.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { EmptyState, FailedState } from '#src/core/ui/states.tsx';
import { TableSkeleton } from '#src/core/ui/table-skeleton.tsx';
import { useFixedBy } from './fixed-by.ts';
import classes from './month-end.module.css';
import { type Chosen, useChecks } from './queries.ts';

/** Number of examples shown before the link to all of them. */
const NAMED = 3;

/** The most expensive items, sorted by day. */
const listNamedItems = ({ items }: MonthCheck) => items.slice(0, NAMED).toSorted((a, b) => (a.day ?? '').localeCompare(b.day ?? ''));

/** Results of the checks, worst first, each with a link to where it can be fixed. */
export function CheckStep({ chosen }: { chosen: Chosen }) {
  const { t } = useTranslation(['reports', 'pages', 'core']);
  const format = useFormat();
  const path = useAppPath();
  const fixedBy = useFixedBy();
  const { data, error, refetch } = useChecks(chosen);
  if (error && !data) return <FailedState error={error} onRetry={refetch} />;
  if (!data) return <TableSkeleton />;
  if (data.length === 0) return <EmptyState icon={IconCheck} title={t('pages:month_end.nothing_found')} />;
  const worth = ({ kg, money }: Pick<MonthCheck, 'kg' | 'money'>) =>
    [kg === null ? '' : `${format.value('weight', kg)}\u00a0${t(format.unit('weight'))}`, money === null ? '' : format.money(money)]
      .filter(Boolean)
      .join(' · ');
  const nameItem = ({ day, name }: MonthCheck['items'][number], code: MonthCheck['code']) =>
    code === 'days_without_facts' && day ? format.value('date', day) : [day && format.value('date', day), name].filter(Boolean).join(' · ');
  return (
    <>
      <section className={classes.scroll}>
        <Table className={classes.checks} verticalSpacing={6} aria-label={t('pages:month_end.step.check')}>
          <Table.Tbody>
            {data.map((check) => (
              <Table.Tr key={`${check.code} ${check.farm}`}>
                <Table.Td>
                  <Text
                    size="sm"
                    fw={600}
                  >{`${t(`pages:month_end.check.${check.code}`)}:\u00a0${format.value('count', check.count)}`}</Text>
                  <Text size="xs" c="dimmed">
                    {[check.farm_name, worth(check)].filter(Boolean).join(' · ')}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <span className={classes.items}>
                    {listNamedItems(check).map((item) => {
                      const key = `${item.id} ${item.day} ${item.name}`;
                      return fixedBy(item.address) ? (
                        <Text key={key} span size="xs">
                          {nameItem(item, check.code)}
                        </Text>
                      ) : (
                        <Anchor key={key} component={Link} to={path(item.address)} size="xs">
                          {nameItem(item, check.code)}
                        </Anchor>
                      );
                    })}
                  </span>
                </Table.Td>
                <Table.Td ta="right">
                  {fixedBy(check.address) ? (
                    <Text size="xs" c="dimmed">
                      {fixedBy(check.address)}
                    </Text>
                  ) : (
                    <Anchor
                      component={Link}
                      to={path(check.address)}
                      size="sm"
                      aria-label={`${t('pages:month_end.mend')}: ${t(`pages:month_end.check.${check.code}`)}, ${check.farm_name}`}
                    >
                      {t('pages:month_end.mend')}
                    </Anchor>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
      <Text size="sm" c="dimmed" mt="xs">
        {t('pages:month_end.no_hindrance')}
      </Text>
    </>
  );
}
