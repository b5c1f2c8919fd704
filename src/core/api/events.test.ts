// @vitest-environment jsdom
import { QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { applyMessage, eventReader, type StreamMessage } from './events.ts';
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
