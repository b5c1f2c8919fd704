import type { Endpoint } from '#server/platform/http/endpoint.ts';
import { importEndpoint } from '#server/platform/resource/import/endpoint.ts';
import { resourceEndpoints } from '#server/platform/resource/resource.ts';
import { openingImport, openingTable } from './table.ts';

export const openingEndpoints: Endpoint[] = [...resourceEndpoints(openingTable), importEndpoint(openingImport)];
