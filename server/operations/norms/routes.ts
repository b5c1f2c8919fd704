import type { Endpoint } from '#server/platform/http/endpoint.ts';
import { importEndpoints } from '#server/platform/resource/import/endpoint.ts';
import { resourceEndpoints } from '#server/platform/resource/resource.ts';
import { normImport, normTable } from './table.ts';

export const normEndpoints: Endpoint[] = [...resourceEndpoints(normTable), ...importEndpoints(normImport)];
