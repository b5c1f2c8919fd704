import { Button, Text } from '@mantine/core';
import { IconPlayerPlay, IconTruckDelivery } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { todayIn } from '#common/format/clock.ts';
import type { FarmCard } from '#contract/operations/farms.ts';
import type { ScheduleRow } from '#contract/operations/feedings.ts';
import { useCurrentFarm } from '#src/core/format/farm-context.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { Block, Line, Lines, Nothing } from '#src/core/home/block.tsx';
import { useFarms } from '#src/core/layout/use-farms.ts';
import { StatusBadge } from '#src/core/ui/status-badge.tsx';
import { useFarmPath } from '#src/domain/farm/place.ts';
import { useWeightUnit } from '#src/domain/plan/weight-unit.ts';
import classes from './next-block.module.css';
import { useSchedulesOf } from './queries.ts';
import { isFinished, nextOf } from './sections.ts';

/** Max named feedings; the link shows all. */
const NAMED = 6;

/** The last open farm, otherwise the first with feedings left today. */
function farmToGoOnAt(farms: readonly FarmCard[], last: FarmCard | null): FarmCard | undefined {
  const before = farms.filter(({ id }) => id === last?.id);
  const inOrder = [...before, ...farms];
  return inOrder.find(({ unfinished }) => unfinished > 0) ?? inOrder[0];
}

/** The next feeding with a button, and the following ones. */
export function NextBlock() {
  const { data: farms } = useFarms();
  const last = useCurrentFarm();
  const farm = farms && farmToGoOnAt(farms, last);
  return farm ? <NextAt farm={farm} several={farms.length > 1} /> : null;
}

function NextAt({ farm, several }: { farm: FarmCard; several: boolean }) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const farmPath = useFarmPath();
  const format = useFormat();
  const unit = useWeightUnit();
  const day = useSchedulesOf(farm.id, todayIn(farm.timezone));
  const weight = (row: ScheduleRow) => `${format.value('weight', row.fresh_weight, { decimals: 0 })}\u00a0${unit}`;
  const recordPath = ({ id }: ScheduleRow) => farmPath(farm, `/${id}/record`);
  const title = t('operations:planning.next_load');
  return (
    <Block title={several ? `${title} · ${farm.name}` : title} more={{ label: t('pages:home.to_day'), to: farmPath(farm) }} of={day}>
      {({ rows }) => {
        const next = rows.find(({ id }) => id === nextOf(rows));
        if (!next) return <Nothing>{t(rows.length > 0 ? 'pages:home.all_done' : 'operations:planning.empty')}</Nothing>;
        const loads = next.abilities.load;
        const begun = next.status === 'in_process' || next.status === 'out_process';
        const Sign = loads ? IconPlayerPlay : IconTruckDelivery;
        const rest = rows.filter((row) => row !== next && !isFinished(row) && (row.abilities.load || row.abilities.upload));
        return (
          <>
            <Text fw={600} size="lg">
              {next.ration_name}
            </Text>
            <Text c="dimmed" size="sm">
              {weight(next)} · {next.mixer_name} · {next.groups.map(({ group_name }) => group_name).join(', ')}
            </Text>
            <Button component={Link} to={recordPath(next)} fullWidth className={classes.go} leftSection={<Sign size={24} aria-hidden />}>
              {t(begun ? 'operations:planning.go_on' : loads ? 'operations:planning.load' : 'operations:planning.unload')}
            </Button>
            {rest.length > 0 && (
              <>
                <Text component="h3" size="sm" fw={600}>
                  {t('pages:home.rest')}
                </Text>
                <Lines label={t('pages:home.rest')}>
                  {rest.slice(0, NAMED).map((row) => (
                    <Line
                      key={row.id}
                      to={recordPath(row)}
                      name={row.ration_name}
                      detail={`${weight(row)} · ${row.mixer_name}`}
                      value={<StatusBadge status={row.status} />}
                    />
                  ))}
                </Lines>
              </>
            )}
          </>
        );
      }}
    </Block>
  );
}
