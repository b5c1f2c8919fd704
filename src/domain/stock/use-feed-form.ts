import { todayIn } from '#common/format/clock.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { useCurrentFarm } from '#src/core/format/farm-context.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { useLiteIngredients } from './choices.ts';
import { useTimezoneOf } from './timezone.ts';

/** The common parts of forms that name a feed: the feeds that the person may choose, and today at the open farm. */
export function useFeedForm() {
  const { can } = useAccess();
  const format = useFormat();
  const today = todayIn(useTimezoneOf(useCurrentFarm()?.id ?? null));
  const seesIngredients = can('ingredient', 'view');
  const { data: feeds } = useLiteIngredients(undefined, seesIngredients);
  return { can, format, today, seesIngredients, feeds };
}
