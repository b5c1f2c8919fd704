import type { Endpoint } from '#server/platform/http/endpoint.ts';
import { importEndpoints } from '#server/platform/resource/import/endpoint.ts';
import { putOfDay } from '#server/platform/resource/put-of-day.ts';
import { resourceEndpoints } from '#server/platform/resource/resource.ts';
import { milkImport, milkPriceImport, milkPriceTable, milkTable } from './table.ts';

export const milkEndpoints: Endpoint[] = [
  ...resourceEndpoints(milkTable),
  putOfDay(milkTable, ['farm', 'group']),
  ...importEndpoints(milkImport),
  ...resourceEndpoints(milkPriceTable),
  ...importEndpoints(milkPriceImport),
];
