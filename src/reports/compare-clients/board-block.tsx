import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { todayIn } from '#common/format/clock.ts';
import { DEFAULT_TIMEZONE } from '#contract/kinds.ts';
import type { FilterOption } from '#contract/options.ts';
import { periodRange } from '#contract/periods.ts';
import { compareClients } from '#contract/reports/compare-clients.ts';
import type { Row } from '#contract/reports/shape.ts';
import { api } from '#src/core/api/api.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { Block, Line, Lines } from '#src/core/home/block.tsx';
import { type Filters, paramsOf } from '#src/core/report/filters.ts';
import { useReport } from '#src/core/report/queries.ts';

/** Less than so many days of stock is told in red, as the overview's alerts do. */
const FEW_DAYS = 7;

/** The clients of who works for several, over the last seven whole days: who has recorded nothing first, then the dearest dry matter. */
export function BoardBlock() {
  const { t } = useTranslation(['reports', 'admin', 'core', 'pages']);
  const filters: Filters = { ...periodRange('whole_7', todayIn(DEFAULT_TIMEZONE)), lists: {} };
  const board = useReport(compareClients, filters, true);
  const options = useQuery({
    queryKey: ['clients', 'compared'],
    queryFn: async ({ signal }) =>
      (await api.get<FilterOption[]>(`${compareClients.address}/options/`, { query: { filter: 'client' }, signal })).data,
  });
  const format = useFormat({ timezone: DEFAULT_TIMEZONE, currency: board.data?.currency });
  const number = (row: Row, key: string) => (typeof row[key] === 'number' ? row[key] : null);
  const address = (client: number) => `/app/clients/${client}/reports/compare?${paramsOf(filters)}`;
  return (
    <Block
      title={t('pages:home.board')}
      of={board}
      more={{ label: t('pages:home.all'), to: `/app/${compareClients.route}?${paramsOf(filters)}` }}
    >
      {({ rows }) => {
        const recorded = new Set(rows.filter((row) => number(row, 'head_days')).map((row) => row.client_id));
        const silent = (options.data ?? []).filter(({ id }) => !recorded.has(id));
        const told = rows
          .filter((row) => recorded.has(row.client_id ?? null))
          .toSorted((a, b) => (number(b, 'cost_per_dry_matter') ?? -1) - (number(a, 'cost_per_dry_matter') ?? -1));
        return (
          <Lines>
            {silent.map(({ id, name }) => (
              <Line key={id} to={`/app/clients/${id}/companies`} name={name} value={t('pages:home.not_recorded')} judged="bad" />
            ))}
            {told.map((row) => {
              const [days, price] = [number(row, 'days_of_stock'), number(row, 'cost_per_dry_matter')];
              return (
                <Line
                  key={String(row.client_id)}
                  to={address(Number(row.client_id))}
                  name={String(row.client_name)}
                  detail={[
                    t('pages:home.accuracy', { value: format.percent(row.loading_accuracy ?? null, { decimals: 1 }) }),
                    t('pages:home.leftovers', { value: format.percent(row.leftovers_percent ?? null, { decimals: 1 }) }),
                    t('pages:home.stock_for', { days: format.value('ratio', days, { decimals: 0 }) }),
                  ].join(' · ')}
                  // Money in another currency can't be set beside the others'.
                  value={
                    price === null
                      ? undefined
                      : t('pages:home.per_dry_matter', {
                          value: format.value('price', price),
                          unit: t(format.unit('price'), format.unitValues),
                        })
                  }
                  judged={days !== null && days < FEW_DAYS ? 'bad' : undefined}
                />
              );
            })}
          </Lines>
        );
      }}
    </Block>
  );
}
