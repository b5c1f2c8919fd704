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

it('returns the stored answer without a network', async () => {
  keepMe(me(1));
  await orKept('farms', async () => ['North']);
  expect(await orKept('farms', offline)).toEqual(['North']);
});

it('stores an answer from before the user is known for that user only', async () => {
  keepMe(me(1));
  session.set({ status: 'unknown', token: 'tok', me: null, ended: null });
  await orKept('farms', async () => ['North']);
  keepMe(me(2));
  expect(await orKept('farms', offline)).toEqual(['North']);
  keepMe(me(1));
  await expect(orKept('farms', offline)).rejects.toThrow();
});

it('stores nothing of a session that ends before its user is known', async () => {
  await orKept('farms', async () => ['North']);
  session.set({ status: 'out', token: null, me: null, ended: 'expired' });
  keepMe(me(1));
  await expect(orKept('farms', offline)).rejects.toThrow();
});

it('after a reload without a network uses the last user', async () => {
  keepMe(me(1));
  await orKept('farms', async () => ['North']);
  session.set({ status: 'unknown', token: 'tok', me: null, ended: null });
  expect(await orKept('farms', offline)).toEqual(['North']);
});

it('survives the browser’s end, and ends with the session', async () => {
  keepMe(me(1));
  await orKept('farms', async () => ['North']);
  sessionStorage.clear();
  session.set({ status: 'unknown', token: 'tok', me: null, ended: null });
  expect(await orKept('farms', offline)).toEqual(['North']);
  endSession();
  keepMe(me(1));
  await expect(orKept('farms', offline)).rejects.toThrow();
});

it('answers of an impersonated session stay in its tab', async () => {
  sessionStorage.setItem('t', 'theirs');
  keepMe(me(2));
  await orKept('farms', async () => ['South']);
  expect(await orKept('farms', offline)).toEqual(['South']);
  expect(Object.keys(localStorage)).toEqual([]);
});

it('expires after a week without use', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-05-05T04:00:00Z') });
  keepMe(me(1));
  await orKept('schedule:1', async () => 'old');
  vi.setSystemTime(Date.parse('2026-05-13T04:00:00Z'));
  await orKept('schedule:2', async () => 'new');
  await expect(orKept('schedule:1', offline)).rejects.toThrow();
  expect(await orKept('schedule:2', offline)).toBe('new');
});
