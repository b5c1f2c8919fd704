import { type ClipboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#src/core/api/api-error.ts';
import { errorText, failureText } from '#src/core/api/error-text.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { toast } from '#src/core/ui/toast.ts';
import { type Milk, wholeDay } from './month.ts';
import { type Figure, readPasted } from './paste.ts';
import { useMilkDays } from './queries.ts';

interface PasteTarget {
  farm: number;
  group: number | null;
  days: readonly string[];
  rows: readonly Milk[];
}

/** Days out of a sheet's cells: written all at once, or said why not. */
export function usePaste({ farm, group, days, rows }: PasteTarget) {
  const { t } = useTranslation(['milk', 'core']);
  const format = useFormat();
  const writing = useMilkDays(farm);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const paste = async (event: ClipboardEvent<HTMLElement>) => {
    const text = event.clipboardData.getData('text/plain');
    const { day, figure } = (event.target as HTMLElement).dataset;
    if (!day || !figure || !/[\t\n]/.test(text.trimEnd())) return;
    event.preventDefault();
    const found = readPasted(text, { day, figure: figure as Figure }, days, format);
    if (!found) return setProblems([t('milk:not_pasted')]);
    // A day that is pasted stands for the fat and protein of those after it.
    const known = [...rows];
    const sent = [...found].sort().flatMap(([one, figures]) => {
      const whole = wholeDay(
        figures,
        rows.find((row) => row.day === one),
        known,
        one,
      );
      if (whole) known.unshift({ ...whole, day: one } as Milk);
      return whole ? [{ group, day: one, ...whole }] : [];
    });
    if (sent.length === 0) return setProblems([t('milk:not_pasted')]);
    setProblems([]);
    try {
      await writing.mutateAsync(sent);
      toast.success(t('milk:pasted', { days: format.value('count', sent.length) }));
    } catch (error) {
      setProblems(reasonsOf(error, (at) => format.value('date', sent[at]?.day)));
    }
  };
  const reasonsOf = (error: unknown, nameOf: (at: number) => string): string[] => {
    const ofRows = error instanceof ApiError ? Object.entries(error.errors).filter(([path]) => path.startsWith('rows.')) : [];
    if (ofRows.length === 0) return [failureText(t, error)];
    return ofRows.slice(0, 5).map(([path, [first]]) => {
      const [, at = '', field = ''] = path.split('.');
      return `${nameOf(Number(at))}: ${first ? errorText(t, first, field) : ''}`;
    });
  };
  return { paste, problems, isWriting: writing.isPending };
}
