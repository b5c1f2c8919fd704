// @vitest-environment happy-dom
import { QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { applyMessage, eventReader, followChanges, type StreamMessage } from './events.ts';
import { queryClient } from './query-client.ts';

it('reads messages from any pieces and ignores comments', () => {
  const got: StreamMessage[] = [];
  const read = eventReader((message) => got.push(message));
  for (const piece of [': open\n\nda', 'ta: {"a"', ':1}\n', '\nevent: lost\r\ndata: {}\r\n\r\n: beat\n\ndata: x']) read(piece);
  expect(got).toEqual([
    { event: 'message', data: '{"a":1}' },
    { event: 'lost', data: '{}' },
  ]);
});

it('marks queries of the changed resource stale, and all queries if changes were lost', () => {
  const stale = (key: string) => queryClient.getQueryState([key, 'list'])?.isInvalidated;
  queryClient.setQueryData(['rations', 'list'], 1);
  queryClient.setQueryData(['groups', 'list'], 1);
  applyMessage({ event: 'message', data: '{"resource":"rations","ids":[1]}' });
  expect([stale('rations'), stale('groups')]).toEqual([true, false]);
  applyMessage({ event: 'lost', data: '{}' });
  expect(stale('groups')).toBe(true);
  queryClient.clear();
});

it('ignores changes before the first request', () => {
  const stale = () => queryClient.getQueryState(['mixers', 'list'])?.isInvalidated;
  queryClient.setQueryData(['mixers', 'list'], 1);
  const change = (ago: number) =>
    applyMessage({ event: 'message', data: `{"resource":"mixers","ids":[],"ago":${ago}}` }, performance.now() - 1000);
  change(2000);
  expect(stale()).toBe(false);
  const lose = (ago: number) => applyMessage({ event: 'lost', data: `{"ago":${ago}}` }, performance.now() - 1000);
  lose(2000);
  expect(stale()).toBe(false);
  change(500);
  expect(stale()).toBe(true);
  queryClient.setQueryData(['mixers', 'list'], 2);
  lose(0);
  expect(stale()).toBe(true);
  queryClient.clear();
});

it('marks queries stale that declare the changed resource', () => {
  queryClient
    .getQueryCache()
    .build(queryClient, { queryKey: ['ingredients', 'needs'], meta: { of: ['schedules'] } })
    .setData(1);
  const stale = () => queryClient.getQueryState(['ingredients', 'needs'])?.isInvalidated;
  applyMessage({ event: 'message', data: '{"resource":"groups"}' });
  expect(stale()).toBe(false);
  applyMessage({ event: 'message', data: '{"resource":"schedules"}' });
  expect(stale()).toBe(true);
  queryClient.clear();
});

it('a change during a refetch waits for it, and concurrent changes cause one refetch', async () => {
  const ends: (() => void)[] = [];
  const queryFn = () => new Promise<number>((resolve) => ends.push(() => resolve(ends.length)));
  const stop = new QueryObserver(queryClient, { queryKey: ['mixers', 'list'], queryFn, initialData: 0 }).subscribe(() => {});
  const change = () => applyMessage({ event: 'message', data: '{"resource":"mixers","ids":[1]}' });
  change();
  await expect.poll(() => ends).toHaveLength(1);
  change();
  change();
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await expect.poll(() => ends).toHaveLength(2);
  expect(queryClient.getQueryData(['mixers', 'list'])).toBe(1);
  ends[1]?.();
  await expect.poll(() => queryClient.getQueryData(['mixers', 'list'])).toBe(2);
  stop();
  queryClient.clear();
});

it('a first request during a change is repeated, visible or prefetched', async () => {
  const asked: ((answer: number) => void)[] = [];
  const queryFn = () => new Promise<number>((resolve) => asked.push(resolve));
  const seen = { queryKey: ['mixers', 'seen'], queryFn };
  const ahead = { queryKey: ['mixers', 'ahead'], queryFn };
  const stop = new QueryObserver(queryClient, seen).subscribe(() => {});
  void queryClient.prefetchQuery(ahead);
  applyMessage({ event: 'message', data: '{"resource":"mixers","ids":[1]}' });
  applyMessage({ event: 'message', data: '{"resource":"mixers","ids":[2]}' });
  expect(asked).toHaveLength(2);
  for (const answer of asked) answer(1);
  await expect.poll(() => asked.length).toBeGreaterThan(2);
  expect(queryClient.getQueryState(ahead.queryKey)).toMatchObject({ data: 1, isInvalidated: true });
  asked.at(-1)?.(2);
  await expect.poll(() => queryClient.getQueryData(seen.queryKey)).toBe(2);
  stop();
  queryClient.clear();
});

it('follows changes from the start of the page, and after a gap from its beginning', async () => {
  const asked: string[] = [];
  const lines: ReadableStreamDefaultController<Uint8Array>[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return new Response(new ReadableStream({ start: (line) => void lines.push(line) }));
  });
  const parseAgo = (url?: string) => Number(new URL(url ?? '', 'http://localhost').searchParams.get('ago'));
  // The page started a second ago, independently of this process's age.
  const age = performance.now.bind(performance);
  const start = age() - 1_000;
  vi.spyOn(performance, 'now').mockImplementation(() => age() - start);
  const begun = performance.now();
  const stop = followChanges('client');
  await expect.poll(() => lines).toHaveLength(1);
  expect(parseAgo(asked[0])).toBeGreaterThanOrEqual(Math.floor(begun));
  lines[0]?.close();
  await expect.poll(() => lines).toHaveLength(2);
  expect(parseAgo(asked[1])).toBeGreaterThanOrEqual(10_000);
  // Since the gap began, which is later than the start of the page.
  expect(parseAgo(asked[1])).toBeLessThan(10_000 + performance.now());
  stop();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
