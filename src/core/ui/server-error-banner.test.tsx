// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { raiseServerError, serverError } from '#src/core/api/network.ts';
import { ServerErrorBanner } from './server-error-banner.tsx';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  serverError.set(0);
  vi.useRealTimers();
});

const shown = () => screen.queryByText('SERVER ERROR!') !== null;

it('shows after a 500 and disappears 3 s after the last one', () => {
  render(<ServerErrorBanner />);
  expect(shown()).toBe(false);
  act(() => raiseServerError());
  act(() => vi.advanceTimersByTime(2000));
  act(() => raiseServerError());
  act(() => vi.advanceTimersByTime(2999));
  expect(shown()).toBe(true);
  act(() => vi.advanceTimersByTime(1));
  expect(shown()).toBe(false);
});

it('closes on a click', () => {
  render(<ServerErrorBanner />);
  act(() => raiseServerError());
  fireEvent.click(screen.getByText('SERVER ERROR!'));
  expect(shown()).toBe(false);
});
