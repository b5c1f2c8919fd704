import { useSearchParams } from 'react-router-dom';
import { todayIn } from '#common/format/clock.ts';
import { withParams } from '#src/core/layout/with-params.ts';
import { dayOf } from '#src/domain/farm/day.ts';
import { useFarmOfRoute } from '#src/domain/farm/place.ts';

/** The day on screen, stored in the address; by default the farm's today. */
export function useDay() {
  const farm = useFarmOfRoute();
  const [params, setParams] = useSearchParams();
  const today = todayIn(farm.timezone);
  const day = dayOf(params.get('day')) ?? today;
  const setDay = (next: string) =>
    // Each date has its own periods.
    setParams(withParams({ day: next === today ? null : next, loading: null }));
  return { farm, today, day, setDay };
}
