import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { whyNoChange } from '#common/files/comparison-text.ts';
import { daysText } from '#common/format/days-text.ts';
import { monthRange } from '#contract/periods.ts';
import type { HomeCost } from '#contract/reports/home.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { Block, Line, Lines, Nothing } from '#src/core/home/block.tsx';
import { tileChange } from '#src/core/report/view/tile-change.ts';
import { useBlock, useSource } from './queries.ts';

type Cost = HomeCost['yesterday'];

const monthOf = ({ filters: { planned_on_after = '' } }: Cost) => planned_on_after.slice(0, 7);

/** What feeding cost, against what, and why; each figure leads to the report that it is from. */
export function CostBlock() {
  const { t } = useTranslation(['reports', 'core', 'pages']);
  const format = useFormat();
  const source = useSource();
  const cost = useBlock<HomeCost>('cost');

  /** The change against the base in words, or why there is none. */
  const against = ({ cost: value, previous_cost: previous, base }: Cost) => {
    if (!base || value === null) return null;
    if (base.reason !== null) return { text: whyNoChange(base, t, format) ?? '', judged: 'neutral' as const };
    const change = tileChange({ key: 'cost', label: '', kind: 'money', good: 'down', value, previous });
    if (!change) return null;
    const days = daysText({ after: base.planned_on_after, before: base.planned_on_before }, format);
    return {
      text: t('pages:home.against', { change: format.percent(change.size, { decimals: 1, plus: true }), days }),
      judged: change.judged,
    };
  };
  const perHead = ({ cost_per_head }: Cost) => t('pages:home.per_head', { value: format.money(cost_per_head) });
  const days = ({ filters: { planned_on_after: after = '', planned_on_before: before = '' } }: Cost) => daysText({ after, before }, format);

  return (
    <Block title={t('pages:home.cost')} of={cost}>
      {({ yesterday, month, last_month }) => {
        // On the first of a month yesterday's month is the last one.
        const isOver = monthRange(monthOf(month)).before === month.filters.planned_on_before;
        const named = [
          [t('reports:preset.yesterday'), yesterday],
          [t(isOver ? 'reports:preset.last_month' : 'reports:preset.this_month'), month],
          [isOver ? format.month(monthOf(last_month)) : t('reports:preset.last_month'), last_month],
        ] as const;
        const known = named.filter(([, one]) => one.cost !== null);
        if (known.length === 0) return <Nothing>{t('pages:home.no_cost')}</Nothing>;
        return (
          <Lines>
            {known.map(([name, one]) => (
              <Fragment key={name}>
                <Line
                  to={source(one)}
                  name={name}
                  detail={[days(one), perHead(one), against(one)?.text].filter(Boolean).join(' · ')}
                  value={format.money(one.cost)}
                  judged={against(one)?.judged}
                />
                {one === month && month.causes.length > 0 && (
                  <li>
                    <Lines label={t('pages:home.causes')}>
                      {month.causes.map((cause) => (
                        <Line
                          key={cause.cause}
                          to={source(cause)}
                          name={t(`reports:cause.${cause.cause}`)}
                          detail={t('pages:home.why', { days: days(month) })}
                          value={format.money(cause.cost_effect_total, { plus: true })}
                          judged={cause.cost_effect_total > 0 ? 'bad' : 'good'}
                        />
                      ))}
                    </Lines>
                  </li>
                )}
              </Fragment>
            ))}
          </Lines>
        );
      }}
    </Block>
  );
}
