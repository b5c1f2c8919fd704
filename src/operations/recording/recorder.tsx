import { Button, Skeleton, Text } from '@mantine/core';
import { IconCheck, IconPlayerPlay } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScheduleRow } from '#contract/operations/feedings.ts';
import { isFarOff, leftInMixer } from '#contract/operations/weighing.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { ask } from '#src/core/ui/question.ts';
import { OperatorSelect } from '#src/domain/farm/operator-select.tsx';
import { useWeightUnit } from '#src/domain/plan/weight-unit.ts';
import { packsOfFeed, usePacks } from '#src/domain/stock/packs.ts';
import { CurrentLine } from './current-line.tsx';
import type { Draft, Line, MarkedPacks } from './draft.ts';
import { scaleOf } from './entry.ts';
import { widthOf } from './figure.ts';
import type { WeightSource } from './indicator.ts';
import { Mixing } from './mixing.tsx';
import classes from './recording.module.css';
import { fits, leftToFeed, restFor, total } from './room.ts';
import { IndicatorPanel, ScaleLine } from './scale-parts.ts';
import type { ByIndicator } from './use-by-indicator.ts';
import type { useRecording } from './use-recording.ts';
import { useWakeLock } from './use-wake-lock.ts';

interface RecorderProps {
  row: ScheduleRow;
  draft: Draft;
  recording: ReturnType<typeof useRecording>;
  byIndicator: ByIndicator;
  /** Scrolls to the whole load. */
  onShowAll: () => void;
}

function Weight({ kg }: { kg: number }) {
  const format = useFormat();
  const unit = useWeightUnit();
  const text = `${format.value('weight', kg)}\u00a0${unit}`;
  return (
    <p className={classes.figure}>
      <span className={classes.number} style={widthOf(text)}>
        {text}
      </span>
    </p>
  );
}

/** Asks about a weight far from its plan. */
function useConfirmWeight() {
  const { t } = useTranslation('pages');
  const format = useFormat();
  const unit = useWeightUnit();
  return ({ name, plan }: Pick<Line, 'name' | 'plan'>, kg: number) =>
    ask({
      title: t('pages:recording.slip', { typed: format.value('weight', kg), plan: format.value('weight', plan), unit }),
      text: name,
      confirm: t('pages:recording.slip_confirm', { typed: format.value('weight', kg), unit }),
      decline: t('pages:recording.mend'),
      danger: true,
      forGloves: true,
    });
}

/** The choice of a lot for the feed that is loaded; undefined while unloading. */
function buildLotChoice({ row, draft, recording }: RecorderProps, line: Line | undefined) {
  if (!line || draft.stage !== 'load') return undefined;
  const recorded = row.items.find(({ ingredient }) => ingredient === line.id)?.lot ?? '';
  return { number: draft.lots?.[line.id] ?? recorded, onChoose: (number: string) => recording.chooseLot(line.id, number) };
}

/** Loading or unloading line by line; the steps before the first and after the last line have one button each. */
export function Recorder(props: RecorderProps) {
  const { row, draft, recording, byIndicator, onShowAll } = props;
  const format = useFormat();
  const { lines } = recording;
  const begun = draft.started_at !== null;
  const line = lines.find(({ id }) => id === draft.current);
  const packs = usePacks();
  const confirm = useConfirmWeight();
  const [isAsking, setIsAsking] = useState(false);
  useWakeLock(begun);

  const next = async (kg: number, packed?: MarkedPacks, by?: WeightSource) => {
    const isFar = line && !line.added && kg !== draft.marks[line.id]?.weight && isFarOff(line.plan, kg, line.tolerance);
    setIsAsking(Boolean(isFar));
    if (isFar && !(await confirm(line, kg))) recording.type(draft.typed, true);
    else recording.next(kg, packed, by);
    setIsAsking(false);
  };

  const lot = buildLotChoice(props, line);

  if (!begun) return <FirstStep {...props} />;
  if (!line) return <LastStep {...props} />;
  // A corrected line has its weight already, so it is typed.
  if (byIndicator.isShown && !draft.marks[line.id]) {
    return (
      <Suspense fallback={<Skeleton height={480} radius="md" data-skeleton />}>
        <ScaleLine
          row={row}
          draft={draft}
          line={line}
          lines={lines}
          lot={lot}
          isPaused={isAsking}
          fits={(kg) => fits(draft, row, kg)}
          onNext={(part) => void next(part, undefined, 'indicator')}
          onDone={(part) => recording.next(part, undefined, 'indicator')}
          onStart={recording.startAt}
          onChoose={(id) => recording.choose(id, '')}
          onType={(typed) => {
            byIndicator.typeLine(line.id);
            recording.type(typed);
          }}
          onShowAll={onShowAll}
        />
      </Suspense>
    );
  }
  return (
    <CurrentLine
      line={line}
      place={lines.indexOf(line) + 1}
      count={lines.length}
      typed={draft.typed}
      replace={draft.replace ?? false}
      fits={(kg) => fits(draft, row, kg)}
      maximum={row.max_weight}
      since={draft.line_started_at}
      rest={restFor(draft, lines)}
      left={leftToFeed(draft, lines)}
      scale={scaleOf(draft, format.fromKg)}
      byScale={recording.byScale}
      lot={lot}
      onType={recording.type}
      onReadScale={recording.readScale}
      packs={draft.stage === 'load' ? packsOfFeed(packs, line.id, row.planned_on) : []}
      onNext={(kg, packed) => void next(kg, packed)}
      onShowAll={onShowAll}
    />
  );
}

