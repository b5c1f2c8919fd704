import { Anchor, Paper, Table, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { iofc } from '#contract/reports/iofc.ts';
import type { PriceYield } from '#contract/reports/iofc-price-yield.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { api } from '#src/core/api/api.ts';
import { useAppPath } from '#src/core/api/place.ts';
import type { Beneath } from '#src/core/report/beneath.ts';
import { type Filters, paramsOf, queryOf } from '#src/core/report/filters.ts';
import { SOURCES } from '#src/core/report/queries.ts';
import typed from '#src/core/ui/typed-table.module.css';
import { useMilkPriceText } from '#src/domain/milk/cwt.tsx';
import classes from './price-yield.module.css';

/**
 * The overview's filters as filters of milk: groups and farms. Null with a filter that milk doesn't have, such as a ration or an operator.
 */
function milkFilters({ after, before, lists }: Filters): Filters | null {
  const { ration, mixer, worker, loading, farm, animal_type, group, price_basis } = lists;
  if ([ration, mixer, worker, loading].some((some) => some?.length)) return null;
  return { after, before, lists: { farm, animal_type, group, price_basis } };
}

/** Income over feed cost per head and day at other milk prices and yields; nothing without milk. */
export function PriceYieldTable({ filters, format }: Beneath) {
  const { t } = useTranslation(['milk', 'reports', 'core']);
  const appPath = useAppPath();
  const price = useMilkPriceText();
  const sees = useAccess().can(iofc.permission, 'view');
  const own = milkFilters(filters);
  const query = own && queryOf(own);
  const { data } = useQuery({
    queryKey: ['reports', 'price-yield', query],
    queryFn: async ({ signal }) => (await api.get<PriceYield | null>('report/iofc/price-yield/', { query: query ?? {}, signal })).data,
    enabled: sees && query !== null,
    placeholderData: keepPreviousData,
    meta: { of: SOURCES },
  });
  if (!sees || !own || !data) return null;
  const { steps, prices, rows } = data;
  const step = (percent: number) =>
    percent === 0 ? t('milk:price_yield.now') : format.roundedPercent(percent, { decimals: 0, plus: true });
  const title = t('milk:price_yield.title');
  return (
    <Paper withBorder component="section" className={classes.section} aria-label={title} data-beneath>
      <Anchor component={Link} to={appPath(`reports/${iofc.route}?${paramsOf(own)}`)} fw={600}>
        {title}
      </Anchor>
      <Text size="sm" c="dimmed">
        {t('milk:price_yield.hint')}
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways on a phone, also by keyboard */}
      <div className={classes.scroll} tabIndex={0}>
        <Table className={typed.table} aria-label={title}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>
                {t('milk:column.milk_per_head')}, {t(format.unit('weight'), format.unitValues)} ↓ · {t('milk:column.milk_price')},{' '}
                {price.unit} →
              </Table.Th>
              {prices.map((perKg, at) => (
                <Table.Th key={steps[at]} data-right>
                  {price.text(perKg)}
                  <br />
                  {step(steps[at] ?? 0)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={row.step}>
                <Table.Th scope="row">
                  {format.value('weight', row.milk_per_head)} · {step(row.step)}
                </Table.Th>
                {row.iofc_per_head.map((money, at) => (
                  <Table.Td key={steps[at]} data-right data-now={(row.step === 0 && steps[at] === 0) || undefined} className={classes.cell}>
                    {format.money(money)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </Paper>
  );
}
