import type { Resource } from '#contract/resource.ts';
import { api } from '#src/core/api/api.ts';
import { refresh } from './queries.ts';
import { chooseSpelling } from './spelling.ts';

/** Adds a row with only a name and returns its id. */
export const addNamed = (resource: Resource) => async (name: string) => {
  const { data } = await api.post<{ id: number }>(`${resource.path}/`, { body: { name: await chooseSpelling(name) } });
  await refresh(resource);
  return data.id;
};
