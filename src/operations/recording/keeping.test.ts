// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import type { Draft } from './draft.ts';

/** A test's storage of the device: fast, waiting until it is released, or failing. */
const store = {
  entries: new Map<string, unknown>(),
  how: 'quick' as 'quick' | 'slow' | 'refusing',
  goOn: () => {},
  reads: 0,
  writes: 0,
};
vi.mock('./device.ts', () => ({
  device: {
    async get(key: string) {
      store.reads += 1;
      return store.entries.get(key);
    },
    async change(key: string, how: (value: unknown) => unknown, beside: ReadonlyMap<string, unknown>) {
      store.writes += 1;
      if (store.how === 'refusing') throw new DOMException('No room', 'QuotaExceededError');
      if (store.how === 'slow') await new Promise<void>((resolve) => (store.goOn = resolve));
      const next = how(store.entries.get(key));
      store.entries.set(key, next);
      for (const [name, value] of beside) value === null ? store.entries.delete(name) : store.entries.set(name, value);
      return next;
    },
  },
}));

const draft = (typed: string) => ({ typed, marks: {} }) as Draft;
const schedule = 7;
const told = { farm: 1, schedule, name: 'Milkers', kind: 'load' as const, body: { status: 'in_process' as const, items: [] } };

/** Simulates a page load: only the device's storage remains. */
async function open() {
  vi.resetModules();
  const { currentClient } = await import('#src/core/api/place.ts');
  currentClient.set(null);
  const { session } = await import('#src/core/api/session.ts');
  session.set({ status: 'in', token: 't', me: { id: 1, user_type: 'client' } as never, ended: null });
  const { online } = await import('#src/core/api/network.ts');
  online.set(true);
  return { ...(await import('./queue.ts')), ...(await import('./keeping.ts')) };
}

/** True if the browser would ask before leaving. */
const asksBeforeLeaving = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

const sent: unknown[] = [];
let reachable = true;

beforeEach(() => {
  store.entries.clear();
  store.how = 'quick';
  store.reads = 0;
  store.writes = 0;
  sent.length = 0;
  reachable = true;
  localStorage.clear();
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    if (!reachable) throw new TypeError('Failed to fetch');
    sent.push(JSON.parse(String(init.body)));
    return Response.json({ data: { id: schedule, version: sent.length } });
  });
});

it('counts as saved only after the storage has it, asks before leaving until then, and is sent afterwards', async () => {
  const { enqueue, keeping, waiting } = await open();
  store.how = 'slow';
  enqueue(told, 'draft', draft(''));
  expect(waiting.get()).toHaveLength(1);
  expect(keeping.get().unkept.size).toBe(1);
  expect(asksBeforeLeaving()).toBe(true);
  // A start after a crash at this moment checks this key.
  expect(localStorage.getItem('reports-waiting')).toBe('1');
  await expect.poll(() => store.writes).toBeGreaterThan(0);
  expect(sent).toEqual([]);
  store.how = 'quick';
  store.goOn();
  await expect.poll(() => sent).toEqual([told.body]);
  await expect.poll(() => store.entries.get('reports')).toEqual([]);
  expect(keeping.get()).toEqual({ failed: false, unkept: new Set() });
  expect(asksBeforeLeaving()).toBe(false);
  expect(localStorage.getItem('reports-waiting')).toBeNull();
});

it('saves the report and its draft in one step', async () => {
  reachable = false;
  const { enqueue, keeping } = await open();
  store.how = 'slow';
  enqueue(told, 'draft', { ...draft(''), ended: true });
  await expect.poll(() => store.writes).toBeGreaterThan(0);
  expect(store.entries.size).toBe(0);
  store.goOn();
  await expect.poll(() => keeping.get().unkept.size).toBe(0);
  const again = await open();
  expect(await again.draftAt('draft')).toMatchObject({ ended: true });
  expect(again.waiting.get()).toMatchObject([{ schedule, body: told.body }]);
});

it('a failing storage is reported, and everything recorded is sent once without it', async () => {
  const { enqueue, keeping, waiting } = await open();
  store.how = 'refusing';
  enqueue(told, 'draft', draft(''));
  enqueue({ ...told, body: { status: 'loaded', items: [] } }, 'draft', draft(''));
  await expect.poll(() => sent).toEqual([told.body, { status: 'loaded', items: [] }]);
  await expect.poll(() => waiting.get()).toEqual([]);
  expect(keeping.get().failed).toBe(true);
});

it('data stays on the page without storage and network, which asks before leaving; saving is retried automatically', async () => {
  reachable = false;
  const { enqueue, keeping, draftAt, waiting } = await open();
  store.how = 'refusing';
  enqueue(told, 'draft', draft('12'));
  await expect.poll(() => keeping.get()).toMatchObject({ failed: true, unkept: { size: 1 } });
  expect(asksBeforeLeaving()).toBe(true);
  expect(waiting.get()).toHaveLength(1);
  expect(await draftAt('draft')).toMatchObject({ typed: '12' });
  store.how = 'quick';
  await expect.poll(() => keeping.get()).toEqual({ failed: false, unkept: new Set() });
  expect(store.entries.get('reports')).toMatchObject([{ schedule }]);
  expect(store.entries.get('draft')).toMatchObject({ typed: '12' });
  expect(asksBeforeLeaving()).toBe(false);
});

it('a storage that never responds doesn’t block sending for long', async () => {
  const { enqueue, keeping } = await open();
  store.how = 'slow';
  enqueue(told, 'draft', draft(''));
  await expect.poll(() => sent).toEqual([told.body]);
  expect(keeping.get().failed).toBe(true);
  store.how = 'quick';
  store.goOn();
  await expect.poll(() => store.entries.get('reports')).toEqual([]);
  expect(keeping.get().failed).toBe(false);
  expect(sent).toHaveLength(1);
});

it('reports of an earlier visit are sent as soon as their person is signed in, without any click', async () => {
  store.entries.set('reports', [{ ...told, id: 'a', user: 1, client: null }]);
  const { startQueue } = await open();
  const { session } = await import('#src/core/api/session.ts');
  const signedIn = session.get();
  session.set({ ...signedIn, status: 'unknown', me: null });
  startQueue();
  await expect.poll(() => store.reads).toBeGreaterThan(0);
  expect(sent).toEqual([]);
  session.set(signedIn);
  await expect.poll(() => sent).toEqual([told.body]);
});
