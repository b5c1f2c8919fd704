import { Anchor, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useAccess } from '#src/core/access/use-access.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { useWeightUnit } from '#src/domain/plan/weight-unit.ts';
import classes from './needs.module.css';
import { useNeeds } from './queries.ts';

/** So many feeds are named; the link leads to all. */
const NAMED = 3;

/** Which feeds the plan of a farm uses up within a week; nothing where none is, or where stock may not be seen. */
export function ShortNotice({ farm, today }: { farm: number; today: string }) {
  const { t } = useTranslation(['operations', 'pages']);
  const { can } = useAccess();
  const format = useFormat();
  const unit = useWeightUnit();
  const path = useAppPath();
  const { data } = useNeeds({ farm, days: 7, page_size: 1000 }, can('ingredient', 'view'));
  const short = data?.rows.filter(({ short_on }) => short_on !== null) ?? [];
  if (short.length === 0) return null;
  return (
    <section
      className={classes.note}
      aria-label={t('operations:ingredients.soon')}
      data-now={short.some(({ short_on }) => short_on === today) || undefined}
    >
      <span className={classes.title}>
        <IconAlertTriangle size={16} aria-hidden />
        {t('operations:ingredients.soon')}: {format.value('count', short.length)}
      </span>
      {short.slice(0, NAMED).map(({ id, name, short_on, missing }) => (
        <Text key={id} span size="sm">
          {name}{' '}
          <Text span c="dimmed" size="sm">
            {format.weekday(short_on!)}, {format.shortDay(short_on!)} · {t('pages:needs.short_by')}{' '}
            {format.value('weight', missing, { decimals: 0 })} {unit}
          </Text>
        </Text>
      ))}
      <Anchor component={Link} to={path(`stock/needs?farm=${farm}`)} size="sm">
        {t('pages:needs.all')}
      </Anchor>
    </section>
  );
}
