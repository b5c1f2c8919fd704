import { pricePerKg } from '#server/operations/deliveries/price-per-kg.ts';
import { movingRows } from '#server/operations/stocks/moving-rows.ts';

/** What was grown goes into stock. */
export const movingHarvests = movingRows({
  at: 'at',
  moves: ['farm', 'ingredient', 'at', 'kg', 'cost'],
  of: (harvest) => ({ harvest }),
  moveOf({ id, after, columns, found }) {
    const { ingredient, kg, cost, farm, note } = after;
    return {
      ingredient,
      kg,
      ...(typeof cost === 'number' ? { price: pricePerKg({ price_per: 'sum', price_given: cost, value: kg }) } : {}),
      kind: 'harvest',
      at: String(columns.at),
      day: found.day,
      farm,
      harvest: id,
      note,
    };
  },
});
