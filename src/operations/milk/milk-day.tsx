import { Loader, Table, Text } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { milk } from '#contract/operations/milk.ts';
import { failureText } from '#src/core/api/error-text.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { confirmUnusual } from '#src/core/resource/ask-unusual.ts';
import { useRemove } from '#src/core/resource/use-remove.ts';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { goAlong } from '#src/core/ui/go-along.ts';
import { useMilkPriceText } from '#src/domain/milk/cwt.tsx';
import classes from './milk.module.css';
import { lastBefore, type Milk, type MilkPrice, priceOf, wholeDay } from './month.ts';
import { FIGURES, type Figure, type Figures } from './paste.ts';
import { useMilkDay } from './queries.ts';

interface MilkDayProps {
  farm: number;
  group: number | null;
  day: string;
  found: Milk | undefined;
  rows: readonly Milk[];
  prices: readonly MilkPrice[];
  readOnly: boolean;
}

/** A day's milk, fat and protein: saved on leaving a field, once all three are known; a refused input stays, with the reason. */
export function MilkDay({ farm, group, day, found, rows, prices, readOnly }: MilkDayProps) {
  const { t } = useTranslation(['milk', 'core']);
  const format = useFormat();
  const price = useMilkPriceText();
  const remove = useRemove(milk, { farm });
  const saving = useMilkDay(farm);
  const [typed, setTyped] = useState<Partial<Record<Figure, number | null>>>({});
  const before = lastBefore(rows, day);
  const waits = useRef(false);
  const label = (figure: Figure) => t('milk:cell', { column: t(`milk:${figure}`), day: format.value('date', day) });

  /** Deletes a day whose weight was emptied. */
  const clear = async () => {
    if (!found || (await remove(found.id, format.value('date', day)))) setTyped({});
  };
  const commit = async () => {
    if (Object.keys(typed).length === 0) return;
    if (typed.kg === null) return clear();
    const filled = Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== null)) as Figures;
    const whole = wholeDay(filled, found, rows, day);
    waits.current = whole === null;
    if (!whole) return;
    if (found && FIGURES.every((figure) => whole[figure] === found[figure])) return setTyped({});
    const values = { group, day, price: found?.price ?? null, ...whole };
    const labels = Object.fromEntries(FIGURES.map((figure) => [figure, label(figure)]));
    if (!(await confirmUnusual(milk, { id: found?.id, values, farm, labels, format }))) return;
    try {
      await saving.mutateAsync(values);
      setTyped({});
    } catch {
      // The mutation has the reason, the fields have the input.
    }
  };
  // Waits until the previous day is saved, for fast typing.
  const commitWaiting = useEffectEvent(() => {
    if (waits.current) void commit();
  });
  const known = before?.day;
  useEffect(() => {
    if (known) commitWaiting();
  }, [known]);
  /** The state of saving is shown at the weight. */
  const toState = (figure: Figure) =>
    figure === 'kg' ? { isSaving: saving.isPending, error: saving.error } : { isSaving: false, error: null };
  const field = (figure: Figure) => {
    const { isSaving, error } = toState(figure);
    return (
      <Table.Td key={figure}>
        <DecimalInput
          kind={figure === 'kg' ? 'weight' : 'percent'}
          aria-label={label(figure)}
          data-column={figure}
          data-day={day}
          data-figure={figure}
          value={typed[figure] === undefined ? (found?.[figure] ?? null) : typed[figure]}
          readOnly={readOnly}
          onChange={(next) => setTyped((now) => ({ ...now, [figure]: next }))}
          onBlur={commit}
          onKeyDown={goAlong}
          onFocus={(event) => event.currentTarget.select()}
          placeholder={figure === 'kg' ? '–' : format.value('percent', before?.[figure])}
          unit={isSaving ? <Loader size={12} /> : ' '}
          rightSectionWidth={isSaving ? 24 : 4}
          error={error ? failureText(t, error) : undefined}
        />
      </Table.Td>
    );
  };
  return (
    <Table.Tr>
      <Table.Th scope="row" className={classes.day}>
        {format.weekday(day)}, {format.shortDay(day)}
      </Table.Th>
      {FIGURES.map(field)}
      <Table.Td className={classes.wide} data-right>
        <Text size="sm" c={found?.price == null ? 'dimmed' : undefined}>
          {found ? price.text(priceOf(found, prices)) : '–'}
        </Text>
      </Table.Td>
    </Table.Tr>
  );
}
