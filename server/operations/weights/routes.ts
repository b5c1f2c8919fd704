import type { Endpoint } from '#server/platform/http/endpoint.ts';
import { importEndpoints } from '#server/platform/resource/import/endpoint.ts';
import { resourceEndpoints } from '#server/platform/resource/resource.ts';
import { weightImport, weightTable } from './table.ts';

export const weightEndpoints: Endpoint[] = [...resourceEndpoints(weightTable), ...importEndpoints(weightImport)];
