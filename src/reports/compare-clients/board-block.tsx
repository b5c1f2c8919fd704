import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { todayIn } from '#common/format/clock.ts';
import { DEFAULT_TIMEZONE } from '#contract/kinds.ts';
import { periodRange } from '#contract/periods.ts';
import { compareClients } from '#contract/reports/compare-clients.ts';
import type { HomeBoard } from '#contract/reports/home.ts';
import { api } from '#src/core/api/api.ts';
import { appPath } from '#src/core/api/place.ts';
import { Course } from '#src/core/chart/course.tsx';
import { useFormat } from '#src/core/format/use-format.ts';
import { Block, Line, Lines } from '#src/core/home/block.tsx';
import { type Filters, paramsOf } from '#src/core/report/filters.ts';
import { SOURCES } from '#src/core/report/queries.ts';
import { sourceAddress } from '#src/reports/home/queries.ts';

/** Fewer days of stock than this are shown in red, like in the overview's alerts. */
const FEW_DAYS = 7;
type BoardRow = HomeBoard['rows'][number];

/** A consultant's clients over the last seven whole days: their feeding costs, and links to their problems. */
export function BoardBlock() {
  const { t } = useTranslation(['reports', 'admin', 'core', 'pages']);
  const filters: Filters = { ...periodRange('whole_7', todayIn(DEFAULT_TIMEZONE)), lists: {} };
  const board = useQuery({
    queryKey: ['reports', 'home', 'board'],
    queryFn: async ({ signal }) => (await api.get<HomeBoard>('dashboard/board/', { signal })).data,
    meta: { of: SOURCES },
  });
  return (
    <Block
      title={t('pages:home.board')}
      of={board}
      more={{ label: t('pages:home.all'), to: `/app/${compareClients.route}?${paramsOf(filters)}` }}
    >
      {({ rows }) => (
        <Lines>
          {rows.map((row) => (
            <ClientLines key={row.client} row={row} />
          ))}
        </Lines>
      )}
    </Block>
  );
}

/** A client's figures, the same as in its comparison of farms, and its problems below. */
function ClientLines({ row }: { row: BoardRow }) {
  const { t } = useTranslation(['reports', 'admin', 'core', 'pages']);
  const format = useFormat({ timezone: DEFAULT_TIMEZONE, currency: row.currency });
  const { client, client_name, recorded, cost_per_dry_matter: price, days_of_stock: days, signals, worst } = row;
  const path = (to: string) => appPath(to, client);
  const figures = [
    t('pages:home.accuracy', { value: format.roundedPercent(row.loading_accuracy, { decimals: 1 }) }),
    t('pages:home.leftovers', { value: format.roundedPercent(row.leftovers_percent, { decimals: 1 }) }),
    t('pages:home.stock_for', { days: format.value('ratio', days, { decimals: 0 }) }),
  ];
  const perDryMatter =
    price === null
      ? undefined
      : t('pages:home.per_dry_matter', { value: format.value('price', price), unit: t(format.unit('price'), format.unitValues) });
  return (
    <>
      {recorded ? (
        <Line
          to={path(sourceAddress(row))}
          name={client_name}
          detail={figures.join(' · ')}
          below={
            row.days.length > 1 && (
              <Course line={row.days} after={row.filters.planned_on_after ?? ''} write={format.money} format={format} />
            )
          }
          value={perDryMatter}
          judged={days !== null && days < FEW_DAYS ? 'bad' : undefined}
        />
      ) : (
        <Line to={path('companies')} name={client_name} value={t('pages:home.not_recorded')} judged="bad" />
      )}
      {signals > 0 && (
        <li>
          <Lines label={client_name}>
            <Line
              to={path(sourceAddress(row.wrong))}
              name={t('pages:home.signals', { number: format.value('count', signals) })}
              detail={worst && `${t(`reports:alert.${worst.code}`)}: ${format.value('count', worst.count)}`}
            />
          </Lines>
        </li>
      )}
    </>
  );
}
