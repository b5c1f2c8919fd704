import { Button, Text } from '@mantine/core';
import { IconArrowRight, IconEqual } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { retype, typedNumber } from '#common/format/parse.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { Deviation } from '#src/domain/plan/deviation.tsx';
import { PlanBar } from '#src/domain/plan/plan-bar.tsx';
import { useWeightUnit } from '#src/domain/plan/weight-unit.ts';
import type { Line } from './draft.ts';
import { LONGEST, NumberPad } from './number-pad.tsx';
import classes from './recording.module.css';
import { Timer } from './timer.tsx';

interface CurrentLineProps {
  line: Line;
  place: number;
  count: number;
  typed: string;
  /** What stands there is replaced by the next key. */
  replace: boolean;
  /** Whether the mixer holds so much. */
  fits: (kg: number) => boolean;
  /** All that the mixer holds. */
  maximum: number;
  since: string | null;
  tolerance: number;
  /** What the last group would get. */
  rest: number | null;
  /** What the scale shows before this line. */
  before: number;
  onType: (typed: string, replace?: boolean) => void;
  onNext: (kg: number) => void;
}

/** One number, one button: what is to go in now, what is in, and on to the next. */
export function CurrentLine(props: CurrentLineProps) {
  const { line, place, count, typed, replace, fits, maximum, since, tolerance, rest, before, onType, onNext } = props;
  const { t } = useTranslation(['operations', 'pages']);
  const format = useFormat();
  const unit = useWeightUnit();
  const field = useRef<HTMLInputElement>(null);
  const parsed = typedNumber(typed);
  const kg = parsed === null ? null : format.toKg(parsed);
  const suggested = rest ?? line.plan;

  const tooMuch = kg !== null && !fits(kg);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new line takes the keyboard
  useEffect(() => {
    // What is mended was chosen in the list below: its weight comes into sight.
    field.current?.focus({ preventScroll: !replace });
    if (replace) field.current?.select();
  }, [line.id, replace]);

  return (
    <form
      className={classes.current}
      aria-label={line.name}
      onSubmit={(event) => {
        event.preventDefault();
        if (kg !== null && !tooMuch) onNext(kg);
      }}
    >
      <div className={classes.top}>
        <Text c="dimmed">{t('pages:recording.place', { place, count })}</Text>
        <Text c="dimmed">
          <Timer since={since} />
        </Text>
      </div>
      <h2 className={classes.ingredient} title={line.name}>
        {line.name}
      </h2>
      <div className={classes.target}>
        <div>
          <Text size="xs" c="dimmed">
            {t('pages:recording.to_go')}, {unit}
          </Text>
          <span className={classes.planned}>{format.value('weight', line.plan)}</span>
        </div>
        <div>
          <Text size="xs" c="dimmed">
            {t('pages:recording.is_in')}, {unit}
          </Text>
          {/* The pad below types; inputMode none keeps the phone's own keyboard away, a real one still works. */}
          <input
            ref={field}
            className={classes.entered}
            data-replace={replace || undefined}
            aria-invalid={tooMuch || undefined}
            inputMode="none"
            autoComplete="off"
            aria-label={`${line.name}: ${t('pages:recording.is_in')}, ${unit}`}
            value={format.typedText(typed)}
            placeholder="0"
            onChange={({ currentTarget }) => {
              const next = retype(typed, currentTarget.value, { language: format.language, decimals: 2 });
              if (next !== null && next.length <= LONGEST) onType(next);
            }}
          />
        </div>
      </div>
      <PlanBar large plan={line.plan} fact={kg ?? 0} tolerance={tolerance} label={line.name} />
      <div className={classes.under}>
        {kg === null ? (
          <Text c="dimmed" size="xs">
            {t('pages:recording.scale', {
              from: format.value('weight', before),
              to: format.value('weight', before + line.plan),
              unit,
            })}
          </Text>
        ) : (
          <Deviation plan={line.plan} fact={kg} tolerance={tolerance} percent />
        )}
        <Button
          variant="light"
          className={classes.suggest}
          leftSection={<IconEqual size={16} aria-hidden />}
          onClick={() => onType(format.typed(format.fromKg(suggested)), true)}
        >
          {t(rest === null ? 'pages:recording.as_planned' : 'pages:recording.the_rest', {
            weight: format.value('weight', suggested),
            unit,
          })}
        </Button>
      </div>
      {tooMuch && (
        <Text role="alert" className={classes.tooMuch}>
          {t('pages:recording.too_much', { max: format.value('weight', maximum), unit })}
        </Text>
      )}
      <NumberPad value={typed} replace={replace} onChange={onType} />
      <div className={classes.thumb}>
        <Button
          type="submit"
          fullWidth
          className={classes.next}
          disabled={kg === null || tooMuch}
          rightSection={<IconArrowRight size={20} aria-hidden />}
        >
          {t('pages:recording.next')}
        </Button>
      </div>
    </form>
  );
}
