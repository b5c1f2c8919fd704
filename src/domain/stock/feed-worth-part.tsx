import { Suspense } from 'react';
import { useAccess } from '#src/core/access/use-access.ts';
import { lazyPart } from '#src/core/ui/lazy-part.ts';
import type { FeedWorthProps } from './feed-worth.tsx';

const LazyFeedWorth = lazyPart<FeedWorthProps>(async () => (await import('./feed-worth.tsx')).FeedWorthLines);

/** The worth of a feed next to its price, whose code and figures load once a feed is chosen; nothing without the right to rations. */
export function FeedWorth(props: { ingredient: number | null; price: number | null }) {
  const { can } = useAccess();
  const { ingredient, price } = props;
  if (ingredient === null || !can('ration', 'view')) return null;
  return (
    <Suspense>
      <LazyFeedWorth ingredient={ingredient} price={price} />
    </Suspense>
  );
}
