import { Button, NativeSelect, SegmentedControl } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type Ref, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { retype, typedNumber } from '#common/format/parse.ts';
import { DRY_MATTER_METHODS, type DryMatterMethod, dryMatter, weighedPercent } from '#contract/operations/dry-matter.ts';
import type { FarmCard } from '#contract/operations/farms.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { confirmUnusual } from '#src/core/resource/ask-unusual.ts';
import { NumberPad } from '#src/operations/recording/number-pad.tsx';
import { enqueueWord } from '#src/operations/recording/queue.ts';
import { Consequence } from './consequence.tsx';
import classes from './dry-matter.module.css';
import { keepMethod, lastMethod } from './method.ts';
import type { FeedToMeasure } from './queries.ts';

const FIELDS = { percent: ['percent'], weighed: ['wet', 'dry'] } as const;
type Way = keyof typeof FIELDS;
type Field = (typeof FIELDS)[Way][number];
const NOTHING: Record<Field, string> = { percent: '', wet: '', dry: '' };

interface MeasureProps {
  farm: FarmCard;
  feed: FeedToMeasure;
  onDone: () => void;
}

/** The method of measuring, which this device remembers. */
function useMethod(): [DryMatterMethod, (method: DryMatterMethod) => void] {
  const [method, setMethod] = useState(lastMethod);
  const choose = (next: DryMatterMethod) => {
    setMethod(next);
    keepMethod(next);
  };
  return [method, choose];
}

/** The dry matter in percent and the figures that are sent; null if they aren't plausible. */
function readMeasured(way: Way, typed: Record<Field, string>) {
  const [wet, dry] = [typedNumber(typed.wet), typedNumber(typed.dry)];
  const weighed = wet && dry ? weighedPercent(wet, dry) : null;
  const given = way === 'percent' ? typedNumber(typed.percent) : weighed;
  if (given === null || given <= 0 || given > 100) return null;
  return { percent: given, sent: way === 'percent' || wet === null || dry === null ? { percent: given } : { wet, dry } };
}

/** Puts a measurement into the queue of records. False if it is unusual and the person doesn't confirm it. */
function useEnqueue(farm: FarmCard, feed: FeedToMeasure) {
  const { t } = useTranslation('pages');
  const format = useFormat();
  return async ({ percent, sent }: NonNullable<ReturnType<typeof readMeasured>>, method: DryMatterMethod): Promise<boolean> => {
    const { ingredient, ingredient_name: name } = feed;
    const labels = { percent: t('pages:drymatter.today.percent') };
    if (!(await confirmUnusual(dryMatter, { values: { ingredient, percent }, farm: farm.id, labels, format }))) return false;
    const body = { ingredient, measured_at: new Date().toISOString(), method, ...sent };
    enqueueWord({ farm: farm.id, name, kind: 'drymatter', body });
    return true;
  };
}

interface ChoicesProps {
  way: Way;
  method: DryMatterMethod;
  onWay: (way: Way) => void;
  onMethod: (method: DryMatterMethod) => void;
}

function Choices({ way, method, onWay, onMethod }: ChoicesProps) {
  const { t } = useTranslation('pages');
  return (
    <div className={classes.choices}>
      <SegmentedControl
        size="md"
        aria-label={t('pages:drymatter.today.way')}
        data={[
          { value: 'percent', label: t('pages:drymatter.today.percent') },
          { value: 'weighed', label: t('pages:drymatter.today.weighed') },
        ]}
        value={way}
        onChange={(value) => onWay(value as Way)}
      />
      <NativeSelect
        size="md"
        aria-label={t('pages:drymatter.today.method')}
        data={DRY_MATTER_METHODS.map((value) => ({ value, label: t(`pages:drymatter.methods.${value}`) }))}
        value={method}
        onChange={({ currentTarget }) => onMethod(currentTarget.value as DryMatterMethod)}
      />
    </div>
  );
}

interface FigureProps {
  of: Field;
  ref: Ref<HTMLInputElement> | undefined;
  value: string;
  placeholder: string;
  isActive: boolean;
  touched: boolean;
  onFocus: () => void;
  onType: (text: string) => void;
}

function Figure({ of, ref, value, placeholder, isActive, touched, onFocus, onType }: FigureProps) {
  const { t } = useTranslation('pages');
  const format = useFormat();
  return (
    <label className={classes.figure} data-active={isActive || undefined}>
      <span className={classes.line}>{t(`pages:drymatter.today.${of}`)}</span>
      {/* On touch screens the pad below enters the value; a physical keyboard works everywhere. */}
      <input
        className={classes.entered}
        inputMode={touched ? 'none' : 'decimal'}
        autoComplete="off"
        ref={ref}
        value={format.typedText(value)}
        placeholder={placeholder}
        onFocus={onFocus}
        onChange={({ currentTarget }) => {
          const next = retype(value, currentTarget.value, { language: format.language, decimals: 2 });
          if (next !== null) onType(next);
        }}
      />
    </label>
  );
}

/** A percentage, or the wet and dry weight of a sample, with the effect on loads. On touch screens it has large keys for gloved hands. */
export function Measure({ farm, feed, onDone }: MeasureProps) {
  const { t } = useTranslation(['pages', 'core']);
  const format = useFormat();
  const touched = useMediaQuery('(pointer: coarse)', undefined, { getInitialValueInEffect: false });
  const [way, setWay] = useState<Way>('percent');
  const [typed, setTyped] = useState(NOTHING);
  const [field, setField] = useState<Field>('percent');
  const [method, choose] = useMethod();
  const first = useRef<HTMLInputElement>(null);
  const measured = readMeasured(way, typed);
  const percent = measured?.percent ?? null;
  const type = (of: Field, text: string) => setTyped({ ...typed, [of]: text });

  // biome-ignore lint/correctness/useExhaustiveDependencies: each way of giving it begins at its first field
  useEffect(() => first.current?.focus(), [way]);

  const change = (next: Way) => {
    setWay(next);
    setField(FIELDS[next][0]);
  };
  const enqueue = useEnqueue(farm, feed);
  const save = async () => {
    if (measured && (await enqueue(measured, method))) onDone();
  };
  const asBefore = {
    label: t('pages:drymatter.today.as_before', { percent: format.percent(feed.dry_matter) }),
    onUse: () => type('percent', format.typed(feed.dry_matter)),
  };
  const saveButton = (
    <Button type="submit" className={classes.save} disabled={percent === null}>
      {t('core:actions.save')}
    </Button>
  );
  return (
    <form
      className={classes.measure}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Choices way={way} method={method} onWay={change} onMethod={choose} />
      <div className={classes.figures}>
        {FIELDS[way].map((of) => (
          <Figure
            key={of}
            of={of}
            ref={of === FIELDS[way][0] ? first : undefined}
            value={typed[of]}
            placeholder={of === 'percent' ? format.typed(feed.dry_matter) : '0'}
            isActive={of === field}
            touched={touched}
            onFocus={() => setField(of)}
            onType={(text) => type(of, text)}
          />
        ))}
        {way === 'weighed' && <output className={classes.figure}>{percent === null ? '–' : format.percent(percent)}</output>}
      </div>
      {touched ? (
        <NumberPad
          value={typed[field]}
          onChange={(text) => type(field, text)}
          offer={way === 'percent' ? asBefore : undefined}
          next={saveButton}
        />
      ) : (
        saveButton
      )}
      <Consequence farm={farm} feed={feed} percent={percent} />
    </form>
  );
}
