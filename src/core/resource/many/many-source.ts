import type { Resource } from '#contract/resource.ts';
import type { ResourceId } from '#contract/resource-ids.ts';

/** A list whose rows can be selected. */
export interface ManySource<Row> {
  resource: Resource;
  farm: number | undefined;
  /** Other resources that show deleted rows. */
  touches: readonly { id: ResourceId }[] | undefined;
  /** True if the screen offers to delete its rows by the resource's own deletion. */
  mayRemove: boolean;
  /** False for a row that the screen doesn't offer to delete. */
  isRemovable: (row: Row) => boolean;
}
