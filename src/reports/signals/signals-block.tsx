import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ResourceId } from '#contract/resource-ids.ts';
import { api } from '#src/core/api/api.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { Block, Line, Lines } from '#src/core/home/block.tsx';
import { ruleText } from '#src/reports/signal-rules/rule-text.ts';
import { valueText } from '#src/reports/signal-rules/value-text.ts';
import { OPEN_STATES, type Signal, signalName } from './signal.ts';

/** The contract itself comes with the screen of signals. */
const SIGNALS = 'signals' satisfies ResourceId;
/** So many are named; the heading leads to all. */
const NAMED = 3;

/** This morning's signals: how many nobody has closed, and the dearest of them. */
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
      more={{ label: t('pages:signals.block_all'), to: path('reports/signals') }}
    >
      {({ rows }) => (
        <Lines none={t('pages:signals.empty')}>
          {rows.map((one) => (
            <Line
              key={one.id}
              to={path(`reports/signals/${one.id}`)}
              name={signalName(one)}
              detail={[ruleText(one.rule, t), ...(one.value === null ? [] : [valueText(one.rule, one.value, t, format)])].join(' · ')}
              value={one.money === null ? undefined : format.money(one.money)}
            />
          ))}
        </Lines>
      )}
    </Block>
  );
}
