import type { ReportDefinition } from './reports/shape.ts';

/** Path of a report's requests, under `/api/`. */
export const reportPath = ({ id, path, address }: Pick<ReportDefinition, 'id' | 'path' | 'address'>): string =>
  address ?? `report/${path ?? `${id}/make`}`;
