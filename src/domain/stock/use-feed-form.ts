import { todayIn } from '#common/format/clock.ts';
import type { Formatter } from '#common/format/formatter.ts';
import { type Access, useAccess } from '#src/core/access/use-access.ts';
import { useCurrentFarm } from '#src/core/format/farm-context.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { useLiteIngredients } from './choices.ts';
import { useTimezoneOf } from './timezone.ts';

interface FeedForm {
  can: Access['can'];
  format: Formatter;
  /** Today at the open farm. */
  today: string;
  seesIngredients: boolean;
  feeds: ReturnType<typeof useLiteIngredients>['data'];
}

/** The common parts of forms that name a feed: the feeds that the person may choose, and today at the open farm. */
export function useFeedForm(): FeedForm {
  const { can } = useAccess();
  const format = useFormat();
  const today = todayIn(useTimezoneOf(useCurrentFarm()?.id ?? null));
  const seesIngredients = can('ingredient', 'view');
  const { data: feeds } = useLiteIngredients(undefined, seesIngredients);
  return { can, format, today, seesIngredients, feeds };
}
