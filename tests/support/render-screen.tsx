import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { Suspense } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { ScreenGate } from '../../src/app/screen-gate.tsx';
import { SCREENS } from '../../src/app/screens.ts';
import { loadMe } from '../../src/core/api/auth.ts';
import { queryClient } from '../../src/core/api/query-client.ts';
import { keepToken } from '../../src/core/api/session.ts';
import { startI18n } from '../../src/core/i18n/i18n.ts';
import { useFarms } from '../../src/core/layout/use-farms.ts';
import { Questions } from '../../src/core/ui/questions.tsx';
import { theme } from '../../src/core/ui/theme.ts';
import type { TestApi } from './api.ts';

/** Sends every call of a screen to the real app. A test puts failures in front with `server.use`. */
export const forwardTo = (api: Pick<TestApi, 'app'>) =>
  setupServer(
    http.get('*/events', () => HttpResponse.text('', { headers: { 'content-type': 'text/event-stream' } })),
    http.all('*/api/*', ({ request }) => api.app.fetch(request) as Promise<Response>),
  );

export async function signInAs(token: string) {
  queryClient.clear();
  keepToken(token);
  await loadMe();
}

const nothing = () => null;
let texts: Promise<unknown> | undefined;

/** Screens wait for the farms, as the shell makes them. */
function Gate({ children }: { children: React.ReactNode }) {
  return useFarms().data ? children : null;
}

/** A screen at an address under `/app/`, as the router shows it. */
export async function renderScreen(address: string) {
  texts ??= startI18n();
  await texts;
  const routes = SCREENS.map((one) => ({
    path: `/app/${one.route}`,
    lazy: async () => {
      const { Page } = await one.load();
      const gated = (
        <ScreenGate screen={one}>
          <Page />
        </ScreenGate>
      );
      return { element: one.area === 'client' ? <Gate>{gated}</Gate> : gated };
    },
    HydrateFallback: nothing,
  }));
  const router = createMemoryRouter(routes, { initialEntries: [`/app/${address}`] });
  const shown = render(
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={queryClient}>
        <ModalsProvider>
          <Suspense>
            <RouterProvider router={router} />
          </Suspense>
          <Questions />
        </ModalsProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { ...shown, router };
}
