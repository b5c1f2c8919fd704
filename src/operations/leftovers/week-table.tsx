import { Paper, Table, Text } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ScheduleRow } from '#contract/operations/feedings.ts';
import { leftovers } from '#contract/operations/leftovers.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { useRemove } from '#src/core/resource/use-remove.ts';
import { Truncated } from '#src/core/ui/truncated.tsx';
import typed from '#src/core/ui/typed-table.module.css';
import { useWeightUnit } from '#src/domain/plan/weight-unit.ts';
import { LeftoverCell } from './leftover-cell.tsx';
import classes from './leftovers.module.css';
import type { FedGroup, Leftover } from './queries.ts';

interface WeekTableProps {
  farm: number;
  days: readonly string[];
  today: string;
  groups: readonly FedGroup[];
  rows: readonly Leftover[];
  plans: readonly ScheduleRow[];
  dimmed: boolean;
  dayPath: (day: string) => string;
}

const sum = (weights: readonly number[]) => (weights.length > 0 ? weights.reduce((total, weight) => total + weight, 0) : null);

/** Groups in rows, days in columns: weighed leftovers, and below each the planned ones. */
export function WeekTable({ farm, days, today, groups, rows, plans, dimmed, dayPath }: WeekTableProps) {
  const { t } = useTranslation(['operations', 'pages']);
  const format = useFormat();
  const unit = useWeightUnit();
  const { can } = useAccess();
  const remove = useRemove(leftovers, { farm });
  const find = (group: number, date: string) => rows.find((row) => row.group === group && row.date === date);
  const mayWrite = (found: Leftover | undefined) => can('schedule', found ? 'change' : 'add');
  const weighed = (day: string) => rows.filter(({ date }) => date === day).map(({ weight }) => weight);
  const planned = (day: string) => plans.filter((plan) => plan.leftovers && plan.planned_on === day).map((plan) => plan.planned_leftovers);
  const sums = [
    { label: t('pages:leftovers.weighed'), of: weighed, fw: 600 },
    { label: t('pages:leftovers.planned'), of: planned, className: classes.planned },
  ];

  const scrollerRef = useRef<HTMLDivElement>(null);
  const todayHead = useRef<HTMLTableCellElement>(null);
  // Scrolls to today's column at the end, because a narrow screen begins with the first one.
  useLayoutEffect(() => {
    const head = todayHead.current;
    const scroller = scrollerRef.current;
    if (head && scroller) scroller.scrollLeft = Math.max(0, head.offsetLeft + head.offsetWidth - scroller.clientWidth);
  }, []);

  return (
    <Paper withBorder className={typed.panel}>
      <Table.ScrollContainer ref={scrollerRef} minWidth={days.length > 1 ? 920 : 0} type="native">
        <Table
          className={`${typed.table} ${classes.table}`}
          data-dimmed={dimmed || undefined}
          aria-label={t('operations:leftovers.title')}
          aria-busy={dimmed}
        >
          <Table.Thead>
            <Table.Tr>
              <Table.Th className={classes.group}>{`${t('pages:schedule.group')},\u00a0${unit}`}</Table.Th>
              {days.map((day) => (
                <Table.Th key={day} ref={day === today ? todayHead : undefined} data-right data-today={day === today || undefined}>
                  <Link to={dayPath(day)} className={classes.day}>
                    {format.weekday(day)}, {format.shortDay(day)}
                  </Link>
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {groups.map((group) => (
              <Table.Tr key={group.id}>
                <Table.Th scope="row" className={classes.group}>
                  <Truncated text={group.name} />
                  <Text size="xs" c="dimmed">
                    {t('operations:farms.animals', { count: group.animal_count, shown: format.value('count', group.animal_count) })}
                  </Text>
                </Table.Th>
                {days.map((day) => {
                  const found = find(group.id, day);
                  return (
                    <Table.Td key={day}>
                      {day > today ? (
                        <Text ta="right" c="dimmed">
                          –
                        </Text>
                      ) : (
                        <LeftoverCell
                          farm={farm}
                          group={group.id}
                          groups={groups}
                          date={day}
                          label={`${group.name}, ${format.value('date', day)}`}
                          found={found}
                          readOnly={!mayWrite(found)}
                          onRemove={(row) => remove(row.id, `${group.name}, ${format.value('date', day)}`)}
                        />
                      )}
                    </Table.Td>
                  );
                })}
              </Table.Tr>
            ))}
          </Table.Tbody>
          <Table.Tfoot>
            {sums.map(({ label, of, ...shown }) => (
              <Table.Tr key={label}>
                <Table.Th scope="row" className={classes.group}>
                  {label}
                </Table.Th>
                {days.map((day) => (
                  <Table.Td key={day} data-right {...shown}>
                    {format.value('weight', sum(of(day)))}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tfoot>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  );
}
