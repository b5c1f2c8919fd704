import type { TestApi } from '#tests/support/api.ts';

export interface Sent {
  method: string;
  /** Relative to `/api`, with its query. */
  path: string;
  /** The bytes as sent. */
  body?: string | undefined;
}
export interface Got {
  status: number;
  text: string;
}

/** Sends a request with any body as somebody (`JWT …`, `Key …`, or '' for nobody). */
export async function send(
  app: Pick<TestApi['app'], 'fetch'>,
  as: string,
  { method, path, body }: Sent,
  headers: Record<string, string> = {},
): Promise<Got> {
  const response = await app.fetch(
    new Request(`http://localhost/api${path}`, {
      method,
      headers: { ...(as ? { authorization: as } : {}), ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body }),
    }),
  );
  return { status: response.status, text: await response.text() };
}

/** Processes a list, `many` items at a time. */
export async function sideBySide<T>(list: readonly T[], many: number, work: (each: T) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < list.length) await work(list[next++] as T);
  };
  await Promise.all(Array.from({ length: many }, worker));
}
