import type { ComponentProps } from 'react';
import { IdSelect } from '#src/core/ui/id-select.tsx';
import type { LiteIngredient } from './choices.ts';

interface FeedSelectProps extends Omit<ComponentProps<typeof IdSelect>, 'rows'> {
  /** While they are still to come there are none to choose from. */
  feeds: readonly Pick<LiteIngredient, 'id' | 'name' | 'stock_name'>[] | undefined;
}

/** A feed, found by its name; the same name may lie in several stocks. */
export function FeedSelect({ feeds, ...props }: FeedSelectProps) {
  return (
    <IdSelect
      {...props}
      searchable
      limit={100}
      rows={feeds?.map(({ id, name, stock_name }) => ({ id, name: `${name} · ${stock_name}` }))}
    />
  );
}
