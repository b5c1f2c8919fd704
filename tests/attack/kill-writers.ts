import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ReadyFarm, scheduleOf } from '#tests/support/feeding.ts';
import type { Tally } from './tally.ts';

/** Steps of a feeding, forward only. */
export const STEPS = ['waited', 'in_process', 'loaded', 'out_process', 'uploaded'] as const;
export type Step = (typeof STEPS)[number];

/** Work that the server has answered. */
export interface Acknowledged {
  /** Kilograms of a delivery, each of another weight. The id is null if only a repetition was answered: the first answer was lost. */
  deliveries: Map<number, number | null>;
  /** Number of created feedings. */
  created: number;
  feedings: Map<number, Step>;
}

export interface Site {
  dataDir: string;
  address: string;
  farm: ReadyFarm;
  acknowledged: Acknowledged;
  tally: Tally;
  /** Set at the end, to stop the writers. */
  ended: boolean;
}

const RETRY_MS = 100;
/** Repetitions after which an unknown answer stays unknown: no request of the key is under way any more. */
const UNKNOWN_TRIES = 100;

/** One request; undefined if the server died in it, or refused work while it was starting. */
async function sendOnce(
  site: Site,
  method: string,
  path: string,
  body: object,
  key?: string,
): Promise<{ status: number; id?: number } | undefined> {
  site.tally.tried();
  try {
    const answer = await fetch(`${site.address}/api/${path}`, {
      method,
      headers: {
        authorization: `JWT ${site.farm.client.owner.token}`,
        'content-type': 'application/json',
        ...(key ? { 'idempotency-key': key } : {}),
      },
      body: JSON.stringify(body),
    });
    const { data } = (await answer.json()) as { data?: { id: number } };
    if (answer.status >= 500 && answer.status !== 503) site.tally.fault(`${answer.status} at ${path} beside a kill`);
    return answer.status >= 500 ? undefined : { status: answer.status, ...(data ? { id: data.id } : {}) };
  } catch {
    return undefined;
  }
}

/**
 * Sends a POST under one `Idempotency-Key` until the server answers. Returns the new id; null if the work is done and its answer was lost;
 * undefined if it was refused.
 */
async function postUntilAnswered(site: Site, path: string, body: object): Promise<number | null | undefined> {
  const key = randomUUID();
  for (let unknown = 0; unknown < UNKNOWN_TRIES; ) {
    const answer = await sendOnce(site, 'POST', path, body, key);
    if (answer?.status === 201) return answer.id;
    if (answer && answer.status !== 409) {
      site.tally.lost(`${path}: ${answer.status}`);
      return undefined;
    }
    if (answer) unknown += 1;
    await sleep(RETRY_MS);
  }
  return null;
}

/** Records deliveries and feedings until the end. */
export async function writeUntilEnd(site: Site, writer: number): Promise<void> {
  const { farm, acknowledged } = site;
  const today = new Date().toISOString().slice(0, 10);
  for (let round = 1; !site.ended; round += 1) {
    const value = writer * 100_000 + round + 0.125;
    const delivery = { farm: farm.farm, delivery_type: 'delivery', ingredient: farm.silage, value, price: 2 };
    const delivered = await postUntilAnswered(site, 'manager/deliveries/', delivery);
    if (delivered !== undefined) acknowledged.deliveries.set(value, delivered);
    if (writer % 2 === 0) continue;
    const feeding = await postUntilAnswered(site, 'schedule/schedules/', scheduleOf(farm, today));
    if (feeding !== undefined) acknowledged.created += 1;
    if (typeof feeding === 'number') await feed(site, feeding);
  }
}

/** Reports a feeding step by step, and stops at the first step without an answer. */
async function feed(site: Site, id: number): Promise<void> {
  const { farm, acknowledged } = site;
  acknowledged.feedings.set(id, 'waited');
  const items = [{ ingredient: farm.silage, weight_fact: 3000 }];
  const groups = [{ group: farm.cowsGroup, weight_fact: 2900 }];
  const steps: [Step, string, object][] = [
    ['in_process', 'load', { items }],
    ['loaded', 'load', { items }],
    ['out_process', 'upload', {}],
    ['uploaded', 'upload', { groups }],
  ];
  for (const [status, way, facts] of steps) {
    const answer = await sendOnce(site, 'PUT', `schedule/schedules/${id}/${way}/`, { status, ...facts });
    if (answer?.status !== 200) return;
    acknowledged.feedings.set(id, status);
  }
}
