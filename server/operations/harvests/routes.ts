import type { Endpoint } from '#server/platform/http/endpoint.ts';
import { importEndpoints } from '#server/platform/resource/import/endpoint.ts';
import { resourceEndpoints } from '#server/platform/resource/resource.ts';
import { harvestImport, harvestTable } from './table.ts';

export const harvestEndpoints: Endpoint[] = [...resourceEndpoints(harvestTable), ...importEndpoints(harvestImport)];
