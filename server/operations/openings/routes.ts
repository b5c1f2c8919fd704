import type { Endpoint } from '#server/platform/http/endpoint.ts';
import { importEndpoints } from '#server/platform/resource/import/endpoint.ts';
import { resourceEndpoints } from '#server/platform/resource/resource.ts';
import { openingImport, openingTable } from './table.ts';

export const openingEndpoints: Endpoint[] = [...resourceEndpoints(openingTable), ...importEndpoints(openingImport)];
