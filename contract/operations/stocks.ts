import { z } from 'zod';
import { externalFilter, externalInput, externalRow } from '#contract/external-ids.ts';
import { Day, Id, Name, Weight } from '#contract/kinds.ts';
import { defineResource, IdList, listOf, named, Version } from '#contract/resource.ts';

export const StockType = z.enum(['feedbank', 'warehouse']);
export const LedgerKind = z.enum([
  'opening_balance',
  'delivery',
  'harvest',
  'sale',
  'load',
  'craft_in',
  'craft_out',
  'transfer_in',
  'transfer_out',
  'count',
  'reversal',
]);

/** A place of ingredients; `farm: null` is shared by the company's farms. `capacity` and `rest` in kg, capacity 0 for unknown. */
export const stocks = defineResource({
  id: 'stocks',
  path: 'manager/stocks',
  permission: 'stock',
  row: z
    .object({
      id: Id,
      ...named('company'),
      farm: Id.nullable(),
      farm_name: z.string().nullable(),
      name: z.string(),
      type: StockType,
      capacity: z.number(),
      rest: z.number(),
      fill_percent: z.number().nullable(),
      ...externalRow,
      version: Version,
    })
    .meta({ id: 'Stock' }),
  create: z.object({
    company: Id,
    farm: Id.nullable().default(null),
    name: Name,
    type: StockType.default('feedbank'),
    capacity: Weight.default(0),
    ...externalInput,
  }),
  filters: { company: IdList, farm: IdList, type: listOf(StockType), ...externalFilter },
  ordering: ['name', 'type', 'capacity', 'rest', 'fill_percent', 'company_name', 'farm_name'],
});

/** One move of a stock's ledger, newest first. `kg` is signed (positive in); `balance` is the stock of the ingredient after it. */
export const StockLedgerRow = z
  .object({
    id: Id,
    at: z.string(),
    day: Day,
    kind: LedgerKind,
    ...named('ingredient'),
    farm: Id,
    kg: z.number(),
    price: z.number(),
    value: z.number(),
    balance: z.number(),
    note: z.string(),
    user_name: z.string().nullable(),
  })
  .meta({ id: 'StockLedgerRow' });

export const stockLedgerFilters = { ingredient: IdList, kind: listOf(LedgerKind), day_after: Day.optional(), day_before: Day.optional() };
