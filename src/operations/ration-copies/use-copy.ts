import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { COPY_TARGETS_PATH, type CopyBody, type CopyResult, type CopyTarget } from '#contract/operations/ration-copies.ts';
import { rations } from '#contract/operations/rations.ts';
import { api } from '#src/core/api/api.ts';
import { failureText } from '#src/core/api/error-text.ts';
import { refresh } from '#src/core/resource/queries.ts';
import { toast } from '#src/core/ui/toast.ts';

export type Target = CopyBody['targets'][number] & { client: number };

/** Fifty farms plan their feedings again. */
const TIMEOUT_MS = 120_000;

export const toFarmKey = ({ client, farm }: { client: number; farm: number }) => `${client} ${farm}`;

/** The farms that the user sees, except the ration's own. */
export function useCopyTargets(farm: number) {
  return useQuery({
    queryKey: [rations.id, 'targets'],
    queryFn: async ({ signal }) => (await api.get<CopyTarget[]>(`${COPY_TARGETS_PATH}/`, { signal })).data,
    select: (rows) => rows.filter((row) => row.farm !== farm),
  });
}

export const copyPath = (ration: number) => `${rations.path}/${ration}/copy/`;

/** Ms without another choice before a dry run. The server runs one per person, and refuses more than two that wait. */
const SETTLED_MS = 400;

/** A dry run for the chosen farms. While the next one runs, the former answers stay, and `isOutdated` is true. */
export function useDryRun(ration: { id: number; version: number }, targets: readonly Target[], enabled = true) {
  const wanted = JSON.stringify(targets);
  const [settled] = useDebouncedValue(wanted, SETTLED_MS);
  const query = useQuery({
    queryKey: [rations.id, 'copy', ration.id, ration.version, settled],
    queryFn: async ({ signal }) => {
      const options = { body: { targets: JSON.parse(settled) as Target[] }, query: { dry_run: true }, signal, timeout: TIMEOUT_MS };
      return (await api.post<CopyResult[]>(copyPath(ration.id), options)).data;
    },
    enabled: enabled && targets.length > 0 && settled !== '[]',
    placeholderData: keepPreviousData,
  });
  return { ...query, isOutdated: query.isPlaceholderData || settled !== wanted };
}

/** Writes the copies. `written` are the answers of the last press, until it is cleared. */
export function useCopy(ration: number) {
  const { t } = useTranslation('core');
  const [written, setWritten] = useState<readonly CopyResult[] | null>(null);
  const [isCopying, setIsCopying] = useState(false);
  const copy = async (targets: readonly Target[], reason: string) => {
    setIsCopying(true);
    try {
      const { data } = await api.post<CopyResult[]>(copyPath(ration), { body: { targets, reason }, timeout: TIMEOUT_MS });
      setWritten(data);
      await refresh(rations, { id: 'schedules' });
    } catch (error) {
      toast.error(failureText(t, error));
    } finally {
      setIsCopying(false);
    }
  };
  return { written, copy, isCopying, clear: () => setWritten(null) };
}
