import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type { COUNT_DUE_DAYS, CountsDue } from '#contract/operations/stock-counts.ts';
import type { ResourceId } from '#contract/resource-ids.ts';
import { api } from '#src/core/api/api.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { Block, Line, Lines } from '#src/core/home/block.tsx';

/** The contract itself is loaded with the screens of stores. */
const STOCKS = 'stocks' satisfies ResourceId;
const DUE_DAYS: typeof COUNT_DUE_DAYS = 31;

/** Max named stores; the link shows all. */
const NAMED = 6;

/** Stores with overdue counts, each with a link to its count sheet. */
export function CountsBlock() {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const format = useFormat();
  const path = useAppPath();
  const due = useQuery({
    queryKey: [STOCKS, 'counts-due'],
    queryFn: async ({ signal }) => (await api.get<z.infer<typeof CountsDue>[]>('manager/stocks/counts-due/', { signal })).data,
    meta: { of: ['ingredients', 'deliveries', 'schedules'] },
  });
  const first = due.data?.[0];
  return (
    <Block
      title={t('pages:home.counts')}
      of={due}
      more={first && { label: t('operations:stocks.title'), to: path(`companies/${first.company}/stocks`) }}
    >
      {(rows) => (
        <Lines none={t('pages:home.counted', { days: format.value('count', DUE_DAYS) })}>
          {rows.slice(0, NAMED).map(({ stock, name, company, company_name, farm_name, feeds, counted_on, days }) => (
            <Line
              key={stock}
              to={path(`companies/${company}/stocks/${stock}?tab=sheet`)}
              name={name}
              detail={[farm_name ?? company_name, t('pages:home.feeds_due', { number: format.value('count', feeds) })].join(' · ')}
              value={counted_on ? t('pages:home.counted_ago', { days: format.value('count', days) }) : t('pages:home.never_counted')}
              judged="bad"
            />
          ))}
        </Lines>
      )}
    </Block>
  );
}
