import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconArrowRight, IconPencil } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScheduleRow } from '#contract/operations/feedings.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { PlanBar } from '#src/domain/plan/plan-bar.tsx';
import { useWeightUnit } from '#src/domain/plan/weight-unit.ts';
import type { Draft, Line } from './draft.ts';
import { widthOf } from './figure.ts';
import { IndicatorPanel } from './indicator-panel.tsx';
import { LineHead } from './line-head.tsx';
import type { LotChoiceProps } from './lot-choice.tsx';
import classes from './scale.module.css';
import { useScaleLine } from './use-scale-line.ts';

export interface ScaleLineProps {
  row: ScheduleRow;
  draft: Draft;
  line: Line;
  lines: readonly Line[];
  lot: LotChoiceProps | undefined;
  /** True while a person is questioned: then no line is recorded automatically. */
  isPaused: boolean;
  fits: (kg: number) => boolean;
  /** Records the part and goes to the next line; the person confirms a part far from plan. */
  onNext: (part: number) => void;
  onDone: (part: number) => void;
  onStart: (kg: number) => void;
  onChoose: (line: number) => void;
  /** Types the weight of this line, beginning with the pressed key. */
  onType: (typed: string) => void;
  onShowAll: () => void;
}

/** The current line by the indicator: its weight, the missing weight, and the warnings. */
export function ScaleLine(props: ScaleLineProps) {
  const { draft, line, lines, fits, onNext, onType } = props;
  const { t } = useTranslation('pages');
  const format = useFormat();
  const unit = useWeightUnit();
  const scale = useScaleLine(props);
  const { view } = scale;
  useTypedDigit(onType);
  const part = view?.part ?? null;
  const state = view?.steadyPart != null ? t('pages:scale.steady') : t('pages:scale.moving');
  return (
    <section className={classes.scale} aria-label={line.name}>
      <LineHead
        line={line}
        place={lines.indexOf(line) + 1}
        count={lines.length}
        since={draft.line_started_at}
        lot={props.lot}
        onShowAll={props.onShowAll}
      />
      <Figure label={`${t('pages:scale.shows')}, ${unit}${view ? ` · ${state}` : ''}`} kg={view?.kg ?? null} className={classes.live} />
      <Missing line={line} part={part} isLoading={draft.stage === 'load'} />
      <PlanBar large plan={line.plan} fact={Math.max(0, part ?? 0)} tolerance={line.tolerance} label={line.name} />
      {view && part === null && <Text role="status">{t('pages:scale.waits_start')}</Text>}
      <ScaleAlert scale={scale} draft={draft} onChoose={props.onChoose} />
      <IndicatorPanel />
      <div className={classes.buttons}>
        <Button variant="default" className={classes.button} leftSection={<IconPencil size={24} aria-hidden />} onClick={() => onType('')}>
          {t('pages:scale.type')}
        </Button>
        <Button
          className={classes.button}
          rightSection={<IconArrowRight size={24} aria-hidden />}
          disabled={part === null || part < 0 || !fits(part)}
          onClick={() => part !== null && onNext(part)}
        >
          {part === null || part < 0 ? t('pages:recording.next') : t('pages:scale.next', { weight: format.value('weight', part), unit })}
        </Button>
      </div>
    </section>
  );
}

/** A digit of a real keyboard begins to type the weight. */
function useTypedDigit(onType: (typed: string) => void) {
  useEffect(() => {
    const type = ({ key, target }: KeyboardEvent) => {
      const isField = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
      if (/^\d$/.test(key) && !isField) onType(key);
    };
    window.addEventListener('keydown', type);
    return () => window.removeEventListener('keydown', type);
  }, [onType]);
}

interface FigureProps {
  label: string;
  kg: number | null;
  className: string | undefined;
}

/** A weight with its label. Its changes aren't read out: ten a second would hide everything else. */
function Figure({ label, kg, className }: FigureProps) {
  const format = useFormat();
  // Without separators of thousands, four digits are 12 cm high on a tablet.
  const text = kg === null ? '–' : format.typed(format.fromKg(kg));
  return (
    <div className={classes.figure}>
      <Text className={classes.label}>{label}</Text>
      <output className={`${classes.number} ${className}`} style={widthOf(text)} aria-label={label} aria-live="off">
        {text}
      </output>
    </div>
  );
}

/** The weight that is still to load or to feed, or the excess. */
function Missing({ line, part, isLoading }: { line: Line; part: number | null; isLoading: boolean }) {
  const { t } = useTranslation('pages');
  const unit = useWeightUnit();
  const missing = part === null ? null : line.plan - part;
  const isOver = missing !== null && missing < -line.tolerance;
  const label = isOver ? t('pages:scale.over') : isLoading ? t('pages:scale.to_load') : t('pages:scale.to_feed');
  return (
    <Figure
      label={`${label}, ${unit}`}
      kg={missing === null ? null : isOver ? -missing : Math.max(0, missing)}
      className={isOver ? `${classes.missing} ${classes.isOver}` : classes.missing}
    />
  );
}

interface ScaleAlertProps {
  scale: ReturnType<typeof useScaleLine>;
  draft: Draft;
  onChoose: (line: number) => void;
}

/** A warning with the answers of the person: feed moved the wrong way, or it is another line's. */
function ScaleAlert({ scale: { view, other, continueAt }, draft, onChoose }: ScaleAlertProps) {
  const { t } = useTranslation('pages');
  const format = useFormat();
  const unit = useWeightUnit();
  const warning = view?.warning;
  if (!warning || warning.kind === 'over') return null;
  const inUnit = (kg: number) => ({ weight: format.value('weight', kg), unit });
  const present = Math.max(0, view.part ?? 0);
  const isLoading = draft.stage === 'load';
  const text =
    warning.kind === 'other'
      ? t('pages:scale.wrong_order', { name: other?.name ?? '' })
      : t(isLoading ? 'pages:scale.falls' : 'pages:scale.rises');
  return (
    <Alert role="alert" color="orange" variant="light" icon={<IconAlertTriangle size={24} aria-hidden />} title={text}>
      <Group gap="xs">
        {warning.kind === 'other' && other && (
          <Button size="md" onClick={() => onChoose(other.id)}>
            {t('pages:scale.choose_line', { name: other.name })}
          </Button>
        )}
        {warning.kind === 'reversed' && (
          <>
            <Button size="md" onClick={() => continueAt(warning.part)}>
              {t('pages:scale.keep_part', inUnit(warning.part))}
            </Button>
            <Button size="md" variant="default" onClick={() => continueAt(present)}>
              {t('pages:scale.accept_part', inUnit(present))}
            </Button>
          </>
        )}
      </Group>
    </Alert>
  );
}
