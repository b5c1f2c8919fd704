import { movingRows } from '#server/operations/stocks/moving-rows.ts';

/** The stock moves of harvests. */
export const movingHarvests = movingRows({
  at: 'at',
  moves: ['farm', 'ingredient', 'at', 'kg', 'cost'],
  of: (harvest) => ({ harvest }),
  moveOf({ id, after, columns, found }) {
    const { ingredient, kg, cost, farm, note } = after;
    return {
      ingredient,
      kg,
      ...(typeof cost === 'number' ? { cost } : {}),
      kind: 'harvest',
      at: String(columns.at),
      day: found.day,
      farm,
      harvest: id,
      note,
    };
  },
});
