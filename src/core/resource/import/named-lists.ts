import { type ComponentType, createContext } from 'react';
import type { Resource } from '#contract/resource.ts';
import type { ResourceId } from '#contract/resource-ids.ts';
import type { ListSource } from '#src/core/resource/all-rows.ts';

export interface NewRowProps {
  /** The name that the form contains first. */
  name: string;
  farm: number | null;
  onClose: () => void;
}

/** A list whose rows are matched by name. Without `Form` and `byName`, rows are added on the screen of the list only. */
export interface NamedList {
  resource: Resource;
  /** The source of the rows, if it isn't the short list. */
  source?: ListSource;
  Form?: ComponentType<NewRowProps>;
  /** The form adds a row only on a known farm. */
  onFarm?: true;
  /** A name is enough for a new row. */
  byName?: true;
}

export type NamedLists = Readonly<Partial<Record<ResourceId, NamedList>>>;

/** Returns the source of a list's rows that a name on the farm may mean. */
export const toRowSource = ({ resource, source }: NamedList, farm: number | null): ListSource =>
  source ?? { resource, path: `${resource.path}/list`, query: { deleted: false, ...(farm === null ? {} : { farm }) } };

/** Loads the lists whose rows files name. The app provides it from its areas. */
export const NamedListsContext = createContext<() => Promise<NamedLists>>(async () => ({}));
