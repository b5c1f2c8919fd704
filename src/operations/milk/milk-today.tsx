import { Button, Paper, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { retype, typedNumber } from '#common/format/parse.ts';
import { MAX_COMPONENT, milk } from '#contract/operations/milk.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { confirmUnusual } from '#src/core/resource/ask-unusual.ts';
import { useWeightUnit } from '#src/domain/plan/weight-unit.ts';
import { NumberPad } from '#src/operations/recording/number-pad.tsx';
import { enqueueWord } from '#src/operations/recording/queue.ts';
import classes from './milk.module.css';
import { lastBefore } from './month.ts';
import { FIGURES, type Figure } from './paste.ts';
import type { LatelyMilk } from './queries.ts';

const NOTHING: Record<Figure, string> = { kg: '', fat: '', protein: '' };
const DECIMALS: Record<Figure, number> = { kg: 3, fat: 2, protein: 2 };

interface MilkTodayProps {
  farm: number;
  group: number | null;
  /** Name of the group or farm. */
  name: string;
  today: string;
  /** Rows of this group, or of the whole farm. */
  rows: readonly LatelyMilk[];
  mayWrite: (found: LatelyMilk | undefined) => boolean;
}

/** Today's milk in words. */
function Recorded({ found }: { found: LatelyMilk | undefined }) {
  const { t } = useTranslation('milk');
  const format = useFormat();
  const unit = useWeightUnit();
  if (!found) return t('milk:not_yet');
  return [
    `${format.value('weight', found.kg)}\u00a0${unit}`,
    ...(['fat', 'protein'] as const).map((of) => `${t(`milk:${of}`)} ${format.percent(found[of])}`),
    ...(found.waits ? [t('milk:waits')] : []),
  ].join(' · ');
}

/** Records today's milk at the tank: stored on the device and sent with a network. Without input, fat and protein of the last day count. */
export function MilkToday({ farm, group, name, today, rows, mayWrite }: MilkTodayProps) {
  const { t } = useTranslation(['milk', 'core']);
  const format = useFormat();
  const unit = useWeightUnit();
  const touched = useMediaQuery('(pointer: coarse)', undefined, { getInitialValueInEffect: false });
  const [typed, setTyped] = useState(NOTHING);
  const [field, setField] = useState<Figure>('kg');
  const found = rows.find(({ day }) => day === today);
  const known = found ?? lastBefore(rows, today);
  const number = (of: Figure) => typedNumber(typed[of]);
  const content = (of: 'fat' | 'protein') => number(of) ?? known?.[of] ?? null;
  const entered = number('kg');
  const whole = {
    kg: entered === null ? (found?.kg ?? null) : format.toKg(entered),
    fat: content('fat'),
    protein: content('protein'),
  };
  const isWhole = FIGURES.every((of) => whole[of] !== null && whole[of] <= (of === 'kg' ? Number.MAX_SAFE_INTEGER : MAX_COMPONENT));
  const ready = isWhole && Number(whole.kg) > 0 && FIGURES.some((of) => typed[of] !== '');
  const type = (of: Figure, text: string) => setTyped((now) => ({ ...now, [of]: text }));
  /** The placeholder of a field: today's value, or that of the last day. */
  const stands = (of: Figure) => {
    if (of === 'kg') return found ? format.typed(format.fromKg(found.kg)) : '0';
    return known ? format.typed(known[of]) : '0';
  };

  const save = async () => {
    const { kg, fat, protein } = whole;
    if (!ready || kg === null || fat === null || protein === null) return;
    const body = { farm, group, day: today, kg, fat, protein, price: found?.price ?? null };
    const labels = Object.fromEntries(FIGURES.map((of) => [of, t(`milk:${of}`)]));
    if (!(await confirmUnusual(milk, { values: body, farm, labels, format }))) return;
    enqueueWord({
      farm,
      name: `${name}, ${format.value('date', today)}`,
      kind: 'milk',
      body,
    });
    setTyped(NOTHING);
    setField('kg');
  };
  const saveButton = (
    <Button type="submit" className={classes.save} disabled={!ready}>
      {t('core:actions.save')}
    </Button>
  );
  return (
    <Paper withBorder component="section" className={classes.today} aria-label={t('milk:today')}>
      <Text fw={600}>
        {t('milk:today')}: {name}
      </Text>
      <Text size="sm" c="dimmed" role="status">
        <Recorded found={found} />
      </Text>
      {mayWrite(found) && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <div className={classes.figures}>
            {FIGURES.map((of) => (
              <label key={of} className={classes.figure} data-active={of === field || undefined}>
                <span className={classes.name}>
                  {t(`milk:${of}`)}, {of === 'kg' ? unit : '%'}
                </span>
                {/* On touch screens the pad below enters the value; a physical keyboard works everywhere. */}
                <input
                  className={classes.entered}
                  inputMode={touched ? 'none' : 'decimal'}
                  autoComplete="off"
                  value={format.typedText(typed[of])}
                  placeholder={stands(of)}
                  onFocus={() => setField(of)}
                  onChange={({ currentTarget }) => {
                    const next = retype(typed[of], currentTarget.value, { language: format.language, decimals: DECIMALS[of] });
                    if (next !== null) type(of, next);
                  }}
                />
              </label>
            ))}
          </div>
          {touched ? <NumberPad value={typed[field]} onChange={(text) => type(field, text)} next={saveButton} /> : saveButton}
          <Text size="sm" c="dimmed">
            {t('milk:offline')}
          </Text>
        </form>
      )}
    </Paper>
  );
}
