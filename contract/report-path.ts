import type { ReportDefinition } from './reports/shape.ts';

/** Where a report is asked for, under `/api/`. */
export const reportPath = ({ id, path, address }: Pick<ReportDefinition, 'id' | 'path' | 'address'>): string =>
  address ?? `report/${path ?? `${id}/make`}`;
