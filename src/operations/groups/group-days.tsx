import { Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { bunkScores, calls } from '#contract/operations/daily-call.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { useList } from '#src/core/resource/queries.ts';
import { scoreText } from '#src/domain/farm/score-text.ts';
import classes from './groups.module.css';

interface GroupDay {
  day: string;
  score?: string;
  percent?: number;
  reason?: string;
}

/** Maximum number of days in the list, newest first. */
const MOST = 60;

/** A group's bunk scores and calls by day; nothing if there are none. */
export function GroupDays({ farm, group }: { farm: number; group: number }) {
  const { t } = useTranslation(['operations', 'pages']);
  const format = useFormat();
  const query = { group, page_size: MOST, ordering: '-day' };
  const scored = useList(bunkScores, query, { farm });
  const called = useList(calls, query, { farm });
  if (!scored.data || !called.data) return null;
  const days = new Map<string, GroupDay>();
  for (const { day, score, label } of scored.data.rows) days.set(day, { day, score: scoreText(score, label) });
  for (const { day, percent, reason } of called.data.rows) days.set(day, { ...days.get(day), day, percent, reason });
  const rows = [...days.values()].toSorted((a, b) => b.day.localeCompare(a.day)).slice(0, MOST);
  if (rows.length === 0) return null;
  return (
    <div className={classes.changes}>
      <Text fw={600} size="sm" mb={4}>
        {t('pages:daily_call.calls')}
      </Text>
      <Table verticalSpacing={6} stickyHeader aria-label={t('pages:daily_call.calls')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('pages:programmes.day')}</Table.Th>
            <Table.Th data-right>{t('pages:daily_call.score')}</Table.Th>
            <Table.Th data-right>%</Table.Th>
            <Table.Th>{t('pages:daily_call.reason')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ day, score, percent, reason }) => (
            <Table.Tr key={day}>
              <Table.Td>{format.value('date', day)}</Table.Td>
              <Table.Td data-right>{score}</Table.Td>
              <Table.Td data-right>{percent === undefined ? '' : format.percent(percent, { plus: true })}</Table.Td>
              <Table.Td>{reason}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