type StepProps = Omit<RecorderProps, 'onShowAll'>;

/** Before the first line: the planned weight, the operator, and the button that begins. */
function FirstStep({ row, draft, recording, byIndicator }: StepProps) {
  const { t } = useTranslation(['operations', 'pages']);
  const format = useFormat();
  const unit = useWeightUnit();
  const loading = draft.stage === 'load';
  const plan = recording.lines.reduce((sum, one) => sum + one.plan, 0);
  const left = loading ? leftInMixer(row) : 0;
  return (
    <div className={classes.stage}>
      <Text c="dimmed">{t(loading ? 'pages:recording.to_load' : 'pages:recording.to_unload')}</Text>
      <Weight kg={loading ? plan : (draft.loaded ?? plan)} />
      {row.parts > 1 && <Text fw={600}>{t('pages:schedule.part_of', { part: row.part, parts: row.parts })}</Text>}
      <Text c="dimmed">
        {row.mixer_name} · {format.value('date', row.planned_on)}
      </Text>
      {left > 0 && <Text fw={600}>{t('pages:recording.zero_scale', { weight: format.value('weight', left), unit })}</Text>}
      {loading && (
        <OperatorSelect
          farm={row.farm}
          size="md"
          clearable={false}
          known={row.operator ? { id: row.operator, name: row.operator_name ?? '–' } : null}
          value={recording.operator}
          onChange={recording.operate}
        />
      )}
      <IndicatorStrip byIndicator={byIndicator} />
      <Button className={classes.step} leftSection={<IconPlayerPlay size={20} aria-hidden />} onClick={recording.begin}>
        {t(loading ? 'pages:recording.begin_load' : 'pages:recording.begin_unload')}
      </Button>
    </div>
  );
}

/** The indicator between the lines: its state and its weight. */
function IndicatorStrip({ byIndicator }: { byIndicator: ByIndicator }) {
  if (!byIndicator.isShown) return null;
  return (
    <Suspense fallback={null}>
      <IndicatorPanel showsWeight />
    </Suspense>
  );
}

/** After the last line: mixing, or the unloaded weight, and the button that ends. */
function LastStep({ row, draft, recording, byIndicator }: StepProps) {
  const { t } = useTranslation('pages');
  const loading = draft.stage === 'load';
  return (
    <div className={classes.stage}>
      {loading ? (
        <Mixing since={draft.mixing_since} seconds={Math.round((row.mix_time * total(draft)) / 1000)} />
      ) : (
        <>
          <Text c="dimmed">{t('pages:recording.all_unloaded')}</Text>
          <Weight kg={total(draft)} />
        </>
      )}
      <IndicatorStrip byIndicator={byIndicator} />
      <Button
        className={classes.step}
        leftSection={<IconCheck size={20} aria-hidden />}
        loading={recording.ending}
        onClick={recording.finish}
      >
        {t(loading ? 'pages:recording.end_load' : 'pages:recording.end_unload')}
      </Button>
    </div>
  );
}
