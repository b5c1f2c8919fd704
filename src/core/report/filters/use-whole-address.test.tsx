import { cleanup, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { useWholeAddress } from './use-whole-address.ts';

afterEach(cleanup);

let come: () => void;

function Report() {
  const [ready, setReady] = useState(false);
  come = () => flushSync(() => setReady(true));
  useWholeAddress('farm=1', ready);
  return <h1>Report</h1>;
}

const routerOf = (loader: () => Promise<null>) =>
  createMemoryRouter(
    [
      { path: '/report', element: <Report /> },
      { path: '/other', loader, element: <h1>Other</h1> },
    ],
    { initialEntries: ['/report'] },
  );

test('what a report takes for granted is written into its address', async () => {
  const router = routerOf(() => Promise.resolve(null));
  render(<RouterProvider router={router} />);
  await screen.findByText('Report');
  come();
  await vi.waitFor(() => expect(router.state.location.search).toBe('?farm=1'));
});

test('whoever is on the way to another screen isn’t called back, though it isn’t rendered yet that they go', async () => {
  let arrive: (data: null) => void = () => undefined;
  const router = routerOf(() => new Promise((resolve) => (arrive = resolve)));
  render(<RouterProvider router={router} />);
  await screen.findByText('Report');
  void router.navigate('/other');
  come();
  await vi.waitFor(() => expect(router.state.navigation.state).toBe('loading'));
  arrive(null);
  expect(await screen.findByText('Other')).toBeTruthy();
  expect(router.state.location).toMatchObject({ pathname: '/other', search: '' });
});
