import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type { StockSheetCounted, StockSheetRow } from '#contract/operations/stock-counts.ts';
import { api } from '#src/core/api/api.ts';
import { ApiError } from '#src/core/api/api-error.ts';
import { errorText, failureText } from '#src/core/api/error-text.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { refresh } from '#src/core/resource/queries.ts';
import { toast } from '#src/core/ui/toast.ts';
import { type CountedPacks, countsInPacks, EMPTY, keepCountsInPacks, useSheetDraft, weigh } from './draft.ts';

export type SheetRow = z.infer<typeof StockSheetRow>;

/** Errors by feed, and those of no feed. */
interface Refusal {
  feeds: Readonly<Record<number, string>>;
  counted_at: string | undefined;
  other: string | undefined;
}
const NOTHING: Refusal = { feeds: {}, counted_at: undefined, other: undefined };

/** The errors of a refused sheet, by the feeds that were sent. */
function readRefusal(cause: unknown, counted: readonly SheetRow[], t: TFunction): Refusal {
  if (!(cause instanceof ApiError)) return { ...NOTHING, other: failureText(t, cause) };
  const feeds: Record<number, string> = {};
  let { counted_at, other } = NOTHING;
  for (const [field, [first]] of Object.entries(cause.errors)) {
    const row = /^counts\.(\d+)\./.exec(field)?.[1];
    const feed = row === undefined ? undefined : counted[Number(row)]?.ingredient;
    if (!first) continue;
    if (feed !== undefined) feeds[feed] = errorText(t, first, field);
    else if (field === 'counted_at') counted_at = errorText(t, first, field);
    else other = failureText(t, cause);
  }
  return { feeds, counted_at, other };
}

/** A stock's count sheet: its feeds, the typed weights, and their posting. */
export function useSheet(stock: number) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const format = useFormat();
  const [draft, change] = useSheetDraft(stock);
  const [refusal, setRefusal] = useState(NOTHING);
  const [busy, setBusy] = useState(false);
  const [chosen, setChosen] = useState(countsInPacks);
  const path = `manager/stocks/${stock}/count-sheet/`;
  const { counted_at } = draft;
  const { data, error, refetch } = useQuery({
    queryKey: ['stocks', 'sheet', stock, counted_at],
    queryFn: async ({ signal }) => (await api.get<SheetRow[]>(path, { query: { counted_at }, signal })).data,
    placeholderData: keepPreviousData,
  });
  const counted = (data ?? []).filter(({ ingredient }) => draft.weights[ingredient] !== undefined);

  const refuse = (cause: unknown) => {
    setRefusal(readRefusal(cause, counted, t));
    // The expected quantities have changed, so new differences are shown before posting.
    if (cause instanceof ApiError && (cause.status === 409 || cause.status === 400)) void refetch();
  };

  const post = async () => {
    setBusy(true);
    setRefusal(NOTHING);
    try {
      const counts = counted.map(({ ingredient, expected }) => ({
        ...{ ingredient, expected },
        ...(draft.packed[ingredient] ?? { weight: draft.weights[ingredient] }),
      }));
      const body = { counts, note: draft.note, counted_at: counted_at ?? undefined };
      const { data: posted } = await api.post<z.infer<typeof StockSheetCounted>>(path, { body });
      const kg = posted.counts.reduce((sum, { difference }) => sum + difference, 0);
      change(EMPTY);
      const shown = { kg: format.signed('weight', kg), unit: t(format.unit('weight')) };
      toast.success(t('pages:stocks.sheet.posted', { counted: format.value('count', counts.length), ...shown }));
      await refresh({ id: 'stocks' }, { id: 'ingredients' });
    } catch (cause) {
      refuse(cause);
    } finally {
      setBusy(false);
    }
  };

  const clear = () => {
    change(EMPTY);
    setRefusal(NOTHING);
    toast.success(t('pages:stocks.sheet.cleared'), { label: t('core:actions.undo'), onClick: () => change(draft) });
  };

  return {
    rows: data,
    error,
    refetch,
    draft,
    counted: counted.length,
    refusal,
    busy,
    change,
    /** True if any feed has packs. */
    hasPacks: data?.some(({ packs }) => packs.length > 0) ?? false,
    /** True if feeds with packs are counted in packs: as last chosen, or if all feeds of the store have some. */
    inPacks: chosen ?? data?.every(({ packs }) => packs.length > 0) ?? false,
    choosePacks: (inPacks: boolean) => {
      keepCountsInPacks(inPacks);
      setChosen(inPacks);
    },
    setWeight: (ingredient: number, weight: number | null, packed?: CountedPacks) => {
      const { [ingredient]: _, ...feeds } = refusal.feeds;
      setRefusal({ ...refusal, feeds });
      change(weigh(draft, ingredient, weight, new Date().toISOString(), packed));
    },
    post,
    clear,
  };
}
