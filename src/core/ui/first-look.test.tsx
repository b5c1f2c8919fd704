// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, it, vi } from 'vitest';
import { drawFirst } from './first-look.ts';
import { lazyPart } from './lazy-part.ts';

it('loads further parts only after the first screen is drawn', async () => {
  const load = vi.fn(async () => () => <p>The rest</p>);
  const Rest = lazyPart(load);
  drawFirst(() =>
    render(
      <>
        <p>The rows</p>
        <Suspense>
          <Rest />
        </Suspense>
      </>,
    ),
  );
  await Promise.resolve();
  screen.getByText('The rows');
  expect(load).not.toHaveBeenCalled();
  await screen.findByText('The rest');
  expect(load).toHaveBeenCalledOnce();
});
