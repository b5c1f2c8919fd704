import { useQuery } from '@tanstack/react-query';
import { FIRST_ENTRIES, FIRST_STEPS, type FirstStep, type FirstSteps } from '#contract/operations/first-steps.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { api } from '#src/core/api/api.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { fillRoute } from '#src/core/layout/screen.ts';
import { STEPS } from './steps.ts';

/** What is done of the way to the first report, for who sets a client up; null once a feeding has been recorded. */
export function useFirstSteps() {
  const { can } = useAccess();
  const path = useAppPath();
  const { data } = useQuery({
    queryKey: ['firststeps'],
    queryFn: async ({ signal }) => (await api.get<FirstSteps>('manager/firststeps/', { signal })).data,
    enabled: can('company', 'add'),
    meta: { of: FIRST_ENTRIES },
  });
  if (!data || data.done.includes('records')) return null;
  const next = FIRST_STEPS.find((step) => !data.done.includes(step));
  /** Where a step is taken; null when it is done, or needs one before it. */
  const addressOf = (step: FirstStep): string | null => {
    // Before there is a farm one step needs the other.
    const open = !data.done.includes(step) && (step === next || data.farm !== null);
    const filled = open ? fillRoute(STEPS[step].route, { company_id: data.company ?? undefined, farm_id: data.farm ?? undefined }) : null;
    return filled && path(filled);
  };
  return { done: data.done, next, addressOf };
}
