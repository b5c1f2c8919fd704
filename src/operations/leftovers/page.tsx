import { Anchor, Group, Skeleton, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconScale } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { addDays } from '#contract/days.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { EmptyState, FailedState } from '#src/core/ui/states.tsx';
import { DayPicker } from '#src/domain/farm/day-picker.tsx';
import { useFarmPath } from '#src/domain/farm/place.ts';
import { PlanningFrame } from '#src/operations/feedings/planning-frame.tsx';
import { useDay } from '#src/operations/feedings/use-day.ts';
import classes from './leftovers.module.css';
import { useGroups, useLeftovers, usePlans } from './queries.ts';
import { WeekTable } from './week-table.tsx';

const WEEK = [-6, -5, -4, -3, -2, -1, 0];

/** The groups' leftovers of the seven days up to the chosen one; on a phone of that day only. */
export function Page() {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const { can } = useAccess();
  const farmPath = useFarmPath();
  const { farm, today, day, setDay } = useDay();
  const phone = useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false });
  const days = phone ? [day] : WEEK.map((back) => addDays(day, back));
  const first = days[0]!;
  const weighed = useLeftovers(farm.id, first, day);
  const plans = usePlans(farm.id, first, day);
  const groups = useGroups(farm.id, plans);
  const failed = groups.error && !groups.rows ? groups : weighed.error && !weighed.data ? weighed : null;

  const table = () => {
    if (failed) return <FailedState error={failed.error} onRetry={failed.refetch} />;
    if (!groups.rows || !weighed.data) return <Skeleton height={420} radius="sm" data-skeleton aria-label={t('core:loading')} />;
    if (groups.rows.length === 0) {
      return <EmptyState icon={IconScale} title={t('pages:leftovers.empty')} text={t('pages:leftovers.empty_text')} />;
    }
    return (
      <WeekTable
        farm={farm.id}
        days={days}
        today={today}
        groups={groups.rows}
        rows={weighed.data.rows}
        plans={plans.data?.rows ?? []}
        dimmed={weighed.isPlaceholderData}
        dayPath={(one) => farmPath(farm, one === today ? '' : `?day=${one}`)}
      />
    );
  };

  return (
    <PlanningFrame title={t('operations:leftovers.title')}>
      <div className={classes.tools}>
        <DayPicker day={day} today={today} onChange={setDay} step={phone ? 1 : 7} />
        {can('schedule', 'add') && (
          <Text c="dimmed" maw={520}>
            {t('pages:leftovers.hint')}
          </Text>
        )}
      </div>
      <Group gap="md" className={classes.walk}>
        <Anchor component={Link} to={farmPath(farm, `/bunks${day === today ? '' : `?day=${day}`}`)}>
          {t('pages:daily_call.walk')}
        </Anchor>
        {can('ration', 'view') && (
          <Anchor component={Link} to={farmPath(farm, '/dry-matter')}>
            {t('pages:drymatter.today.walk')}
          </Anchor>
        )}
      </Group>
      {table()}
    </PlanningFrame>
  );
}
