import type { Endpoint } from '#server/platform/http/endpoint.ts';
import { importEndpoints } from '#server/platform/resource/import/endpoint.ts';
import { resourceEndpoints } from '#server/platform/resource/resource.ts';
import { orderImport, orderTable } from './table.ts';

export const orderEndpoints: Endpoint[] = [...resourceEndpoints(orderTable), ...importEndpoints(orderImport)];
