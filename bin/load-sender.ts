import type { LoadImported } from '#contract/operations/load-imports.ts';
import { type FolderWork, RefusedLoads } from './load-folder.ts';

interface Receiver {
  /** The address of Manger. */
  url: string;
  /** The secret of an access key. */
  key: string;
  farm: number | undefined;
  source: string | undefined;
}

/** Statuses of refused rows. Others, such as a wrong key or a busy server, leave the files in place. */
const REFUSED = [400, 413, 422];

/** Sends loads over HTTP. A repetition has the same `Idempotency-Key`, so that a lost answer writes nothing twice. */
export function createSender({ url, key, farm, source }: Receiver): FolderWork['send'] {
  return async (loads, repetition) => {
    const response = await fetch(new URL('/api/schedule/schedules/import/', url), {
      method: 'POST',
      headers: { authorization: `Key ${key}`, 'content-type': 'application/json', 'idempotency-key': repetition },
      body: JSON.stringify({ ...loads, ...(farm ? { farm } : {}), ...(source ? { source } : {}) }),
    });
    const answer = (await response.json().catch(() => ({}))) as { data?: LoadImported; errors?: unknown };
    if (response.ok && answer.data) return answer.data;
    const text = `${response.status} ${JSON.stringify(answer.errors ?? {})}`;
    throw REFUSED.includes(response.status) ? new RefusedLoads(text) : new Error(text);
  };
}
