import { Button, SegmentedControl, Text } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { retype } from '#common/format/parse.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { PlanBar } from '#src/domain/plan/plan-bar.tsx';
import { useWeightUnit } from '#src/domain/plan/weight-unit.ts';
import { retold } from './entry.ts';
import { EntryHint } from './entry-hint.tsx';
import { widthOf } from './figure.ts';
import { LineHead } from './line-head.tsx';
import type { CurrentLineProps } from './line-props.ts';
import { LONGEST, NumberPad } from './number-pad.tsx';
import classes from './recording.module.css';
import { type Entry, useEntry } from './use-entry.ts';

const toPackWay = (name: string) => `pack ${name}`;

/** Chooses kilograms, readings of the scale, or packs. */
function WayOfEntry({ typed, scale, byScale, packs, onReadScale, entry }: CurrentLineProps & { entry: Entry }) {
  const { t } = useTranslation('pages');
  const format = useFormat();
  const unit = useWeightUnit();
  const { pack, reads } = entry;
  const ways = [
    { value: 'part', label: scale ? t('pages:recording.by_part') : unit },
    ...(scale ? [{ value: 'scale', label: t('pages:recording.by_scale') }] : []),
    ...packs.map(({ name }) => ({ value: toPackWay(name), label: name })),
  ];
  /** Changes the way of entry. A number of packs is no weight, so typing starts again. */
  const enterBy = (way: string) => {
    const next = packs.find(({ name }) => toPackWay(name) === way);
    entry.choosePack(next);
    if (next || pack) onReadScale(next ? byScale : way === 'scale', '');
    else if (scale) onReadScale(way === 'scale', retold(typed, scale, way === 'scale', format.typed));
  };
  if (ways.length < 2) return null;
  const weighedBy = reads ? 'scale' : 'part';
  return (
    <SegmentedControl
      size={packs.length > 0 ? 'sm' : 'md'}
      className={classes.entry}
      aria-label={t('pages:recording.entry')}
      data={ways}
      value={pack ? toPackWay(pack.name) : weighedBy}
      onChange={enterBy}
    />
  );
}

interface FieldProps extends CurrentLineProps {
  label: string;
  isWrong: boolean;
}

/** The typed number. */
function Field({ line, typed, replace, onType, label, isWrong }: FieldProps) {
  const format = useFormat();
  const field = useRef<HTMLInputElement>(null);
  const shown = format.typedText(typed);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new line takes the keyboard
  useEffect(() => {
    // A corrected line was chosen in the list below: its weight is scrolled into view.
    field.current?.focus({ preventScroll: !replace });
    if (replace) field.current?.select();
  }, [line.id, replace]);
  return (
    <div className={classes.figure}>
      <Text className={classes.label}>{label}</Text>
      {/* The keys below type; inputMode none hides the phone's keyboard, a real one still works. */}
      <input
        ref={field}
        className={`${classes.number} ${classes.entered}`}
        style={widthOf(shown)}
        data-replace={replace || undefined}
        aria-invalid={isWrong || undefined}
        inputMode="none"
        autoComplete="off"
        aria-label={`${line.name}: ${label}`}
        value={shown}
        placeholder="0"
        onChange={({ currentTarget }) => {
          const next = retype(typed, currentTarget.value, { language: format.language, decimals: 2 });
          if (next !== null && next.length <= LONGEST) onType(next);
        }}
      />
    </div>
  );
}

/** The labels of the planned and of the typed number. */
function useFigureLabels({ pack, reads }: Entry): [goal: string, typed: string] {
  const { t } = useTranslation('pages');
  const unit = useWeightUnit();
  const typedIn = pack?.name ?? unit;
  const goal = reads?.direction === 1 ? 'pages:recording.scale_up' : 'pages:recording.scale_down';
  return [
    `${t(reads ? goal : 'pages:recording.to_go')}, ${typedIn}`,
    `${t(reads ? 'pages:recording.scale_reads' : 'pages:recording.is_in')}, ${typedIn}`,
  ];
}

/** One number and one button: the part to load now, its weight, and on to the next. */
export function CurrentLine(props: CurrentLineProps) {
  const { line, typed, replace, maximum, rest, left, scale, onType, onNext } = props;
  const { t } = useTranslation(['operations', 'pages']);
  const format = useFormat();
  const unit = useWeightUnit();
  const entry = useEntry(props);
  const { pack, reads, number, kg, isImpossible, tooMuch, entered, written } = entry;
  const [goalLabel, typedLabel] = useFigureLabels(entry);
  const offered = rest ?? line.plan;
  const goal = pack ? format.value('ratio', line.plan / pack.kg) : written(line.plan);
  const problem = isImpossible
    ? t('pages:recording.scale_before', { weight: format.value('weight', format.toKg(reads?.before ?? 0)), unit })
    : tooMuch && t('pages:recording.too_much', { max: format.value('weight', maximum), unit });

  return (
    <form
      className={classes.current}
      aria-label={line.name}
      onSubmit={(event) => {
        event.preventDefault();
        if (kg !== null && !tooMuch) onNext(kg, pack && number !== null ? { pack: pack.name, packs: number } : undefined);
      }}
    >
      <div className={classes.what}>
        <LineHead {...props} />
        <div className={classes.figure}>
          <Text className={classes.label}>{goalLabel}</Text>
          <span className={`${classes.number} ${classes.planned}`} style={widthOf(goal)}>
            {goal}
          </span>
        </div>
        <Field {...props} label={typedLabel} isWrong={Boolean(problem)} />
        <div className={classes.progress}>
          <PlanBar large plan={line.plan} fact={kg ?? 0} tolerance={line.tolerance} label={line.name} />
        </div>
        <div className={classes.under}>
          <WayOfEntry {...props} entry={entry} />
          <div className={classes.hint}>
            <EntryHint line={line} left={left} scale={scale} entry={entry} problem={problem} />
          </div>
        </div>
      </div>
      <NumberPad
        value={typed}
        replace={replace}
        onChange={onType}
        offer={{
          label: t(rest === null ? 'pages:recording.as_planned' : 'pages:recording.the_rest', {
            weight: written(offered),
            unit: pack?.name ?? unit,
          }),
          onUse: () => onType(format.typed(entered(offered)), true),
        }}
        next={
          <Button type="submit" className={classes.next} disabled={kg === null || tooMuch}>
            <span className={classes.nextText}>
              {t('pages:recording.next')}
              <IconArrowRight size={24} aria-hidden />
            </span>
          </Button>
        }
      />
    </form>
  );
}
