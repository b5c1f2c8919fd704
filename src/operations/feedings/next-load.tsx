import { Button, Text } from '@mantine/core';
import { IconPlayerPlay, IconTruckDelivery } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ScheduleRow } from '#contract/operations/feedings.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { useWeightUnit } from '#src/domain/plan/weight-unit.ts';
import classes from './day.module.css';
import { nextOf } from './sections.ts';

interface NextLoadProps {
  rows: readonly ScheduleRow[];
  recordPath: (schedule: ScheduleRow) => string;
}

/** The next feeding, always at the lower edge of a phone; on a wide screen its line is marked. */
export function NextLoad({ rows, recordPath }: NextLoadProps) {
  const { t } = useTranslation(['operations', 'pages']);
  const format = useFormat();
  const unit = useWeightUnit();
  const next = nextOf(rows);
  const row = rows.find(({ id }) => id === next);
  if (!row) return null;
  const loads = row.abilities.load;
  const begun = row.status === 'in_process' || row.status === 'out_process';
  const Sign = loads ? IconPlayerPlay : IconTruckDelivery;
  return (
    <aside className={classes.next} aria-label={t('operations:planning.next_load')}>
      <div className={classes.nextWhat}>
        <Text size="xs" c="dimmed">
          {t('operations:planning.next_load')} · {format.value('weight', row.fresh_weight, { decimals: 0 })} {unit}
        </Text>
        <Text fw={600} lineClamp={1}>
          {row.ration_name}
        </Text>
        <Text size="xs" c="dimmed" lineClamp={1}>
          {row.parts > 1 && `${t('pages:schedule.part_of', { part: row.part, parts: row.parts })} · `}
          {row.mixer_name}
        </Text>
      </div>
      <Button component={Link} to={recordPath(row)} className={classes.nextGo} leftSection={<Sign size={20} aria-hidden />}>
        {t(begun ? 'operations:planning.go_on' : loads ? 'operations:planning.load' : 'operations:planning.unload')}
      </Button>
    </aside>
  );
}
