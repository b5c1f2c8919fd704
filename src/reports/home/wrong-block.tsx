import { useTranslation } from 'react-i18next';
import type { HomeWrong } from '#contract/reports/home.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { Block, Line, Lines, Nothing } from '#src/core/home/block.tsx';
import { alertAddress } from '#src/core/report/view/alert-address.ts';
import { alertValue } from '#src/core/report/view/alert-value.ts';
import { useBlock, useSource } from './queries.ts';

/** Max problems shown; the heading opens all. */
const NAMED = 3;

/** The most expensive problems, sorted by cost. A line opens the place to fix the worst case of its kind, the heading opens all. */
export function WrongBlock() {
  const { t } = useTranslation(['reports', 'core', 'pages']);
  const format = useFormat();
  const path = useAppPath();
  const source = useSource();
  const wrong = useBlock<HomeWrong>('wrong');
  return (
    <Block title={t('pages:home.wrong')} of={wrong} more={wrong.data && { label: t('pages:home.all'), to: source(wrong.data) }}>
      {(data) => {
        const { alerts, not_recorded, webhooks } = data;
        if (alerts.length === 0 && !not_recorded && !webhooks) return <Nothing>{t('pages:home.nothing_wrong')}</Nothing>;
        const lines = [
          ...alerts.map((alert) => {
            const [worst] = alert.items;
            return {
              key: alert.code,
              name: `${t(`reports:alert.${alert.code}`)}: ${format.value('count', alert.count)}`,
              detail: worst && `${worst.name} · ${alertValue(alert, worst, t, format)}`,
              to: worst ? path(alertAddress(alert, worst)) : source(data),
              money: alert.money,
            };
          }),
          ...(not_recorded
            ? [
                {
                  key: not_recorded.code,
                  name: `${t(`reports:note.${not_recorded.code}`)}: ${format.value('count', not_recorded.count)}`,
                  detail: not_recorded.items[0]?.name,
                  to: source(data),
                  money: not_recorded.money,
                },
              ]
            : []),
        ].toSorted((a, b) => (b.money ?? 0) - (a.money ?? 0));
        // An address that gets no events costs nothing that is known, and comes first.
        const disabled = webhooks && {
          key: 'webhooks',
          name: `${t('pages:webhooks.title')} · ${t('pages:webhooks.states.disabled')}: ${format.value('count', webhooks.count)}`,
          detail: webhooks.url,
          to: path(`companies/${webhooks.company}/farms/${webhooks.farm}/keys?view=webhooks`),
          money: null,
        };
        return (
          <Lines>
            {[...(disabled ? [disabled] : []), ...lines].slice(0, NAMED).map(({ key, money, ...line }) => (
              <Line key={key} {...line} value={money ? format.money(money) : undefined} />
            ))}
          </Lines>
        );
      }}
    </Block>
  );
}
