import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { describeSignal } from '#common/format/signal-line.ts';
import type { ResourceId } from '#contract/resource-ids.ts';
import { api } from '#src/core/api/api.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { Block, Line, Lines } from '#src/core/home/block.tsx';
import { OPEN_STATES, type Signal } from './signal.ts';

/** A literal, because the contract loads with the screens of signals. */
const SIGNALS = 'signals' satisfies ResourceId;
/** Number of signals shown; the heading links to all. */
const NAMED = 3;

/** Signals that go on and are open: their number, which the linked list shows too, and the most expensive. */
export function SignalsBlock() {
  const { t } = useTranslation(['operations', 'reports', 'pages', 'core']);
  const format = useFormat();
  const path = useAppPath();
  const found = useQuery({
    queryKey: [SIGNALS, 'dearest'],
    queryFn: async ({ signal }) => {
      const query = { state: OPEN_STATES, over: false, ordering: '-money', page_size: NAMED };
      const { data, count = data.length } = await api.get<Signal[]>(`manager/${SIGNALS}/`, { query, signal });
      return { rows: data, count };
    },
  });
  const count = found.data?.count ?? 0;
  return (
    <Block
      title={count > 0 ? t('pages:signals.block_title', { number: format.value('count', count) }) : t('operations:history.tabs.signals')}
      of={found}
      more={{ label: t('pages:signals.block_all'), to: path('reports/signals?over=false') }}
    >
      {({ rows }) => (
        <Lines none={t('pages:signals.empty')}>
          {rows.map((one) => {
            const { name, detail, money } = describeSignal(one, t, format);
            return <Line key={one.id} to={path(`reports/signals/${one.id}`)} name={name} detail={detail} value={money} />;
          })}
        </Lines>
      )}
    </Block>
  );
}
