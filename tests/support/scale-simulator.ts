import { computeChecksum, type ScaleUnit } from '#common/scale/line.ts';
import { KG_PER_LB } from '#contract/units.ts';

/** An event of the cable: bytes of the indicator, or the cable itself. */
export type CableEvent = { at: number } & ({ type: 'bytes'; bytes: Uint8Array } | { type: 'pulled' | 'plugged' });

interface SimulatedLine {
  id: number;
  /** Kilograms that really move: into the mixer, or out of it. */
  kg: number;
}

interface Simulation {
  seed: number;
  lines: readonly SimulatedLine[];
  direction: 1 | -1;
  /** Weight of the indicator at the start. */
  start: number;
  unit?: ScaleUnit;
  hasChecksum?: boolean;
  minutes?: number;
  hertz?: number;
  /** Step of the indicator, in its unit. */
  step?: number;
  /** Number of times that the cable is pulled, each in the middle of a line. */
  pulls?: number;
}

/** Random numbers from 0 to 1, the same for the same seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A line of Digi-Star's continuous output. */
export function writeDigiStar(weight: number, unit: ScaleUnit, hasChecksum: boolean, state = 'S'): string {
  const text = `${String(Math.round(weight)).padStart(6, ' ')}${unit.toUpperCase()} ${state}G`;
  return `${text}${hasChecksum ? computeChecksum(text) : ''}\r\n`;
}

/** Shares of a line's time: feed moves after a quiet start and before a quiet end, and the mixer shakes while it drives. */
const [SHAKES_FROM, MOVES_FROM, MOVES_UNTIL, SHAKES_UNTIL] = [0.05, 0.25, 0.7, 0.75];
const SHAKING_KG = 12;
const CALM_KG = 1;

/** Kilograms of a line that have moved after a share of its time, with the noise of that moment. */
function moveFeed(kg: number, passed: number, random: () => number): [moved: number, noise: number] {
  const share = Math.min(1, Math.max(0, (passed - MOVES_FROM) / (MOVES_UNTIL - MOVES_FROM)));
  const shakes = passed > SHAKES_FROM && passed < SHAKES_UNTIL;
  return [kg * share, (random() * 2 - 1) * (shakes ? SHAKING_KG : CALM_KG)];
}

/** The shares of a line's time between which its cable is pulled: feed moves meanwhile. */
const chooseGap = (random: () => number): [from: number, until: number] => [0.4 + 0.1 * random(), 0.6 + 0.05 * random()];

/** The bytes of a load at the cable: shaking, damaged lines, other units, errors of the indicator and pulled cables. */
export function simulateLoad(simulation: Simulation): CableEvent[] {
  const { seed, lines, direction, start, unit = 'kg', hasChecksum = true, minutes = 40, hertz = 10, step = 1, pulls = 2 } = simulation;
  const random = createRandom(seed);
  const count = Math.floor((minutes * 60 * hertz) / lines.length);
  const pulledLines = new Set(Array.from({ length: pulls }, (_, index) => Math.floor((index * lines.length) / pulls)));
  const write = (kg: number, isHalf: boolean) => {
    const text = writeDigiStar(Math.round((unit === 'lb' ? kg / KG_PER_LB : kg) / step) * step, unit, hasChecksum);
    return damage(isHalf ? text.slice(3) : text, random, { unit, hasChecksum });
  };
  let before = start;
  return lines.flatMap(({ kg }, index) => {
    const [pulledFrom, pulledUntil] = pulledLines.has(index) ? chooseGap(random).map((share) => Math.floor(share * count)) : [];
    const from = before;
    before += direction * kg;
    return Array.from({ length: count }, (_, place) => place).flatMap((place): CableEvent[] => {
      const at = ((index * count + place) * 1000) / hertz;
      if (place === pulledFrom) return [{ at, type: 'pulled' }];
      if (pulledFrom !== undefined && pulledUntil !== undefined && place > pulledFrom && place < pulledUntil) return [];
      const [moved, noise] = moveFeed(kg, place / count, random);
      const bytes = write(from + direction * moved + noise, place === pulledUntil);
      return place === pulledUntil
        ? [
            { at, type: 'plugged' },
            { at, type: 'bytes', bytes },
          ]
        : [{ at, type: 'bytes', bytes }];
    });
  });
}

/** Damages one line in a hundred. */
function damage(text: string, random: () => number, { unit, hasChecksum }: { unit: ScaleUnit; hasChecksum: boolean }): Uint8Array {
  const encode = (other: string) => new TextEncoder().encode(other);
  const bytes = encode(text);
  const share = random();
  if (share < 0.002) return encode(`999999${unit.toUpperCase()} ES\r\n`);
  if (share < 0.004) return encode(writeDigiStar(4000, unit === 'lb' ? 'kg' : 'lb', hasChecksum));
  if (share < 0.006) return encode('~~garbage 77 \r\n');
  if (share < 0.008) return bytes.slice(0, 1 + Math.floor(random() * (bytes.length - 2)));
  if (share < 0.01 && hasChecksum) {
    // Only a checksum detects a flipped bit.
    const place = Math.floor(random() * (bytes.length - 2));
    bytes[place] = (bytes[place] ?? 0) ^ (1 << Math.floor(random() * 3));
  }
  return bytes;
}
