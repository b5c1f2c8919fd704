import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BOARD_COLUMNS } from '#contract/reports/boards.ts';
import { moveTile, type Place, removeTile, resizeTile, toReadingOrder } from './layout.ts';

const sizes = fc.array(fc.record({ w: fc.integer({ min: 2, max: 12 }), h: fc.integer({ min: 2, max: 8 }) }), {
  minLength: 1,
  maxLength: 12,
});
const steps = fc.array(
  fc.record({
    way: fc.constantFrom('move', 'resize'),
    tile: fc.nat(11),
    step: fc.record({ x: fc.integer({ min: -4, max: 4 }), y: fc.integer({ min: -4, max: 4 }) }),
  }),
  { maxLength: 12 },
);

const covers = (a: Place, b: Place) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
const stack = (all: { w: number; h: number }[]): Place[] => {
  let y = 0;
  return all.map(({ w, h }, at) => {
    const place = { id: `tile-${at}`, x: 0, y, w, h };
    y += h;
    return place;
  });
};

test('any moves and changes of size keep every tile on the grid, and no tile covers another', () => {
  fc.assert(
    fc.property(sizes, steps, (all, changes) => {
      let places = stack(all);
      for (const { way, tile, step } of changes) {
        const { id } = places[tile % places.length]!;
        places = (way === 'move' ? moveTile : resizeTile)(places, id, step);
      }
      expect(places.map(({ id }) => id)).toEqual(all.map((_, at) => `tile-${at}`));
      for (const place of places) {
        expect(place.x >= 0 && place.y >= 0 && place.x + place.w <= BOARD_COLUMNS).toBe(true);
        expect(places.filter((other) => other !== place && covers(place, other))).toEqual([]);
      }
      // No tile can rise: rows are filled from the top.
      for (const place of places.filter(({ y }) => y > 0))
        expect(places.some((other) => other !== place && covers({ ...place, y: place.y - 1 }, other))).toBe(true);
    }),
  );
});

const three: Place[] = [
  { id: 'a', x: 0, y: 0, w: 6, h: 4 },
  { id: 'b', x: 6, y: 0, w: 6, h: 4 },
  { id: 'c', x: 0, y: 4, w: 12, h: 3 },
];
const order = (places: readonly Place[]) => toReadingOrder(places).map(({ id }) => id);

test('a step down changes places with the tile below, and a step up brings it back', () => {
  const stacked = [three[0]!, { ...three[1]!, x: 0, y: 4 }];
  const moved = moveTile(stacked, 'a', { x: 0, y: 1 });
  expect(order(moved)).toEqual(['b', 'a']);
  expect(order(moveTile(moved, 'a', { x: 0, y: -1 }))).toEqual(['a', 'b']);
});

test('a tile that grows pushes others down, and a removed tile lets them rise', () => {
  const wide = resizeTile(three, 'a', { x: 3, y: 0 });
  expect(wide.find(({ id }) => id === 'b')).toMatchObject({ x: 6, y: 4 });
  expect(removeTile(three, 'a').find(({ id }) => id === 'c')).toMatchObject({ y: 4 });
  expect(removeTile(removeTile(three, 'a'), 'b')).toEqual([{ ...three[2], y: 0 }]);
});
