import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { whyNoChange } from '#common/files/comparison-text.ts';
import { daysText } from '#common/format/days-text.ts';
import { monthRange } from '#contract/periods.ts';
import type { Base } from '#contract/reports/comparison.ts';
import type { HomeCost } from '#contract/reports/home.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { Block, Line, Lines, Nothing } from '#src/core/home/block.tsx';
import { tileChange } from '#src/core/report/view/tile-change.ts';
import { useBlock, useSource } from './queries.ts';

type Cost = HomeCost['yesterday'];

const monthOf = ({ filters: { planned_on_after = '' } }: Cost) => planned_on_after.slice(0, 7);

interface Changed {
  good: 'up' | 'down';
  value: number | null;
  previous: number | null;
  base: Base | null;
}

/** The change of money against its base in words, or why there is none. */
function useChange() {
  const { t } = useTranslation(['reports', 'core', 'pages']);
  const format = useFormat();
  return ({ good, value, previous, base }: Changed) => {
    if (!base || value === null) return null;
    if (base.reason !== null) return { text: whyNoChange(base, t, format) ?? '', judged: 'neutral' as const };
    const change = tileChange({ key: 'money', label: '', kind: 'money', good, value, previous });
    if (!change) return null;
    const days = daysText({ after: base.planned_on_after, before: base.planned_on_before }, format);
    return {
      text: t('pages:home.against', { change: format.percent(change.size, { decimals: 1, plus: true }), days }),
      judged: change.judged,
    };
  };
}

/** What is left of the milk money once the feed is paid. */
function MilkLine({ milk }: { milk: NonNullable<HomeCost['milk']> }) {
  const { t } = useTranslation(['reports', 'core', 'pages']);
  const format = useFormat();
  const source = useSource();
  const { iofc_per_head: value, previous_iofc_per_head: previous, milk_per_head, base, filters } = milk;
  const change = useChange()({ good: 'up', value, previous, base });
  const days = daysText({ after: filters.planned_on_after ?? '', before: filters.planned_on_before ?? '' }, format);
  const yielded = t('pages:home.milk', { value: format.value('weight', milk_per_head), unit: t(format.unit('weight'), format.unitValues) });
  return (
    <Line
      to={source(milk)}
      name={t('reports:report.iofc')}
      detail={[days, yielded, change?.text].filter(Boolean).join(' · ')}
      value={t('pages:home.per_head', { value: format.money(value) })}
      judged={change?.judged}
    />
  );
}

/** What feeding cost, against what, and why; each figure leads to the report that it is from. */
export function CostBlock() {
  const { t } = useTranslation(['reports', 'core', 'pages']);
  const format = useFormat();
  const source = useSource();
  const cost = useBlock<HomeCost>('cost');

  const change = useChange();
  const against = ({ cost: value, previous_cost: previous, base }: Cost) => change({ good: 'down', value, previous, base });
  const perHead = ({ cost_per_head }: Cost) => t('pages:home.per_head', { value: format.money(cost_per_head) });
  const days = ({ filters: { planned_on_after: after = '', planned_on_before: before = '' } }: Cost) => daysText({ after, before }, format);

  return (
    <Block title={t('pages:home.cost')} of={cost}>
      {({ yesterday, month, last_month, milk }) => {
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
            {milk && <MilkLine milk={milk} />}
          </Lines>
        );
      }}
    </Block>
  );
}
