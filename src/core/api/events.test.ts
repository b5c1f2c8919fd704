// @vitest-environment happy-dom
import { QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { applyMessage, eventReader, followChanges, type StreamMessage } from './events.ts';
import { queryClient } from './query-client.ts';

it('cuts messages out of any pieces, and leaves comments aside', () => {
  const got: StreamMessage[] = [];
  const read = eventReader((message) => got.push(message));
  for (const piece of [': open\n\nda', 'ta: {"a"', ':1}\n', '\nevent: lost\r\ndata: {}\r\n\r\n: beat\n\ndata: x']) read(piece);
  expect(got).toEqual([
    { event: 'message', data: '{"a":1}' },
    { event: 'lost', data: '{}' },
  ]);
});

it('makes stale what the changed resource’s queries hold, and everything when changes were lost', () => {
  const stale = (key: string) => queryClient.getQueryState([key, 'list'])?.isInvalidated;
  queryClient.setQueryData(['rations', 'list'], 1);
  queryClient.setQueryData(['groups', 'list'], 1);
  applyMessage({ event: 'message', data: '{"resource":"rations","ids":[1]}' });
  expect([stale('rations'), stale('groups')]).toEqual([true, false]);
  applyMessage({ event: 'lost', data: '{}' });
  expect(stale('groups')).toBe(true);
  queryClient.clear();
});

it('leaves aside what had changed before it was first asked for', () => {
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

it('makes stale what says that it is made of the changed resource', () => {
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

it('a change while a refetch is under way waits for it, and many at once make one', async () => {
  const ends: (() => void)[] = [];
  const queryFn = () => new Promise<number>((resolve) => ends.push(() => resolve(ends.length)));
  const stop = new QueryObserver(queryClient, { queryKey: ['mixers', 'list'], queryFn, initialData: 0 }).subscribe(() => {});
  const change = () => applyMessage({ event: 'message', data: '{"resource":"mixers","ids":[1]}' });
  change();
  await vi.waitFor(() => expect(ends).toHaveLength(1), 3000);
  change();
  change();
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await vi.waitFor(() => expect(ends).toHaveLength(2), 3000);
  expect(queryClient.getQueryData(['mixers', 'list'])).toBe(1);
  ends[1]?.();
  await vi.waitFor(() => expect(queryClient.getQueryData(['mixers', 'list'])).toBe(2));
  stop();
  queryClient.clear();
});

it('what was being fetched for the first time when a change came is asked for again, seen or ahead', async () => {
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
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(2), 3000);
  expect(queryClient.getQueryState(ahead.queryKey)).toMatchObject({ data: 1, isInvalidated: true });
  asked.at(-1)?.(2);
  await vi.waitFor(() => expect(queryClient.getQueryData(seen.queryKey)).toBe(2));
  stop();
  queryClient.clear();
});

it('follows the changes from when the page began, and after a gap from where it was', async () => {
  const asked: string[] = [];
  const lines: ReadableStreamDefaultController<Uint8Array>[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return new Response(new ReadableStream({ start: (line) => void lines.push(line) }));
  });
  const agoOf = (url?: string) => Number(new URL(url ?? '', 'http://localhost').searchParams.get('ago'));
  // The page began a second ago, however long this process runs.
  const age = performance.now.bind(performance);
  const start = age() - 1_000;
  vi.spyOn(performance, 'now').mockImplementation(() => age() - start);
  const begun = performance.now();
  const stop = followChanges('client');
  await vi.waitFor(() => expect(lines).toHaveLength(1));
  expect(agoOf(asked[0])).toBeGreaterThanOrEqual(Math.floor(begun));
  lines[0]?.close();
  await vi.waitFor(() => expect(lines).toHaveLength(2), 3000);
  expect(agoOf(asked[1])).toBeGreaterThanOrEqual(10_000);
  expect(agoOf(asked[1])).toBeLessThan(20_000);
  stop();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
