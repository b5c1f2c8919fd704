import { render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from '#src/core/api/api-error.ts';
import { startI18n } from '#src/core/i18n/i18n.ts';
import { StartFailed } from './starting.tsx';

afterEach(() => vi.unstubAllGlobals());

const Nothing = () => null;

async function failWith(error: unknown, again: () => void) {
  await startI18n();
  const router = createMemoryRouter([
    {
      path: '/',
      loader: () => {
        throw error;
      },
      HydrateFallback: Nothing,
      errorElement: <StartFailed again={again} />,
      element: null,
    },
  ]);
  render(<RouterProvider router={router} />);
  await screen.findByRole('alert');
}

it('a start without a server resumes automatically when it is back, and not before', async () => {
  let answer = async (): Promise<Response> => {
    throw new TypeError('Failed to fetch');
  };
  const asked = vi.fn(() => answer());
  vi.stubGlobal('fetch', asked);
  const again = vi.fn();
  await failWith(new ApiError(0, {}), again);
  window.dispatchEvent(new Event('online'));
  await expect.poll(() => asked.mock.calls.length).toBe(1);
  answer = async () => new Response(null, { status: 503 });
  await expect.poll(() => asked.mock.calls.length).toBeGreaterThan(1);
  expect(again).not.toHaveBeenCalled();
  answer = async () => new Response('ok');
  await expect.poll(() => again.mock.calls.length).toBe(1);
});
