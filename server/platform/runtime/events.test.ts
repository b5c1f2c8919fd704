import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ResourceId } from '#contract/resource-ids.ts';
import { type Event, gathered, remembered } from './events.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function collectEvents() {
  const got: [number, Event[]][] = [];
  const changes = gathered((client, events) => got.push([client, [...events]]), 250);
  const change = (resource: ResourceId, ...ids: number[]) => changes.add({ client: 1, resource, ids });
  return { got, changes, change };
}

it('delivers the first change at once, and the following ones of the interval together', () => {
  const { got, change } = collectEvents();
  change('schedules', 1);
  expect(got).toEqual([[1, [{ client: 1, resource: 'schedules', ids: [1] }]]]);
  change('schedules', 1);
  change('schedules', 2);
  change('ingredients', 7);
  expect(got).toHaveLength(1);
  vi.advanceTimersByTime(250);
  expect(got[1]).toEqual([
    1,
    [
      { client: 1, resource: 'schedules', ids: [1, 2] },
      { client: 1, resource: 'ingredients', ids: [7] },
    ],
  ]);
});

it('keeps the interval while changes arrive, and delivers at once again after a quiet one', () => {
  const { got, change } = collectEvents();
  for (let ms = 0; ms < 1000; ms += 50) {
    change('schedules', ms);
    vi.advanceTimersByTime(50);
  }
  expect(got.length).toBeLessThanOrEqual(5);
  vi.advanceTimersByTime(500);
  const before = got.length;
  expect(got.flatMap(([, events]) => events.flatMap(({ ids }) => ids)).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 20 }, (_, index) => index * 50),
  );
  change('schedules', 1);
  expect(got).toHaveLength(before + 1);
});

it('sends no ids if one event has none, or if there are too many', () => {
  const { got, change } = collectEvents();
  change('groups', 1);
  change('groups', 2);
  change('groups');
  change('groups', 3);
  for (let id = 1; id <= 60; id += 1) change('rations', id);
  vi.advanceTimersByTime(250);
  expect(got[1]?.[1]).toEqual([
    { client: 1, resource: 'groups', ids: [] },
    { client: 1, resource: 'rations', ids: [] },
  ]);
});

it('clients don’t wait for each other, and nothing is delivered after the stop', () => {
  const { got, changes, change } = collectEvents();
  change('groups', 1);
  changes.add({ client: 2, resource: 'groups', ids: [5] });
  expect(got.map(([client]) => client)).toEqual([1, 2]);
  change('groups', 2);
  changes.stop();
  vi.advanceTimersByTime(1000);
  expect(got).toHaveLength(2);
});

it('remembers changes for returning listeners, and reports if it doesn’t', () => {
  const past = remembered(60_000);
  const change = (client: number, resource: ResourceId) => past.add(client, [{ client, resource, ids: [1] }]);
  vi.advanceTimersByTime(5000);
  change(1, 'groups');
  vi.advanceTimersByTime(5000);
  change(1, 'rations');
  change(2, 'rations');
  const buildEvent = (client: number, resource: ResourceId, ago: number) => ({ client, resource, ids: [], ago });
  expect(past.since(0).changed).toEqual([]);
  expect(past.since(3000)).toEqual({
    known: 10_000,
    changed: [
      [1, [buildEvent(1, 'rations', 0)]],
      [2, [buildEvent(2, 'rations', 0)]],
    ],
  });
  expect(past.since(7000).changed).toEqual([
    [1, [buildEvent(1, 'groups', 5000), buildEvent(1, 'rations', 0)]],
    [2, [buildEvent(2, 'rations', 0)]],
  ]);
  vi.advanceTimersByTime(60_000);
  expect(past.since(600_000).known).toBe(60_000);
  change(2, 'groups');
  expect(past.since(59_000).changed).toEqual([[2, [buildEvent(2, 'groups', 0)]]]);
  past.forget();
  vi.advanceTimersByTime(10);
  expect(past.since(59_000)).toEqual({ known: 10, changed: [] });
});
