import type { ComponentProps } from 'react';
import { IdSelect } from '#src/core/ui/id-select.tsx';
import type { LiteIngredient } from './choices.ts';

interface FeedSelectProps extends Omit<ComponentProps<typeof IdSelect>, 'rows'> {
  /** Undefined while they load. */
  feeds: readonly Pick<LiteIngredient, 'id' | 'name' | 'stock_name'>[] | undefined;
}

/** Selects a feed by name; several stocks may have the same name. */
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
