import { useQuery } from '@tanstack/react-query';
import { FIRST_ENTRIES, type FirstStep, type FirstSteps, firstStepsOf } from '#contract/operations/first-steps.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { api } from '#src/core/api/api.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { fillRoute } from '#src/core/layout/screen.ts';
import { ASK_TO_ADD } from '#src/core/layout/use-asked-to-add.ts';
import { RECORDING_ROUTE, STEPS } from './steps.ts';

/** The link of a step: its screen with the open form. */
export interface StepLink {
  to: string;
  state: typeof ASK_TO_ADD | null;
}

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
  const fill = (route: string) =>
    fillRoute(route, {
      company_id: data.company ?? undefined,
      farm_id: data.farm ?? undefined,
      schedule_id: data.feeding ?? undefined,
    });
  // Before there is a farm one step needs the other.
  const isOpen = (step: FirstStep) => !data.done.includes(step) && (step === next || data.farm !== null);
  /** The link of a step; null if it is done, or needs an earlier step. */
  const findLink = (step: FirstStep): StepLink | null => {
    if (!isOpen(step)) return null;
    const form = 'form' in STEPS[step] ? `?${STEPS[step].form}=1` : '';
    const recording = step === 'records' && step === next ? fill(RECORDING_ROUTE) : null;
    const filled = recording ?? fill(STEPS[step].route);
    return filled === null ? null : { to: `${path(filled)}${form}`, state: form || recording ? null : ASK_TO_ADD };
  };
  /** True on the screens of a step. */
  const isAt = (step: FirstStep, pathname: string): boolean => {
    const filled = fill(STEPS[step].route);
    return filled !== null && pathname.startsWith(path(filled));
  };
  return { all, done: all.filter((step) => data.done.includes(step)), next, findLink, isAt };
}
