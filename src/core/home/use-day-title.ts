import { todayIn } from '#common/format/clock.ts';
import { DEFAULT_TIMEZONE } from '#contract/words.ts';
import { useMe } from '#src/core/api/session.ts';
import { useCurrentFarm } from '#src/core/format/farm-context.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { useFarms } from '#src/core/layout/use-farms.ts';

/** The title of home: today at the person's farm, and the person whose day it is. */
export function useDayTitle(): string {
  const format = useFormat();
  const me = useMe();
  const current = useCurrentFarm();
  const { data: farms = [] } = useFarms();
  const today = todayIn((current ?? farms[0])?.timezone ?? DEFAULT_TIMEZONE);
  return [`${format.weekday(today)} ${format.value('date', today)}`, me.first_name].filter(Boolean).join(' · ');
}
