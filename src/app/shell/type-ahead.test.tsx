// @vitest-environment happy-dom
// Own process: frames of other files leave their key listeners on the document.
import { cleanup, fireEvent, renderHook } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type Me, session } from '#src/core/api/session.ts';
import { listenForPalette, takeTyped, useAskedFor } from './type-ahead.ts';

const nobody = session.get();
const be = (me: object | null) => session.set({ ...nobody, status: me ? 'in' : 'out', me: me as Me | null });
const press = () => fireEvent.keyDown(document.body, { code: 'KeyK', key: 'л', ctrlKey: true });
const openings = () => renderHook(() => useAskedFor()).result.current[0];

beforeAll(listenForPalette);
afterEach(() => {
  cleanup();
  takeTyped();
});

test('Ctrl K pressed while the frame loads isn’t lost, nor is the text typed after it', () => {
  be({ duty: null });
  expect(press()).toBe(false);
  fireEvent.keyDown(document.body, { key: 'п' });
  expect(openings()).toBe(1);
  expect(takeTyped()).toBe('п');
});

test('a palette that is opened again has the full time limit again', () => {
  vi.useFakeTimers();
  try {
    be({ duty: null });
    press();
    vi.advanceTimersByTime(9000);
    takeTyped();
    press();
    fireEvent.keyDown(document.body, { key: 'a' });
    vi.advanceTimersByTime(2000);
    fireEvent.keyDown(document.body, { key: 'b' });
    expect(takeTyped()).toBe('ab');
  } finally {
    vi.useRealTimers();
  }
});

test('after signing in again, an earlier Ctrl K opens no palette', () => {
  be({ duty: null });
  const { unmount } = renderHook(() => useAskedFor());
  press();
  unmount();
  expect(openings()).toBe(0);
});

test('the browser handles the key while nobody is signed in or a required step is open', () => {
  for (const me of [null, { duty: 'password' }]) {
    be(me);
    expect(press()).toBe(true);
    expect(openings()).toBe(0);
  }
});
