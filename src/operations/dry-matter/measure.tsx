import { Button, NativeSelect, SegmentedControl } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
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

/** A percentage, or the wet and dry weight of a sample, with the effect on loads. On touch screens it has large keys for gloved hands. */
export function Measure({ farm, feed, onDone }: MeasureProps) {
  const { t } = useTranslation(['pages', 'core']);
  const format = useFormat();
  const touched = useMediaQuery('(pointer: coarse)', undefined, { getInitialValueInEffect: false });
  const [way, setWay] = useState<Way>('percent');
  const [typed, setTyped] = useState(NOTHING);
  const [field, setField] = useState<Field>('percent');
  const [method, setMethod] = useState(lastMethod);
  const first = useRef<HTMLInputElement>(null);
  const numbers = { percent: typedNumber(typed.percent), wet: typedNumber(typed.wet), dry: typedNumber(typed.dry) };
  const given = way === 'percent' ? numbers.percent : numbers.wet && numbers.dry ? weighedPercent(numbers.wet, numbers.dry) : null;
  const percent = given !== null && given > 0 && given <= 100 ? given : null;
  const type = (of: Field, text: string) => setTyped({ ...typed, [of]: text });

  // biome-ignore lint/correctness/useExhaustiveDependencies: each way of giving it begins at its first field
  useEffect(() => first.current?.focus(), [way]);

  const change = (next: Way) => {
    setWay(next);
    setField(FIELDS[next][0]);
  };
  const choose = (next: DryMatterMethod) => {
    setMethod(next);
    keepMethod(next);
  };
  const save = async () => {
    if (percent === null) return;
    const checked = { ingredient: feed.ingredient, percent };
    const labels = { percent: t('pages:drymatter.today.percent') };
    if (!(await confirmUnusual(dryMatter, { values: checked, farm: farm.id, labels, format }))) return;
    const { wet, dry } = numbers;
    const value = way === 'percent' || wet === null || dry === null ? { percent } : { wet, dry };
    enqueueWord({
      farm: farm.id,
      name: feed.ingredient_name,
      kind: 'drymatter',
      body: { ingredient: feed.ingredient, measured_at: new Date().toISOString(), method, ...value },
    });
    onDone();
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
      <div className={classes.choices}>
        <SegmentedControl
          size="md"
          aria-label={t('pages:drymatter.today.way')}
          data={[
            { value: 'percent', label: t('pages:drymatter.today.percent') },
            { value: 'weighed', label: t('pages:drymatter.today.weighed') },
          ]}
          value={way}
          onChange={(value) => change(value as Way)}
        />
        <NativeSelect
          size="md"
          aria-label={t('pages:drymatter.today.method')}
          data={DRY_MATTER_METHODS.map((value) => ({ value, label: t(`pages:drymatter.methods.${value}`) }))}
          value={method}
          onChange={({ currentTarget }) => choose(currentTarget.value as DryMatterMethod)}
        />
      </div>
      <div className={classes.figures}>
        {FIELDS[way].map((of) => (
          <label key={of} className={classes.figure} data-active={of === field || undefined}>
            <span className={classes.line}>{t(`pages:drymatter.today.${of}`)}</span>
            {/* On touch screens the pad below enters the value; a physical keyboard works everywhere. */}
            <input
              className={classes.entered}
              inputMode={touched ? 'none' : 'decimal'}
              autoComplete="off"
              ref={of === FIELDS[way][0] ? first : undefined}
              value={format.typedText(typed[of])}
              placeholder={of === 'percent' ? format.typed(feed.dry_matter) : '0'}
              onFocus={() => setField(of)}
              onChange={({ currentTarget }) => {
                const next = retype(typed[of], currentTarget.value, { language: format.language, decimals: 2 });
                if (next !== null) type(of, next);
              }}
            />
          </label>
        ))}
        {way === 'weighed' && <output className={classes.figure}>{percent === null ? '–' : format.percent(percent)}</output>}
      </div>
      {touched ? (
        <NumberPad
          value={typed[field]}
          onChange={(text) => type(field, text)}
          offer={
            way === 'percent'
              ? {
                  label: t('pages:drymatter.today.as_before', { percent: format.percent(feed.dry_matter) }),
                  onUse: () => type('percent', format.typed(feed.dry_matter)),
                }
              : undefined
          }
          next={saveButton}
        />
      ) : (
        saveButton
      )}
      <Consequence farm={farm} feed={feed} percent={percent} />
    </form>
  );
}
