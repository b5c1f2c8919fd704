import { act, cleanup, render, screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { useHeadingTitle, useWindowTitle } from './window-title.ts';

afterEach(cleanup);

function Named({ own, client = null, children }: { own: string; client?: string | null; children?: ReactNode }) {
  useWindowTitle(own, client);
  return children;
}

function Heading({ title }: { title: string }) {
  useHeadingTitle(title);
  return <h1>{title}</h1>;
}

let hide: () => void;
function Hidden() {
  const [shown, setShown] = useState(true);
  hide = () => act(() => setShown(false));
  return shown && <Heading title="Hay of the north" />;
}

const open = async () => {
  const router = createMemoryRouter(
    [
      {
        path: '/a',
        element: (
          <Named own="Feeds" client="Dawn">
            <Hidden />
          </Named>
        ),
      },
      {
        path: '/b',
        element: (
          <Named own="Groups" client="Dawn">
            <Heading title="Groups of the north" />
          </Named>
        ),
      },
      { path: '/c', element: <Named own="Stocks" client="Dawn" /> },
    ],
    { initialEntries: ['/a'] },
  );
  const shown = render(<RouterProvider router={router} />);
  await screen.findByText('Hay of the north');
  return { router, ...shown };
};

test('the window has the name of the heading and of the client', async () => {
  const { router } = await open();
  expect(document.title).toBe('Hay of the north · Dawn · Manger');
  await act(() => router.navigate('/b'));
  expect(document.title).toBe('Groups of the north · Dawn · Manger');
});

test('a screen without a heading is named by its own title', async () => {
  const { router } = await open();
  hide();
  expect(document.title).toBe('Feeds · Dawn · Manger');
  await act(() => router.navigate('/b'));
  await act(() => router.navigate('/c'));
  expect(document.title).toBe('Stocks · Dawn · Manger');
});

test('a title that was cleared is written again by a navigation that keeps the screen', async () => {
  const { router } = await open();
  document.title = '';
  await act(() => router.navigate('/a?farm=1', { replace: true }));
  expect(document.title).toBe('Hay of the north · Dawn · Manger');
  document.title = '';
  await act(() => router.navigate('/a?farm=1', { replace: true }));
  expect(document.title).toBe('Hay of the north · Dawn · Manger');
});

test('a heading that unmounts late keeps the title of the next screen', async () => {
  const { rerender } = render(<Heading key="a" title="Feeds" />);
  const router = createMemoryRouter([{ path: '/', element: <Named own="Groups">{<Heading title="Groups of the north" />}</Named> }]);
  const next = render(<RouterProvider router={router} />);
  expect(document.title).toBe('Groups of the north · Manger');
  rerender(null);
  expect(document.title).toBe('Groups of the north · Manger');
  next.unmount();
});
