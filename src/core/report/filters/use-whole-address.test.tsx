import { cleanup, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { useWholeAddress } from './use-whole-address.ts';

afterEach(cleanup);

let come: () => void;

function Report() {
  const [ready, setReady] = useState(false);
  come = () => flushSync(() => setReady(true));
  useWholeAddress('farm=1', ready);
  return <h1>Report</h1>;
}

const createRouter = (loader?: () => Promise<null>) =>
  createMemoryRouter(
    [
      { path: '/report', element: <Report /> },
      { path: '/other', ...(loader ? { loader } : {}), element: <h1>Other</h1> },
    ],
    { initialEntries: ['/report'] },
  );

test('a report’s default filters are written into its address', async () => {
  const router = createRouter();
  render(<RouterProvider router={router} />);
  await screen.findByText('Report');
  come();
  await expect.poll(() => router.state.location.search).toBe('?farm=1');
});

test('a navigation to another screen isn’t undone, even before it is rendered', async () => {
  let arrive: (data: null) => void = () => undefined;
  const router = createRouter(() => new Promise((resolve) => (arrive = resolve)));
  render(<RouterProvider router={router} />);
  await screen.findByText('Report');
  void router.navigate('/other');
  come();
  await expect.poll(() => router.state.navigation.state).toBe('loading');
  arrive(null);
  expect(await screen.findByText('Other')).toBeTruthy();
  expect(router.state.location).toMatchObject({ pathname: '/other', search: '' });
});

test('a report leaves the address of the next screen alone before that screen is rendered', async () => {
  const router = createRouter();
  render(<RouterProvider router={router} />);
  await screen.findByText('Report');
  void router.navigate('/other');
  expect(router.state.location.pathname).toBe('/other');
  expect(screen.queryByText('Other')).toBeNull();
  come();
  expect(await screen.findByText('Other')).toBeTruthy();
  expect(router.state.location).toMatchObject({ pathname: '/other', search: '' });
});
