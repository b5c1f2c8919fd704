import { useTranslation } from 'react-i18next';
import { useFormat } from '#src/core/format/use-format.ts';
import { Block, Line, Lines } from '#src/core/home/block.tsx';
import { useFarms } from '#src/core/layout/use-farms.ts';
import { useFarmPath } from '#src/domain/farm/place.ts';
import { shareOfPlan } from '#src/domain/plan/share-of-plan.ts';
import { useWeightUnit } from '#src/domain/plan/weight-unit.ts';

/** Progress of the day at each farm: loaded compared with planned. */
export function TodayBlock() {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const farms = useFarms();
  const farmPath = useFarmPath();
  const format = useFormat();
  const unit = useWeightUnit();
  const weight = (kg: number) => format.value('weight', kg, { decimals: 0 });
  return (
    <Block title={t('pages:home.today')} of={farms}>
      {(data) => {
        const planned = data.filter(({ planned_kg, fact_kg }) => planned_kg > 0 || fact_kg > 0);
        return (
          <Lines none={t('operations:planning.empty')}>
            {planned.map((farm) => (
              <Line
                key={farm.id}
                to={farmPath(farm)}
                name={farm.name}
                detail={`${weight(farm.fact_kg)} ${t('operations:planning.of_plan', { plan: `${weight(farm.planned_kg)} ${unit}` })}`}
                value={shareOfPlan(format, farm.fact_kg, farm.planned_kg) ?? undefined}
              />
            ))}
          </Lines>
        );
      }}
    </Block>
  );
}
