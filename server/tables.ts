import { adminEndpoints } from './admin/index.ts';
import { operationsEndpoints } from './operations/index.ts';
import { tablesOf } from './platform/resource/resource.ts';
import type { Tables } from './platform/table-basics.ts';
import { reportsEndpoints } from './reports/index.ts';

/** The table of each resource, as its endpoints name it. */
export const tables: Tables = new Map(
  tablesOf([...operationsEndpoints, ...adminEndpoints, ...reportsEndpoints]).map((table) => [table.contract.id, table]),
);
