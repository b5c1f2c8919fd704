import { Paper, Text } from '@mantine/core';
import { IconEye, IconKey, IconPencil } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import type { FarmCard } from '#contract/operations/farms.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { RowActions } from '#src/core/resource/row-actions.tsx';
import { useFarmHome } from '#src/domain/farm/place.ts';
import { PlanBar } from '#src/domain/plan/plan-bar.tsx';
import { shareOfPlan } from '#src/domain/plan/share-of-plan.ts';
import { useWeightUnit } from '#src/domain/plan/weight-unit.ts';
import classes from './farms.module.css';

interface FarmTileProps {
  farm: FarmCard;
  onShow: (readOnly: boolean) => void;
}

/** Card of a farm: today's plan and fact, and its animals. */
export function FarmTile({ farm, onShow }: FarmTileProps) {
  const { t } = useTranslation('operations');
  const format = useFormat({ timezone: farm.timezone });
  const unit = useWeightUnit();
  const { can } = useAccess();
  const farmHome = useFarmHome();
  const path = useAppPath();
  const navigate = useNavigate();
  const keysRoute = `companies/${farm.company}/farms/${farm.id}/keys`;
  const share = shareOfPlan(format, farm.fact_kg, farm.planned_kg);
  const actions = [
    { label: t('operations:actions.details'), icon: IconEye, onClick: () => onShow(true) },
    ...(can('farm', 'change')
      ? [
          { label: t('operations:actions.edit'), icon: IconPencil, onClick: () => onShow(false) },
          { label: t('operations:access_keys.title'), icon: IconKey, onClick: () => navigate(path(keysRoute)) },
        ]
      : []),
  ];
  return (
    <Paper withBorder component="li" className={classes.tile}>
      <div className={classes.head}>
        <div>
          <Link to={farmHome(farm)} className={classes.name}>
            {farm.name}
          </Link>
          <Text size="xs" c="dimmed">
            {(farm.structural_unit !== farm.name && farm.structural_unit) || farm.timezone.replaceAll('_', ' ')}
          </Text>
        </div>
        <span className={classes.above}>
          <RowActions actions={actions} name={farm.name} />
        </span>
      </div>
      <div className={classes.today}>
        <Text size="xs" c="dimmed">
          {t('operations:farms.today')}
        </Text>
        {farm.planned_kg > 0 || farm.fact_kg > 0 ? (
          <>
            <div className={classes.figures}>
              <span className={classes.fact}>{format.value('weight', farm.fact_kg, { decimals: 0 })}</span>
              <span className={classes.plan}>
                {t('operations:farms.of_plan', { plan: format.value('weight', farm.planned_kg, { decimals: 0 }), unit })}
              </span>
              {share && <span className={classes.share}>{share}</span>}
            </div>
            <PlanBar plan={farm.planned_kg} fact={farm.fact_kg} label={t('operations:farms.today')} />
          </>
        ) : (
          <Text mt={4}>{t('operations:farms.no_plan')}</Text>
        )}
      </div>
      <Text size="sm" c="dimmed" className={classes.herd}>
        {t('operations:farms.groups', { count: farm.groups_count })} ·{' '}
        {t('operations:farms.animals', { count: farm.animal_count, shown: format.value('count', farm.animal_count) })}
      </Text>
    </Paper>
  );
}
