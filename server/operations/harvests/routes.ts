import type { Endpoint } from '#server/platform/http/endpoint.ts';
import { importEndpoint } from '#server/platform/resource/import/endpoint.ts';
import { resourceEndpoints } from '#server/platform/resource/resource.ts';
import { harvestImport, harvestTable } from './table.ts';

export const harvestEndpoints: Endpoint[] = [...resourceEndpoints(harvestTable), importEndpoint(harvestImport)];
