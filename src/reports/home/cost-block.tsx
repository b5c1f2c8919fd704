import { Skeleton, Text } from '@mantine/core';
import { Fragment, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { textSeries } from '#common/files/charts/series-text.ts';
import { describeWaterfall } from '#common/files/waterfall-sentence.ts';
import { translateSeries } from '#common/files/with-texts.ts';
import { daysText } from '#common/format/days-text.ts';
import { monthRange } from '#contract/periods.ts';
import type { HomeCost } from '#contract/reports/home.ts';
import type { Series } from '#contract/reports/shape.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { Block, Line, Lines, Nothing } from '#src/core/home/block.tsx';
import { lazyPart } from '#src/core/ui/lazy-part.ts';
import { useBlock, useSource } from './queries.ts';
import { useChange } from './use-change.ts';

const ChartCard = lazyPart(async () => (await import('#src/core/chart/chart-card.tsx')).ChartCard);

type Cost = HomeCost['yesterday'];

const getMonth = ({ filters: { planned_on_after = '' } }: Cost) => planned_on_after.slice(0, 7);

/** Milk money minus feed cost. */
function MilkLine({ milk }: { milk: NonNullable<HomeCost['milk']> }) {
  const { t } = useTranslation(['reports', 'core', 'pages']);
  const format = useFormat();
  const source = useSource();
  const { iofc_per_head: value, previous_iofc_per_head: previous, milk_per_head, base, filters } = milk;
  const change = useChange()({ kind: 'money', good: 'up', value, previous, base });
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

/** Why the cost per head changed: one sentence, and the report's waterfall. */
function Causes({ waterfall, period }: { waterfall: Series; period: string }) {
  const { t } = useTranslation(['reports', 'core', 'pages']);
  const format = useFormat();
  const series = translateSeries(waterfall, t);
  const sentence = describeWaterfall(series, period, t, format);
  return (
    <li>
      {sentence && (
        <Text size="sm" my="xs">
          {sentence}
        </Text>
      )}
      <Suspense fallback={<Skeleton height={240} />}>
        <ChartCard series={textSeries(series, t, format)} format={format} />
      </Suspense>
    </li>
  );
}

/** Feeding cost, its change and the causes; each figure links to its report. */
export function CostBlock() {
  const { t } = useTranslation(['reports', 'core', 'pages']);
  const format = useFormat();
  const source = useSource();
  const cost = useBlock<HomeCost>('cost');

  const change = useChange();
  const against = ({ cost: value, previous_cost: previous, base }: Cost) => change({ kind: 'money', good: 'down', value, previous, base });
  const perHead = ({ cost_per_head }: Cost) => t('pages:home.per_head', { value: format.money(cost_per_head) });
  const days = ({ filters: { planned_on_after: after = '', planned_on_before: before = '' } }: Cost) => daysText({ after, before }, format);

  return (
    <Block title={t('pages:home.cost')} of={cost}>
      {({ yesterday, month, last_month, milk }) => {
        // On the first of a month yesterday's month is the last one.
        const isOver = monthRange(getMonth(month)).before === month.filters.planned_on_before;
        const named = [
          [t('reports:preset.yesterday'), yesterday],
          [t(isOver ? 'reports:preset.last_month' : 'reports:preset.this_month'), month],
          [isOver ? format.month(getMonth(last_month)) : t('reports:preset.last_month'), last_month],
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
                {one === month && month.waterfall && <Causes waterfall={month.waterfall} period={days(month)} />}
              </Fragment>
            ))}
            {milk && <MilkLine milk={milk} />}
          </Lines>
        );
      }}
    </Block>
  );
}
