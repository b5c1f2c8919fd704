// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { orKept } from './kept.ts';
import { currentClient } from './place.ts';
import { endSession, keepMe, type Me, session } from './session.ts';

const me = (id: number) => ({ id, user_type: 'client' }) as Me;
const offline = async (): Promise<never> => {
  throw new ApiError(0, {});
};

afterEach(() => void vi.useRealTimers());

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  currentClient.set(null);
  session.set({ status: 'unknown', token: 'tok', me: null, ended: null });
});

it('gives without a network what was answered before', async () => {
  keepMe(me(1));
  await orKept('farms', async () => ['North']);
  expect(await orKept('farms', offline)).toEqual(['North']);
});

it('keeps an answer that came before it was known who asks, for that one alone', async () => {
  keepMe(me(1));
  session.set({ status: 'unknown', token: 'tok', me: null, ended: null });
  await orKept('farms', async () => ['North']);
  keepMe(me(2));
  expect(await orKept('farms', offline)).toEqual(['North']);
  keepMe(me(1));
  await expect(orKept('farms', offline)).rejects.toThrow();
});

it('keeps nothing of a session that ends before it is known whose it was', async () => {
  await orKept('farms', async () => ['North']);
  session.set({ status: 'out', token: null, me: null, ended: 'expired' });
  keepMe(me(1));
  await expect(orKept('farms', offline)).rejects.toThrow();
});

it('after a reload without a network goes by who was here last', async () => {
  keepMe(me(1));
  await orKept('farms', async () => ['North']);
  session.set({ status: 'unknown', token: 'tok', me: null, ended: null });
  expect(await orKept('farms', offline)).toEqual(['North']);
});

it('outlives the browser, which forgets its tabs, and ends with the session', async () => {
  keepMe(me(1));
  await orKept('farms', async () => ['North']);
  sessionStorage.clear();
  session.set({ status: 'unknown', token: 'tok', me: null, ended: null });
  expect(await orKept('farms', offline)).toEqual(['North']);
  endSession();
  keepMe(me(1));
  await expect(orKept('farms', offline)).rejects.toThrow();
});

it('what is shown of somebody else stays in its tab', async () => {
  sessionStorage.setItem('t', 'theirs');
  keepMe(me(2));
  await orKept('farms', async () => ['South']);
  expect(await orKept('farms', offline)).toEqual(['South']);
  expect(Object.keys(localStorage)).toEqual([]);
});

it('goes after a week in which nobody asked for it', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-05-05T04:00:00Z') });
  keepMe(me(1));
  await orKept('schedule:1', async () => 'old');
  vi.setSystemTime(Date.parse('2026-05-13T04:00:00Z'));
  await orKept('schedule:2', async () => 'new');
  await expect(orKept('schedule:1', offline)).rejects.toThrow();
  expect(await orKept('schedule:2', offline)).toBe('new');
});
