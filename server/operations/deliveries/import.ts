import type { deliveries } from '#contract/operations/deliveries.ts';
import type { Importable } from '#server/platform/resource/import/importable.ts';
import { repeatedDeliveries } from './repeats.ts';
import { deliveryTable } from './table.ts';
import { unusualDeliveries } from './usual.ts';

export const deliveryImport: Importable<typeof deliveries> = {
  table: deliveryTable,
  byName: false,
  moments: ['delivered_at'],
  repeats: repeatedDeliveries,
  percents: ['dry_matter'],
  unusual: unusualDeliveries,
};
