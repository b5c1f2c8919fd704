import { fileEndpoints } from '#server/domain/file-endpoints.ts';
import { anyTable } from '#server/platform/resource/table.ts';
import { deliveryDocumentTable } from './table.ts';

export const deliveryFileEndpoints = fileEndpoints(
  { table: anyTable(deliveryDocumentTable), column: 'document_id' },
  'a delivery document',
);
