import { useSearchParams } from 'react-router-dom';
import { useCurrentFarm } from '../../core/layout/farm-context.ts';
import { useFarms } from '../../core/layout/use-farms.ts';
import { addDays, todayIn } from '../../core/report/days.ts';

export interface Choice {
  blank: number | null;
  /** `YYYY-MM`; as typed, so it may be none yet. */
  month: string;
  groups: string[];
}

const MONTH = /^(19|2\d)\d{2}-(0[1-9]|1[0-2])$/;
export const isMonth = (text: string) => MONTH.test(text);

/** First and last day. */
export function daysOf(month: string) {
  const next = addDays(`${month}-28`, 4).slice(0, 7);
  return { after: `${month}-01`, before: addDays(`${next}-01`, -1) };
}

/** What of it hasn't been chosen, in the order in which it is asked for. */
export const missingOf = ({ blank, month, groups }: Choice) =>
  [blank === null && 'blank', !isMonth(month) && 'month', groups.length === 0 && 'group'].filter((one) => one !== false);

/** What the statement is made of lives in the address, like every report's filters. */
export function useChoice() {
  const { data: farms = [], error, isPending, refetch } = useFarms();
  const current = useCurrentFarm();
  const [params, setParams] = useSearchParams();
  const named = Number(params.get('farm'));
  const farm = farms.find(({ id }) => id === named) ?? farms.find(({ id }) => id === current?.id) ?? farms[0];
  const choice: Choice = {
    blank: Number(params.get('blank')) || null,
    month: params.get('month') ?? todayIn(farm?.timezone ?? 'UTC').slice(0, 7),
    groups: params.getAll('group'),
  };
  const choose = (next: Partial<Choice & { farm: number }>) => {
    const whole = { ...choice, farm: farm?.id, ...next };
    const address = new URLSearchParams({ month: whole.month });
    if (whole.farm) address.set('farm', String(whole.farm));
    if (whole.blank) address.set('blank', String(whole.blank));
    for (const group of whole.groups) address.append('group', group);
    setParams(address, { replace: true });
  };
  return { farms, farm, choice, choose, error, isPending, refetch };
}
