import { type ClipboardEvent, useState } from 'react';
import { useFormat } from '#src/core/format/use-format.ts';
import { type PastedRows, toPastedRows } from '#src/core/resource/import/checked-file.ts';
import { type Milk, wholeDay } from './month.ts';
import { FIGURES, type Figure, readPasted } from './paste.ts';

interface PasteTarget {
  group: number | null;
  days: readonly string[];
  rows: readonly Milk[];
}

/** Days out of a sheet's cells, to be shown before they are written. `isRefused` is true if no day could be read. */
export function usePaste({ group, days, rows }: PasteTarget) {
  const format = useFormat();
  const [pasted, setPasted] = useState<PastedRows | null>(null);
  const [isRefused, setIsRefused] = useState(false);
  const paste = (event: ClipboardEvent<HTMLElement>) => {
    const text = event.clipboardData.getData('text/plain');
    const { day, figure } = (event.target as HTMLElement).dataset;
    if (!day || !figure || !/[\t\n]/.test(text.trimEnd())) return;
    event.preventDefault();
    const read = readPasted(text, { day, figure: figure as Figure }, days, format);
    // A pasted day provides fat and protein of later days.
    const known = [...rows];
    const sent = [...(read?.found ?? [])].sort().flatMap(([one, figures]) => {
      const whole = wholeDay(
        figures,
        rows.find((row) => row.day === one),
        known,
        one,
      );
      if (whole) known.unshift({ ...whole, day: one } as Milk);
      return whole ? [{ group, day: one, ...whole }] : [];
    });
    const [first, last] = [sent[0], sent.at(-1)];
    setIsRefused(!first);
    if (!first || !last) return;
    const name = [...new Set([first.day, last.day])].map((one) => format.value('date', one)).join(' – ');
    setPasted(toPastedRows(name, sent, ['day', ...FIGURES], { other_days: read?.otherDays ?? [], unread: read?.unread ?? [] }));
  };
  return { paste, isRefused, pasted, close: () => setPasted(null) };
}
