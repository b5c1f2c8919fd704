import { z } from 'zod';
import { Id, Name, Weight } from '../kinds.ts';
import { defineResource, IdList, listOf, Version } from '../resource.ts';

export const StockType = z.enum(['feedbank', 'warehouse']);

/** Where ingredients lie; `farm: null` = shared by the company's farms. `capacity` and `rest` in kg, capacity 0 = not given. */
export const stocks = defineResource({
  id: 'stocks',
  path: 'manager/stocks',
  permission: 'stock',
  row: z
    .object({
      id: Id,
      company: Id,
      company_name: z.string(),
      farm: Id.nullable(),
      farm_name: z.string().nullable(),
      name: z.string(),
      type: StockType,
      capacity: z.number(),
      rest: z.number(),
      fill_percent: z.number().nullable(),
      version: Version,
    })
    .meta({ id: 'Stock' }),
  create: z.object({
    company: Id,
    farm: Id.nullable().default(null),
    name: Name,
    type: StockType.default('feedbank'),
    capacity: Weight.default(0),
  }),
  filters: { company: IdList, farm: IdList, type: listOf(StockType) },
  ordering: ['name', 'type', 'capacity', 'rest', 'fill_percent', 'company_name', 'farm_name'],
});
