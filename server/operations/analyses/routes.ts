import { fileEndpoints } from '#server/domain/file-endpoints.ts';
import type { Endpoint } from '#server/platform/http/endpoint.ts';
import { importEndpoints } from '#server/platform/resource/import/endpoint.ts';
import { resourceEndpoints } from '#server/platform/resource/resource.ts';
import { anyTable } from '#server/platform/resource/table.ts';
import { effectEndpoint } from './effect.ts';
import { analysisImport } from './import.ts';
import { libraryEndpoints } from './library.ts';
import { analysisTable } from './table.ts';

// The library comes first: its path would otherwise be read as an id.
export const analysisEndpoints: Endpoint[] = [
  ...libraryEndpoints,
  effectEndpoint,
  ...fileEndpoints({ table: anyTable(analysisTable), column: 'analysis_id' }, 'an analysis'),
  ...resourceEndpoints(analysisTable),
  ...importEndpoints(analysisImport),
];
