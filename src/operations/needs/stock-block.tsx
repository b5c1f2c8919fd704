import { useTranslation } from 'react-i18next';
import { todayIn } from '#common/format/clock.ts';
import { daysBetween } from '#contract/days.ts';
import type { IngredientNeed } from '#contract/operations/ingredients.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { Block, Line, Lines } from '#src/core/home/block.tsx';
import { useFarms } from '#src/core/layout/use-farms.ts';
import { useWeightUnit } from '#src/domain/plan/weight-unit.ts';
import { useNeeds } from './queries.ts';
import classes from './stock-block.module.css';

/** Days whose needs are known one by one. A feed that runs out within them is short. */
const SHORT_DAYS = 7;
/** Length of the timeline in days. */
const SHOWN_DAYS = 30;
/** So many feeds are named; the link leads to all. */
const NAMED = 8;

type Ending = IngredientNeed & { run_out_on: string };

const isEnding = (row: IngredientNeed): row is Ending => row.run_out_on !== null;

/** The feeds that the plan uses up, in the order of their days, on a timeline from today. */
export function StockBlock() {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const format = useFormat();
  const unit = useWeightUnit();
  const path = useAppPath();
  const farms = useFarms().data ?? [];
  const needs = useNeeds({ days: SHORT_DAYS, page_size: 1000 });
  const weight = (kg: number) => `${format.value('weight', kg, { decimals: 0 })}\u00a0${unit}`;
  const countDays = ({ farm, run_out_on }: Ending) => {
    const timezone = farms.find(({ id }) => id === farm)?.timezone;
    return timezone === undefined ? 0 : Math.max(0, daysBetween(todayIn(timezone), run_out_on) - 1);
  };
  return (
    <Block title={t('pages:home.run_outs')} of={needs} more={{ label: t('pages:needs.all'), to: path('stock/needs') }}>
      {({ rows }) => {
        const ending = rows
          .filter(isEnding)
          .map((row) => ({ row, days: countDays(row) }))
          .filter(({ days }) => days < SHOWN_DAYS)
          .toSorted((a, b) => a.days - b.days || a.row.name.localeCompare(b.row.name))
          .slice(0, NAMED);
        return (
          <Lines none={t('pages:home.covered')}>
            {ending.map(({ row, days }) => (
              <Line
                key={row.id}
                to={path(`stock/needs?farm=${row.farm}`)}
                name={row.name}
                detail={[
                  row.farm_name,
                  ...(row.missing > 0 ? [`${t('pages:needs.short_by')} ${weight(row.missing)}`] : []),
                  ...(row.coming > 0 ? [`${t('pages:needs.coming')} ${weight(row.coming)}`] : []),
                ].join(' · ')}
                value={`${format.weekday(row.run_out_on)}, ${format.shortDay(row.run_out_on)}`}
                below={
                  <span className={classes.track} aria-hidden>
                    <span data-short={days < SHORT_DAYS || undefined} style={{ inlineSize: `${(100 * days) / SHOWN_DAYS}%` }} />
                  </span>
                }
              />
            ))}
          </Lines>
        );
      }}
    </Block>
  );
}
