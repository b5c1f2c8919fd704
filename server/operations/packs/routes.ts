import type { Endpoint } from '#server/platform/http/endpoint.ts';
import { importEndpoints } from '#server/platform/resource/import/endpoint.ts';
import { resourceEndpoints } from '#server/platform/resource/resource.ts';
import { packImport, packTable } from './table.ts';

export const packEndpoints: Endpoint[] = [...resourceEndpoints(packTable), ...importEndpoints(packImport)];
