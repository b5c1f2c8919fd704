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

test('a press of Ctrl K while the frame is still coming isn’t lost, nor what is typed after it', () => {
  be({ duty: null });
  expect(press()).toBe(false);
  fireEvent.keyDown(document.body, { key: 'п' });
  expect(openings()).toBe(1);
  expect(takeTyped()).toBe('п');
});

test('a palette that is asked for again has its own time to come', () => {
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

test('who signs in again finds no palette that was asked for before', () => {
  be({ duty: null });
  const { unmount } = renderHook(() => useAskedFor());
  press();
  unmount();
  expect(openings()).toBe(0);
});

test('the key stays the browser’s where nobody is signed in, or something has to be done first', () => {
  for (const me of [null, { duty: 'password' }]) {
    be(me);
    expect(press()).toBe(true);
    expect(openings()).toBe(0);
  }
});
