import { useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OptimiseAnswer } from '#contract/least-cost.ts';
import { offers } from '#contract/operations/offers.ts';
import { rations } from '#contract/operations/rations.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { api } from '#src/core/api/api.ts';
import { ApiError } from '#src/core/api/api-error.ts';
import { errorText, failureText } from '#src/core/api/error-text.ts';
import { useSave } from '#src/core/resource/queries.ts';
import { toast } from '#src/core/ui/toast.ts';
import type { Ration } from '#src/operations/rations/columns.ts';
import { limitsPath } from './remembered.ts';
import { type FeedRow, type Found, type LimitRow, toBody, toItems, toRemembered } from './values.ts';

/** Time-out of a run in ms: the server's own limit and its queue. */
const RUN_TIMEOUT_MS = 60_000;

/** Sends the rows, keeps the answer with them, and saves the accepted ration. */
export function useLeastCost(farm: number, ration: Ration, onAccepted: (ration: Ration) => void) {
  const { t } = useTranslation(['nutrients', 'core']);
  const client = useQueryClient();
  const { can } = useAccess();
  const [found, setFound] = useState<Found | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [running, setRunning] = useState(false);
  const save = useSave(rations, { farm, touches: [{ id: 'schedules' }] });

  /** Remembers the rows for the next time and for the worth of offers. The answer stays if that fails. */
  const remember = async (feeds: readonly FeedRow[], limits: readonly LimitRow[], heads: number) => {
    try {
      await api.put(limitsPath(ration.id), { body: toRemembered(feeds, limits, heads), farm });
      void client.invalidateQueries({ queryKey: [offers.id, 'worth'] });
    } catch (error) {
      toast.error(failureText(t, error));
    }
  };

  const run = async (feeds: readonly FeedRow[], limits: readonly LimitRow[], heads: number, priceLine: number | null = null) => {
    setRunning(true);
    setProblem(null);
    try {
      const body = toBody(feeds, limits, heads, priceLine);
      const { data } = await api.post<OptimiseAnswer>(`${rations.path}/${ration.id}/optimise/`, { body, farm, timeout: RUN_TIMEOUT_MS });
      setFound({ answer: data, feeds, limits });
      if (priceLine === null && can('ration', 'change')) void remember(feeds, limits, heads);
    } catch (error) {
      setFound(null);
      setProblem(error);
    } finally {
      setRunning(false);
    }
  };

  const accept = async (reason: string) => {
    if (!found) return;
    const items = toItems(found.answer);
    const values = { basis: 'head_fresh' as const, items, target_dry_matter: null, water: null, reason, version: ration.version };
    try {
      onAccepted(await save.mutateAsync({ id: ration.id, values }));
      toast.success(t('nutrients:leastcost.accepted'));
      setFound(null);
    } catch (error) {
      toast.error(failureText(t, error));
    }
  };

  return { found, clear: () => setFound(null), problem, running, run, accept, accepting: save.isPending };
}

/** Errors of a refused run by field, and those without a field on screen. */
export function readProblems(problem: unknown, t: TFunction, feedNames: readonly string[]) {
  const fields: Record<string, string> = {};
  const general: string[] = [];
  if (problem !== null && !(problem instanceof ApiError)) general.push(failureText(t, problem));
  for (const [field, [first]] of problem instanceof ApiError ? Object.entries(problem.errors) : []) {
    if (!first) continue;
    const feed = /^feeds\.(\d+)\.values$/.exec(field)?.[1];
    if (feed !== undefined)
      general.push(t('nutrients:leastcost.missing', { feed: feedNames[Number(feed)], nutrients: first.values?.join(', ') }));
    else if (/^(feeds|limits)\.\d+\./.test(field)) fields[field.replace(/(\.feeds)\.\d+$/, '$1')] = errorText(t, first, field);
    else general.push(errorText(t, first, field));
  }
  return { fields, general };
}
