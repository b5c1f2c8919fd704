import { Button, Paper, Stack, Text } from '@mantine/core';
import { IconCheck, IconPlayerPlay } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ScheduleRow } from '#contract/operations/feedings.ts';
import { isFarOff } from '#contract/operations/weighing.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { ask } from '#src/core/ui/question.ts';
import { OperatorSelect } from '#src/domain/farm/operator-select.tsx';
import { useWeightUnit } from '#src/domain/plan/weight-unit.ts';
import { CurrentLine } from './current-line.tsx';
import { type Draft, fits, restFor, total } from './draft.ts';
import { LineList } from './line-list.tsx';
import classes from './recording.module.css';
import { Timer } from './timer.tsx';
import type { useRecording } from './use-recording.ts';
import { useWakeLock } from './use-wake-lock.ts';

interface RecorderProps {
  row: ScheduleRow;
  draft: Draft;
  recording: ReturnType<typeof useRecording>;
}

/** Loading or unloading, line by line; the steps before the first and after the last have one button each. */
export function Recorder({ row, draft, recording }: RecorderProps) {
  const { t } = useTranslation(['operations', 'pages']);
  const format = useFormat();
  const unit = useWeightUnit();
  const { lines } = recording;
  const loading = draft.stage === 'load';
  const tolerance = loading ? row.loading_admittance : row.unloading_admittance;
  const begun = draft.started_at !== null;
  const line = lines.find(({ id }) => id === draft.current);
  useWakeLock(begun);

  const known = line ? (draft.marks[line.id]?.weight ?? 0) : 0;
  const shown = (id: number) => {
    const mark = draft.marks[id];
    return mark ? String(format.fromKg(mark.weight)).replace('.', format.plain('ratio', 1.5).charAt(1)) : '';
  };
  const next = async (kg: number) => {
    if (line && kg !== draft.marks[line.id]?.weight && isFarOff(line.plan, kg, tolerance)) {
      const sure = await ask({
        title: t('pages:recording.slip', { typed: format.value('weight', kg), plan: format.value('weight', line.plan), unit }),
        text: line.name,
        confirm: t('pages:recording.slip_confirm', { typed: format.value('weight', kg), unit }),
        decline: t('pages:recording.mend'),
        danger: true,
      });
      if (!sure) return recording.type(draft.typed, true);
    }
    recording.next(kg);
  };
  const plan = lines.reduce((sum, one) => sum + one.plan, 0);

  const step = () => {
    if (!begun) {
      return (
        <Paper withBorder className={classes.stage}>
          <Text c="dimmed">{t(loading ? 'pages:recording.to_load' : 'pages:recording.to_unload')}</Text>
          <Text className={classes.entered} component="p">
            {format.value('weight', loading ? plan : (draft.loaded ?? plan))} {unit}
          </Text>
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
          <div className={classes.thumb}>
            <Button fullWidth className={classes.next} leftSection={<IconPlayerPlay size={20} aria-hidden />} onClick={recording.begin}>
              {t(loading ? 'pages:recording.begin_load' : 'pages:recording.begin_unload')}
            </Button>
          </div>
        </Paper>
      );
    }
    if (line) {
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
          tolerance={tolerance}
          rest={restFor(draft, lines)}
          before={total(draft) - known}
          onType={recording.type}
          onNext={(kg) => void next(kg)}
        />
      );
    }
    return (
      <Paper withBorder className={classes.stage}>
        <Text c="dimmed">{t(loading ? 'pages:recording.mixing' : 'pages:recording.all_unloaded')}</Text>
        <Text className={classes.entered} component="p">
          {loading ? (
            <Timer since={draft.mixing_since} />
          ) : (
            <>
              {format.value('weight', total(draft))} {unit}
            </>
          )}
        </Text>
        <div className={classes.thumb}>
          <Button
            fullWidth
            className={classes.next}
            leftSection={<IconCheck size={20} aria-hidden />}
            loading={recording.ending}
            onClick={recording.finish}
          >
            {t(loading ? 'pages:recording.end_load' : 'pages:recording.end_unload')}
          </Button>
        </div>
      </Paper>
    );
  };

  return (
    <div className={classes.columns}>
      <Stack gap="md">{step()}</Stack>
      <LineList
        draft={draft}
        lines={lines}
        tolerance={tolerance}
        onChoose={begun && !recording.ending ? (id) => recording.choose(id, shown(id)) : undefined}
      />
    </div>
  );
}
