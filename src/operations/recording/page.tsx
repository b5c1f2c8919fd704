import { Button, Skeleton } from '@mantine/core';
import { IconCircleCheck, IconLock, IconScale } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { todayIn } from '#common/format/clock.ts';
import type { ScheduleRow } from '#contract/operations/feedings.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { IconButton } from '#src/core/ui/icon-button.tsx';
import { Notice } from '#src/core/ui/notice.tsx';
import { FailedState } from '#src/core/ui/states.tsx';
import { useHeadingTitle } from '#src/core/ui/window-title.ts';
import { useFarmOfRoute, useFarmPath } from '#src/domain/farm/place.ts';
import { useFirstSteps } from '#src/operations/first-steps/use-first-steps.ts';
import { Cab } from './cab.tsx';
import { LineList } from './line-list.tsx';
import { Recorder } from './recorder.tsx';
import classes from './recording.module.css';
import { leftToFeed } from './room.ts';
import { Refused } from './sync-state.tsx';
import { type ByIndicator, useByIndicator } from './use-by-indicator.ts';
import { useKeptRow } from './use-kept-row.ts';
import { useRecording } from './use-recording.ts';

function IndicatorButton({ byIndicator: { isShown, toggle } }: { byIndicator: ByIndicator }) {
  const { t } = useTranslation('pages');
  return (
    <IconButton
      icon={IconScale}
      glyph={24}
      size={48}
      variant={isShown ? 'filled' : 'default'}
      color={isShown ? 'blue' : 'gray'}
      label={t('pages:scale.title')}
      aria-pressed={isShown}
      onClick={toggle}
    />
  );
}

/** The end of a feeding. The first feeding of a farm leads to its report. */
function Done({ isFirst, leave }: { isFirst: boolean; leave: { label: string; onClick: () => void } }) {
  const { t } = useTranslation('pages');
  const navigate = useNavigate();
  const path = useAppPath();
  const texts = { title: t('pages:recording.done'), text: t('pages:recording.done_text') };
  const see = { label: t('pages:first_steps.report'), onClick: () => navigate(path('reports/planfeed')) };
  return (
    <>
      <Notice icon={IconCircleCheck} color="green" {...texts} action={isFirst ? see : leave} />
      {isFirst && (
        <Button variant="subtle" mx="auto" display="table" onClick={leave.onClick}>
          {leave.label}
        </Button>
      )}
    </>
  );
}

function Recording({ row, back }: { row: ScheduleRow; back: string }) {
  const { t } = useTranslation(['operations', 'pages']);
  const { can } = useAccess();
  const format = useFormat();
  const navigate = useNavigate();
  const recording = useRecording(row);
  const all = useRef<HTMLDivElement>(null);
  const { draft, ready, finished, lines } = recording;
  const byIndicator = useByIndicator(draft?.current ?? null);
  const [isFirst, setIsFirst] = useState(false);
  // The steps end with this feeding, so they are read while it is recorded.
  const setsUp = useFirstSteps() !== null;
  if (setsUp && !isFirst) setIsFirst(true);
  const leave = { label: t('pages:recording.back'), onClick: () => navigate(back) };
  const item = draft?.stage === 'upload' ? 'upload_schedule' : 'load_schedule';
  const records = ready && draft !== null && !finished && can(item, 'add');

  const body = () => {
    if (!ready) return <Skeleton height={480} radius="md" data-skeleton />;
    if (finished || !draft) return <Done isFirst={isFirst} leave={leave} />;
    if (!records) {
      const title = t(draft.stage === 'load' ? 'pages:recording.no_load_rights' : 'pages:recording.no_unload_rights');
      return <Notice icon={IconLock} title={title} action={leave} />;
    }
    const showAll = () => all.current?.scrollIntoView({ behavior: 'smooth' });
    return <Recorder row={row} draft={draft} recording={recording} byIndicator={byIndicator} onShowAll={showAll} />;
  };
  /** The shown weight of a line while typing. */
  const shown = (id: number) => {
    const mark = draft?.marks[id];
    return mark ? format.typed(format.fromKg(mark.weight)) : '';
  };
  return (
    <Cab
      title={row.ration_name}
      back={back}
      over={ready && !records}
      isWide={records && byIndicator.isShown}
      actions={records && <IndicatorButton byIndicator={byIndicator} />}
      list={
        records && (
          <div ref={all} className={classes.all}>
            <LineList
              draft={draft}
              lines={lines}
              farm={row.farm}
              left={leftToFeed(draft, lines)}
              groups={draft.stage === 'upload' && !recording.ending ? recording : undefined}
              onChoose={draft.started_at !== null && !recording.ending ? (id) => recording.choose(id, shown(id)) : undefined}
            />
          </div>
        )
      }
    >
      {ready && <Refused row={row} onDiscard={recording.forget} />}
      {body()}
    </Cab>
  );
}

/** Recording at the mixer: loading by ingredient, then unloading by group. */
export function Page() {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const farm = useFarmOfRoute();
  const farmPath = useFarmPath();
  const id = Number(useParams().schedule_id);
  const { data: row, error, refetch } = useKeptRow(id, farm.id);
  const back = farmPath(farm, row && row.planned_on !== todayIn(farm.timezone) ? `?day=${row.planned_on}` : '');
  const title = row?.ration_name ?? t('operations:recording.title');
  useHeadingTitle(title);

  if (row) return <Recording key={row.id} row={row} back={back} />;
  return (
    <Cab title={title} back={back}>
      {error ? <FailedState error={error} onRetry={refetch} /> : <Skeleton height={480} radius="md" data-skeleton />}
    </Cab>
  );
}
