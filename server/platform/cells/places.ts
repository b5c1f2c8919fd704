import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Logger } from 'pino';
import type { Database } from '#server/db/database.ts';
import { ApiError, fieldError } from '#server/platform/errors.ts';
import { find, type Name } from './find-client.ts';

/** Installations of one operator that share a secret key. Each knows by its own database what lives there, and asks the others for the rest. */
export interface CellsSetting {
  /** This one's. */
  number: number;
  /** The addresses of all, by number, without a slash at the end. */
  addresses: ReadonlyMap<number, string>;
  /** How another is asked; `fetch` but in tests. */
  send?: (request: Request) => Promise<Response>;
}

/** Where what was named lives: here; in that cell; here until it lives in that cell, which takes a moment. Nowhere that is known: undefined. */
export type Place = { cell: number; stopped: boolean } | undefined;

export interface Cells {
  setting: CellsSetting;
  /** Throws `CellAway` when one that may have it can't be asked. */
  placeOf(name: Name): Promise<Place>;
  /** Whether it lives here, as this cell's own database says. */
  isHere(name: Name): Promise<boolean>;
  /** Whether it lives in that cell by now, asked each time. */
  isThere(cell: number, name: Name): Promise<boolean>;
  /** Puts a request to another cell. */
  send(cell: number, path: string, init: RequestInit & { headers: Headers }): Promise<Response>;
  /** Whether another cell asks. */
  isCell(header: string | undefined): boolean;
  /** Forgets all places; called when access changed here. */
  forget(): void;
}

const AWAY_SECONDS = 5;
/** 503: what another cell may have can't be asked just now. */
export class CellAway extends ApiError {
  constructor() {
    super(503, { detail: [fieldError('database_away', { limit: AWAY_SECONDS })] });
  }
}

export const CELL_HEADER = 'x-manger-cell';
export const WHOSE_PATH = '/api/cells/whose';

export const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');

/** What is known of names that other cells have, or none has, is asked anew after that, ms. */
const KEPT_MS = 10_000;
const MOST = 20_000;
/** How long another cell is waited for, ms. */
const PATIENCE_MS = 3000;

/** The directory of which client lives where, kept by the cells' own databases: what a cell has it knows, what it hasn't it asks the others for. */
export function createCells(
  setting: CellsSetting,
  { database, secret, log, now }: { database: Database; secret: string; log: Logger; now: () => number },
): Cells {
  const db = database.acrossClients();
  const proof = createHmac('sha256', secret).update('a request of another cell').digest('base64url');
  const known = new Map<string, { place: Place; until: number }>();
  const put = setting.send ?? ((request: Request) => fetch(request));
  let generation = 0;

  const send: Cells['send'] = async (cell, path, init) => {
    const address = setting.addresses.get(cell);
    if (!address) throw new CellAway();
    init.headers.set(CELL_HEADER, proof);
    try {
      return await put(new Request(`${address}${path}`, init));
    } catch (error) {
      log.warn({ cell, error: String(error) }, 'another cell could not be asked');
      throw new CellAway();
    }
  };

  async function isThere(cell: number, name: Name): Promise<boolean> {
    const headers = new Headers({ 'content-type': 'application/json' });
    const response = await send(cell, WHOSE_PATH, {
      ...{ method: 'POST', headers, body: JSON.stringify(name) },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (response.status !== 200) throw new CellAway();
    return ((await response.json()) as { here: boolean }).here;
  }

  async function look(name: Name): Promise<Place> {
    const row = await find(db, name);
    if (row?.moving === 'stopped') return { cell: row.cell ?? 0, stopped: true };
    // Where an old copy's client went to, it may have left as well: that is asked, as of what isn't here at all.
    if (row?.moving === null) return { cell: setting.number, stopped: false };
    const others = [...setting.addresses.keys()].filter((cell) => cell !== setting.number);
    const answers = await Promise.allSettled(others.map((cell) => isThere(cell, name)));
    const there = others.find((_, index) => answers[index]?.status === 'fulfilled' && (answers[index] as { value: boolean }).value);
    if (there !== undefined) return { cell: there, stopped: false };
    // It may live in the one that doesn't answer: nobody may say that it lives nowhere.
    if (answers.some(({ status }) => status === 'rejected')) throw new CellAway();
    return undefined;
  }

  return {
    setting,
    send,
    isThere,
    async isHere(name) {
      const row = await find(db, name);
      if (row?.moving !== 'stopped') return row?.moving === null;
      return !(await isThere(row.cell ?? 0, name).catch(() => false));
    },
    async placeOf(name) {
      const key = `${name.by} ${name.value.toLowerCase()}`;
      const hit = known.get(key);
      if (hit && hit.until > now()) return hit.place;
      const before = generation;
      const place = await look(name);
      if (before !== generation) return place;
      if (known.size >= MOST) known.clear();
      // What lives here is told to have changed; what others do isn't.
      known.set(key, { place, until: place?.cell === setting.number ? Number.POSITIVE_INFINITY : now() + KEPT_MS });
      return place;
    },
    isCell(header) {
      const [given, expected] = [Buffer.from(header ?? ''), Buffer.from(proof)];
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
    forget() {
      generation += 1;
      known.clear();
    },
  };
}
