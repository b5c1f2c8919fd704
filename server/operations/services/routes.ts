import type { Endpoint } from '#server/platform/http/endpoint.ts';
import { importEndpoints } from '#server/platform/resource/import/endpoint.ts';
import { resourceEndpoints } from '#server/platform/resource/resource.ts';
import { serviceImport, servicePlanImport, servicePlanTable, serviceTable } from './table.ts';

export const serviceEndpoints: Endpoint[] = [
  ...resourceEndpoints(servicePlanTable),
  ...importEndpoints(servicePlanImport),
  ...resourceEndpoints(serviceTable),
  ...importEndpoints(serviceImport),
];
