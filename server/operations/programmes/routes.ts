import type { Endpoint } from '#server/platform/http/endpoint.ts';
import { importEndpoints } from '#server/platform/resource/import/endpoint.ts';
import { resourceEndpoints } from '#server/platform/resource/resource.ts';
import { programmeImport, programmeTable } from './table.ts';

export const programmeEndpoints: Endpoint[] = [...resourceEndpoints(programmeTable), ...importEndpoints(programmeImport)];
