import { useTranslation } from 'react-i18next';
import type { HomeFarms } from '#contract/reports/home.ts';
import { Course } from '#src/core/chart/course.tsx';
import { useFormat } from '#src/core/format/use-format.ts';
import { Block, Line, Lines } from '#src/core/home/block.tsx';
import { useBlock, useSource } from './queries.ts';

/** Comparison of farms by the cost of a kilogram of dry matter, with the course of their cost per head. */
export function FarmsBlock() {
  const { t } = useTranslation(['reports', 'core', 'pages']);
  const format = useFormat();
  const source = useSource();
  const farms = useBlock<HomeFarms>('farms');
  return (
    <Block title={t('pages:home.farms')} of={farms} more={farms.data && { label: t('pages:home.all'), to: source(farms.data) }}>
      {({ rows }) => (
        <Lines none={t('pages:home.no_cost')}>
          {rows.map((row) => (
            <Line
              key={row.farm}
              to={source(row)}
              below={
                row.days.length > 1 && (
                  <Course line={row.days} after={row.filters.planned_on_after ?? ''} write={format.money} format={format} />
                )
              }
              name={row.farm_name}
              detail={[
                t('pages:home.per_head', { value: format.money(row.cost_per_head) }),
                t('pages:home.accuracy', { value: format.roundedPercent(row.loading_accuracy, { decimals: 1 }) }),
              ].join(' · ')}
              value={t('pages:home.per_dry_matter', {
                value: format.value('price', row.cost_per_dry_matter),
                unit: t(format.unit('price'), format.unitValues),
              })}
            />
          ))}
        </Lines>
      )}
    </Block>
  );
}
