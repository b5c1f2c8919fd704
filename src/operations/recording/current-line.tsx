import { Button, SegmentedControl, Text, UnstyledButton } from '@mantine/core';
import { IconArrowRight, IconListDetails } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { retype, typedNumber } from '#common/format/parse.ts';
import { packsWeight } from '#common/packs/packs.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { Deviation } from '#src/domain/plan/deviation.tsx';
import { PlanBar } from '#src/domain/plan/plan-bar.tsx';
import { useWeightUnit } from '#src/domain/plan/weight-unit.ts';
import type { Line, MarkedPacks } from './draft.ts';
import { partOf, readingOf, retold, type Scale } from './entry.ts';
import { widthOf } from './figure.ts';
import { LONGEST, NumberPad } from './number-pad.tsx';
import classes from './recording.module.css';
import type { Left } from './room.ts';
import { Timer } from './timer.tsx';

interface CurrentLineProps {
  line: Line;
  place: number;
  count: number;
  typed: string;
  /** True if the next key replaces the number. */
  replace: boolean;
  /** True if the mixer has room for this weight. */
  fits: (kg: number) => boolean;
  /** The mixer's maximum. */
  maximum: number;
  since: string | null;
  /** Rest for the last group. */
  rest: number | null;
  /** The rest of an unloading; null while loading. */
  left: Left | null;
  /** The scale's reading before this line; null if unknown. */
  scale: Scale | null;
  /** True if readings of the scale are typed, provided that the starting weight is recorded. */
  byScale: boolean;
  onType: (typed: string, replace?: boolean) => void;
  onReadScale: (byScale: boolean, typed: string) => void;
  /** The packs of the feed that is loaded. */
  packs: readonly { name: string; kg: number }[];
  onNext: (kg: number, packed?: MarkedPacks) => void;
  onShowAll: () => void;
}

const toPackWay = (name: string) => `pack ${name}`;
/** The weight of whole and half packs; null for other fractions. */
const weighPacks = (packs: number, kg: number) => (Number.isInteger(packs * 2) ? packsWeight(packs, kg) : null);

