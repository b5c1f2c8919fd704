import { ActionIcon, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconArrowLeft, IconCircleCheck, IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { todayIn } from '#common/format/clock.ts';
import type { ScheduleRow } from '#contract/operations/feedings.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { useDocumentTitle } from '#src/core/layout/use-document-title.ts';
import { Notice } from '#src/core/ui/notice.tsx';
import { FailedState } from '#src/core/ui/states.tsx';
import { useFarmOfRoute, useFarmPath } from '#src/domain/farm/place.ts';
import { Recorder } from './recorder.tsx';
import classes from './recording.module.css';
import { Refused, SyncState } from './sync-state.tsx';
import { useKeptRow } from './use-kept-row.ts';
import { useRecording } from './use-recording.ts';

function Recording({ row, back }: { row: ScheduleRow; back: string }) {
  const { t } = useTranslation(['operations', 'pages']);
  const { can } = useAccess();
  const navigate = useNavigate();
  const recording = useRecording(row);
  const { draft, ready, finished } = recording;
  if (!ready) return <Skeleton height={480} radius="md" data-skeleton />;

  const body = () => {
    if (finished || !draft) {
      return (
        <Notice
          icon={IconCircleCheck}
          color="green"
          title={t('pages:recording.done')}
          text={t('pages:recording.done_text')}
          action={{ label: t('pages:recording.back'), onClick: () => navigate(back) }}
        />
      );
    }
    const item = draft.stage === 'load' ? 'load_schedule' : 'upload_schedule';
    if (!can(item, 'add')) {
      return (
        <Notice
          icon={IconLock}
          title={t(draft.stage === 'load' ? 'pages:recording.no_load_rights' : 'pages:recording.no_unload_rights')}
          action={{ label: t('pages:recording.back'), onClick: () => navigate(back) }}
        />
      );
    }
    return <Recorder row={row} draft={draft} recording={recording} />;
  };
  return (
    <Stack gap="md">
      <Refused row={row} onDiscard={recording.forget} />
      {body()}
    </Stack>
  );
}

/** Recording beside the mixer: loading ingredient by ingredient, then unloading group by group. */
export function Page() {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const format = useFormat();
  const farm = useFarmOfRoute();
  const farmPath = useFarmPath();
  const id = Number(useParams().schedule_id);
  const { data: row, error, refetch } = useKeptRow(id, farm.id);
  const back = farmPath(farm, row && row.planned_on !== todayIn(farm.timezone) ? `?day=${row.planned_on}` : '');

  useDocumentTitle(row?.ration_name ?? t('operations:recording.title'));

  if (error && !row) return <FailedState error={error} onRetry={refetch} />;
  return (
    <>
      <header className={classes.bar}>
        <ActionIcon component={Link} to={back} variant="default" size={48} aria-label={t('pages:recording.back')}>
          <IconArrowLeft size={20} aria-hidden />
        </ActionIcon>
        <div className={classes.title}>
          <Title order={1} lineClamp={2} title={row?.ration_name}>
            {row?.ration_name ?? t('operations:recording.title')}
          </Title>
          <Text c="dimmed">{row ? `${row.mixer_name} · ${format.value('date', row.planned_on)}` : '\u00a0'}</Text>
        </div>
      </header>
      <SyncState />
      {row ? <Recording key={row.id} row={row} back={back} /> : <Skeleton height={480} radius="md" data-skeleton />}
    </>
  );
}
