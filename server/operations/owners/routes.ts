import type { Endpoint } from '#server/platform/http/endpoint.ts';
import { importEndpoints } from '#server/platform/resource/import/endpoint.ts';
import { resourceEndpoints } from '#server/platform/resource/resource.ts';
import { groupOwnerImport, groupOwnerTable, ownerLineImport, ownerLineTable } from './table.ts';

export const ownerEndpoints: Endpoint[] = [
  ...resourceEndpoints(groupOwnerTable),
  ...importEndpoints(groupOwnerImport),
  ...resourceEndpoints(ownerLineTable),
  ...importEndpoints(ownerLineImport),
];