/** One number and one button: the part to load now, its weight, and on to the next. */
export function CurrentLine(props: CurrentLineProps) {
  const { line, place, count, typed, replace, fits, maximum, since, rest, left, scale, byScale, packs } = props;
  const { onType, onReadScale, onNext, onShowAll } = props;
  const { t } = useTranslation(['operations', 'pages']);
  const format = useFormat();
  const unit = useWeightUnit();
  const field = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<{ line: number; pack: string } | null>(null);
  const pack = chosen?.line === line.id ? packs.find(({ name }) => name === chosen.pack) : undefined;
  const reads = byScale && !pack ? scale : null;
  const number = typedNumber(typed);
  const part = number === null || !reads ? number : partOf(reads, number);
  const impossible = part !== null && part < 0;
  const kg = part === null || impossible ? null : pack ? weighPacks(part, pack.kg) : format.toKg(part);
  const tooMuch = kg !== null && !fits(kg);
  /** A part in kilograms as the number to type here. */
  const entered = (weight: number) =>
    pack ? Math.round((2 * weight) / pack.kg) / 2 : reads ? readingOf(reads, format.fromKg(weight)) : format.fromKg(weight);
  const written = (weight: number) =>
    pack ? format.value('ratio', entered(weight)) : format.value('weight', format.toKg(entered(weight)));
  const typedIn = pack?.name ?? unit;
  const offered = rest ?? line.plan;
  const goal = pack ? format.value('ratio', line.plan / pack.kg) : written(line.plan);
  const shown = format.typedText(typed);
  const labels = reads
    ? [t(reads.direction === 1 ? 'pages:recording.scale_up' : 'pages:recording.scale_down'), t('pages:recording.scale_reads')]
    : [t('pages:recording.to_go'), t('pages:recording.is_in')];

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new line takes the keyboard
  useEffect(() => {
    // A corrected line was chosen in the list below: its weight is scrolled into view.
    field.current?.focus({ preventScroll: !replace });
    if (replace) field.current?.select();
  }, [line.id, replace]);

  const problem = impossible
    ? t('pages:recording.scale_before', { weight: format.value('weight', format.toKg(reads?.before ?? 0)), unit })
    : tooMuch && t('pages:recording.too_much', { max: format.value('weight', maximum), unit });
  const hint = () => {
    if (problem) {
      return (
        <Text role="alert" size="sm" className={classes.tooMuch}>
          {problem}
        </Text>
      );
    }
    if (pack && number !== null && kg !== null) {
      const product = {
        packs: format.value('ratio', number),
        each: format.value('weight', pack.kg),
        weight: format.value('weight', kg),
        unit,
      };
      return (
        <>
          <Text size="xs" className={classes.product}>
            {t('pages:packs.product', product)}
          </Text>
          <Deviation plan={line.plan} fact={kg} tolerance={line.tolerance} percent />
        </>
      );
    }
    if (reads || kg !== null) {
      return (
        <>
          {reads && <Text size="sm">{t('pages:recording.part', { weight: format.value('weight', kg ?? line.plan), unit })}</Text>}
          {kg !== null && <Deviation plan={line.plan} fact={kg} tolerance={line.tolerance} percent />}
        </>
      );
    }
    if (left) {
      return (
        <Text c="dimmed" size="xs">
          {t('pages:recording.left_to_feed', {
            left: format.value('weight', left.inMixer),
            open: format.value('weight', left.toFeed),
            unit,
          })}
        </Text>
      );
    }
    if (!scale) return null;
    const [from, to] = [scale.before, readingOf(scale, format.fromKg(line.plan))].map((one) => format.value('weight', format.toKg(one)));
    return (
      <Text c="dimmed" size="xs">
        {t('pages:recording.scale', { from, to, unit })}
      </Text>
    );
  };

  const ways = [
    { value: 'part', label: scale ? t('pages:recording.by_part') : unit },
    ...(scale ? [{ value: 'scale', label: t('pages:recording.by_scale') }] : []),
    ...packs.map(({ name }) => ({ value: toPackWay(name), label: name })),
  ];
  /** Changes the way of entry. A number of packs is no weight, so typing starts again. */
  const enterBy = (way: string) => {
    const next = packs.find(({ name }) => toPackWay(name) === way);
    setChosen(next ? { line: line.id, pack: next.name } : null);
    if (next || pack) onReadScale(next ? byScale : way === 'scale', '');
    else if (scale) onReadScale(way === 'scale', retold(typed, scale, way === 'scale', format.typed));
  };

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
        <div className={classes.top}>
          <h2 className={classes.ingredient} title={line.name}>
            {line.name}
          </h2>
          <UnstyledButton className={classes.place} onClick={onShowAll}>
            <IconListDetails size={18} aria-hidden />
            <span>
              {t('pages:recording.place', { place, count })} · <Timer since={since} />
            </span>
          </UnstyledButton>
        </div>
        <div className={classes.figure}>
          <Text className={classes.label}>
            {labels[0]}, {typedIn}
          </Text>
          <span className={`${classes.number} ${classes.planned}`} style={widthOf(goal)}>
            {goal}
          </span>
        </div>
        <div className={classes.figure}>
          <Text className={classes.label}>
            {labels[1]}, {typedIn}
          </Text>
          {/* The keys below type; inputMode none hides the phone's keyboard, a real one still works. */}
          <input
            ref={field}
            className={`${classes.number} ${classes.entered}`}
            style={widthOf(shown)}
            data-replace={replace || undefined}
            aria-invalid={Boolean(problem) || undefined}
            inputMode="none"
            autoComplete="off"
            aria-label={`${line.name}: ${labels[1]}, ${typedIn}`}
            value={shown}
            placeholder="0"
            onChange={({ currentTarget }) => {
              const next = retype(typed, currentTarget.value, { language: format.language, decimals: 2 });
              if (next !== null && next.length <= LONGEST) onType(next);
            }}
          />
        </div>
        <div className={classes.progress}>
          <PlanBar large plan={line.plan} fact={kg ?? 0} tolerance={line.tolerance} label={line.name} />
        </div>
        <div className={classes.under}>
          {ways.length > 1 && (
            <SegmentedControl
              size={packs.length > 0 ? 'sm' : 'md'}
              className={classes.entry}
              aria-label={t('pages:recording.entry')}
              data={ways}
              value={pack ? toPackWay(pack.name) : reads ? 'scale' : 'part'}
              onChange={enterBy}
            />
          )}
          <div className={classes.hint}>{hint()}</div>
        </div>
      </div>
      <NumberPad
        value={typed}
        replace={replace}
        onChange={onType}
        offer={{
          label: t(rest === null ? 'pages:recording.as_planned' : 'pages:recording.the_rest', { weight: written(offered), unit: typedIn }),
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
