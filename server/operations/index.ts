import type { Endpoint } from '../core/endpoint.ts';
import { resourceEndpoints } from '../core/resource.ts';
import { companyTable } from './companies/table.ts';
import { groupTable } from './groups/table.ts';

/** Every endpoint of operations; a resource adds a line. */
export const operationsEndpoints: Endpoint[] = [...resourceEndpoints(companyTable), ...resourceEndpoints(groupTable)];
