import { useQuery } from '@tanstack/react-query';
import { FIRST_ENTRIES, type FirstStep, type FirstSteps, firstStepsOf } from '#contract/operations/first-steps.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { api } from '#src/core/api/api.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { fillRoute } from '#src/core/layout/screen.ts';
import { STEPS } from './steps.ts';

/**
 * The progress up to the first report, for people who set a client up; null after its first recorded feeding or, with compound feed only,
 * its first batch.
 */
export function useFirstSteps() {
  const { can, modules } = useAccess();
  const path = useAppPath();
  const { data } = useQuery({
    queryKey: ['firststeps'],
    queryFn: async ({ signal }) => (await api.get<FirstSteps>('manager/firststeps/', { signal })).data,
    enabled: can('company', 'add'),
    meta: { of: FIRST_ENTRIES },
  });
  const all = firstStepsOf(modules);
  if (!data || data.done.includes(all.at(-1)!)) return null;
  const next = all.find((step) => !data.done.includes(step));
  /** The address of a step; null if it is done, or needs an earlier step. */
  const findAddress = (step: FirstStep): string | null => {
    // Before there is a farm one step needs the other.
    const open = !data.done.includes(step) && (step === next || data.farm !== null);
    const filled = open ? fillRoute(STEPS[step].route, { company_id: data.company ?? undefined, farm_id: data.farm ?? undefined }) : null;
    return filled && path(filled);
  };
  return { all, done: all.filter((step) => data.done.includes(step)), next, addressOf: findAddress };
}
