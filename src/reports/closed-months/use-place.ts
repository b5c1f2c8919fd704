import { useSearchParams } from 'react-router-dom';
import { todayIn } from '#common/format/clock.ts';
import { useCurrentFarm } from '#src/core/format/farm-context.ts';
import { useFarms } from '#src/core/layout/use-farms.ts';
import { withParams } from '#src/core/layout/with-params.ts';

/** Farm and year of the address; by default the last farm and its present year. */
export function usePlace() {
  const [params, setParams] = useSearchParams();
  const { data: farms = [] } = useFarms();
  const current = useCurrentFarm();
  const named = farms.find(({ id }) => id === Number(params.get('farm')));
  const farm = named ?? farms.find(({ id }) => id === current?.id) ?? farms[0] ?? null;
  const thisYear = Number(todayIn(farm?.timezone ?? 'UTC').slice(0, 4));
  const year = Number(params.get('year')) || thisYear;
  const put = (key: 'farm' | 'year', value: number) => setParams(withParams({ [key]: String(value) }), { replace: true });
  return {
    farms,
    farm,
    year,
    isThisYear: year >= thisYear,
    setFarm: (id: number) => put('farm', id),
    setYear: (next: number) => put('year', next),
  };
}
