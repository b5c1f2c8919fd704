import { BOARD_COLUMNS } from '#contract/reports/boards.ts';

/** Place of a tile on the grid of twelve columns. */
export interface Place {
  id: string;
  x: number;
  y: number;
  w: number;
  h: number;
}
/** A step of a move or of a change of size, in columns and rows. */
export interface Step {
  x: number;
  y: number;
}

const MAX_HEIGHT = 40;
const MIN_WIDTH = 2;
const MIN_HEIGHT = 2;

const overlap = (a: Place, b: Place) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
const inOrder = (a: Place, b: Place) => a.y - b.y || a.x - b.x;
const limit = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);

/** The first row from `from` on in which the place covers none of the others. */
function findRow(place: Place, others: readonly Place[], from: number): number {
  let y = from;
  for (;;) {
    const covered = others.filter((other) => overlap({ ...place, y }, other));
    if (covered.length === 0) return y;
    y = Math.max(...covered.map((other) => other.y + other.h));
  }
}

/** Raises each tile as far as possible, so that no row is empty. */
function compact<P extends Place>(places: readonly P[]): P[] {
  const placed: P[] = [];
  for (const place of places.toSorted(inOrder)) {
    let { y } = place;
    while (y > 0 && !placed.some((other) => overlap({ ...place, y: y - 1 }, other))) y -= 1;
    placed.push({ ...place, y: findRow({ ...place, y }, placed, y) });
  }
  return placed;
}

/** Puts one tile at its place and pushes covered tiles down. The order of the list stays. */
function placeTile<P extends Place>(places: readonly P[], moved: P): P[] {
  const done: P[] = [moved];
  for (const place of places.filter(({ id }) => id !== moved.id).toSorted(inOrder))
    done.push({ ...place, y: findRow(place, done, place.y) });
  const byId = new Map(compact(done).map((place) => [place.id, place]));
  return places.map(({ id }) => byId.get(id)!);
}

const find = <P extends Place>(places: readonly P[], id: string): P | undefined => places.find((place) => place.id === id);

/** Moves a tile by columns and rows. A step down changes places with the tile below. */
export function moveTile<P extends Place>(places: readonly P[], id: string, step: Step): P[] {
  const tile = find(places, id);
  if (!tile) return [...places];
  const below = step.y > 0 ? findNextBelow(places, tile) : undefined;
  const y = step.y === 1 && below ? below.y + below.h - tile.h + Math.max(0, tile.h - below.h) : tile.y + step.y;
  const moved = { ...tile, x: limit(tile.x + step.x, 0, BOARD_COLUMNS - tile.w), y: Math.max(0, y) };
  if (step.y !== 1 || !below) return placeTile(places, moved);
  const raised = places.map((place) => (place.id === below.id ? { ...place, y: tile.y } : place));
  return placeTile(raised, { ...moved, y: tile.y + below.h });
}

/** The highest tile under this one, in its columns. */
const findNextBelow = <P extends Place>(places: readonly P[], tile: P): P | undefined =>
  places.filter((place) => place.y >= tile.y + tile.h && overlap({ ...tile, y: place.y }, place)).toSorted(inOrder)[0];

/** Changes the size of a tile by columns and rows. */
export function resizeTile<P extends Place>(places: readonly P[], id: string, step: Step): P[] {
  const tile = find(places, id);
  if (!tile) return [...places];
  return placeTile(places, {
    ...tile,
    w: limit(tile.w + step.x, MIN_WIDTH, BOARD_COLUMNS - tile.x),
    h: limit(tile.h + step.y, MIN_HEIGHT, MAX_HEIGHT),
  });
}

/** Removes a tile. The tiles below rise. */
export function removeTile<P extends Place>(places: readonly P[], id: string): P[] {
  const left = places.filter((place) => place.id !== id);
  const byId = new Map(compact(left).map((place) => [place.id, place]));
  return left.map((place) => byId.get(place.id)!);
}

/** The tiles from top to bottom and left to right: their order for the keyboard, and on a phone. */
export const toReadingOrder = <P extends Place>(places: readonly P[]): P[] => places.toSorted(inOrder);
