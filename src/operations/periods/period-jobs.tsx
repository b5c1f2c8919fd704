import { Stack, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#src/core/format/use-format.ts';
import { Truncated } from '#src/core/ui/truncated.tsx';
import { useWeightUnit } from '#src/domain/plan/weight-unit.ts';
import type { Period } from './queries.ts';

type Job = Period['jobs'][number];
const SWITCHES = ['auto_load', 'leftovers', 'ignore_in_reports', 'skip_time', 'split'] as const;

function OneJob({ job }: { job: Job }) {
  const { t } = useTranslation(['operations', 'pages']);
  const format = useFormat();
  const unit = useWeightUnit();
  const weight = (value: number) => `${format.value('weight', value)}\u00a0${unit}`;
  const on = [
    ...SWITCHES.filter((name) => job[name]).map((name) => t(`pages:schedule.${name}`)),
    ...(job.locked ? [t('pages:daily_call.locked')] : []),
  ];
  return (
    <section aria-label={job.ration_name}>
      <Text fw={600}>
        <Truncated text={job.ration_name} at={45} />
      </Text>
      <Text c="dimmed">
        {[job.mixer_name, weight(job.weight_plan), ...(job.parts > 1 ? [`${t('pages:periods.jobs')}: ${job.parts}`] : []), ...on].join(
          ' · ',
        )}
        {job.leftovers && `: ${weight(job.planned_leftovers)}`}
      </Text>
      <Table horizontalSpacing={8} verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('pages:schedule.group')}</Table.Th>
            <Table.Th ta="right">{t('pages:schedule.heads')}</Table.Th>
            <Table.Th ta="right">{`${t('pages:schedule.weight_per_head')},\u00a0${unit}`}</Table.Th>
            <Table.Th ta="right">{`${t('operations:planning.plan')},\u00a0${unit}`}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {job.groups.map(({ group, group_name, heads, weight_per_head, weight_plan }) => (
            <Table.Tr key={group}>
              <Table.Td>
                <Truncated text={group_name} at={45} />
              </Table.Td>
              <Table.Td ta="right">{format.value('count', heads)}</Table.Td>
              <Table.Td ta="right">{format.value('weight', weight_per_head)}</Table.Td>
              <Table.Td ta="right">{format.value('weight', weight_plan)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

/** The loads of a period, to be read: all of it is in the period itself. */
export function PeriodJobs({ jobs }: { jobs: readonly Job[] }) {
  const { t } = useTranslation(['operations', 'pages']);
  if (jobs.length === 0) return <Text c="dimmed">{t('pages:periods.no_jobs')}</Text>;
  return (
    <Stack>
      {jobs.map((job) => (
        <OneJob key={job.id} job={job} />
      ))}
    </Stack>
  );
}
