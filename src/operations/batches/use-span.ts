import { useSearchParams } from 'react-router-dom';
import { todayIn } from '#common/format/clock.ts';
import { addDays } from '#contract/days.ts';
import { withParams } from '#src/core/layout/with-params.ts';
import { dayOf } from '#src/domain/farm/day.ts';
import { useFarmOfRoute } from '#src/domain/farm/place.ts';

export type Span = 'day' | 'week';

/** Days on screen, stored in the address: one, or seven from it on. */
export function useSpan() {
  const farm = useFarmOfRoute();
  const [params, setParams] = useSearchParams();
  const today = todayIn(farm.timezone);
  const day = dayOf(params.get('day')) ?? today;
  const span: Span = params.get('span') === 'week' ? 'week' : 'day';
  const put = (name: string, value: string | null) => setParams(withParams({ page: null, [name]: value }));
  return {
    farm,
    today,
    day,
    span,
    last: span === 'week' ? addDays(day, 6) : day,
    setDay: (next: string) => put('day', next === today ? null : next),
    setSpan: (next: Span) => put('span', next === 'day' ? null : next),
  };
}
