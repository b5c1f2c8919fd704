import { useTranslation } from 'react-i18next';
import { useAppPath } from '#src/core/api/place.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { Block, Line, Lines } from '#src/core/home/block.tsx';
import { useWeightUnit } from '#src/domain/plan/weight-unit.ts';
import { useNeeds } from './queries.ts';

const DAYS = 7;
/** So many feeds are named; the link leads to all. */
const NAMED = 6;

/** The feeds that the plan uses up, with day, missing quantity and planned production. */
export function StockBlock() {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const format = useFormat();
  const unit = useWeightUnit();
  const path = useAppPath();
  const needs = useNeeds({ days: DAYS, page_size: 1000 });
  const weight = (kg: number) => `${format.value('weight', kg, { decimals: 0 })}\u00a0${unit}`;
  return (
    <Block title={t('operations:ingredients.soon')} of={needs} more={{ label: t('pages:needs.all'), to: path(`stock/needs`) }}>
      {({ rows }) => {
        const short = rows.filter(({ short_on }) => short_on !== null).slice(0, NAMED);
        return (
          <Lines none={t('pages:home.covered')}>
            {short.map((row) => (
              <Line
                key={row.id}
                to={path(`stock/needs?farm=${row.farm}`)}
                name={row.name}
                detail={[
                  row.farm_name,
                  `${t('pages:needs.short_by')} ${weight(row.missing)}`,
                  ...(row.coming > 0 ? [`${t('pages:needs.coming')} ${weight(row.coming)}`] : []),
                ].join(' · ')}
                value={`${format.weekday(row.short_on!)}, ${format.shortDay(row.short_on!)}`}
              />
            ))}
          </Lines>
        );
      }}
    </Block>
  );
}
