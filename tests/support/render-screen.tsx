import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { Suspense } from 'react';
import { createMemoryRouter, matchPath, RouterProvider } from 'react-router-dom';
import { ScreenGate } from '#src/app/screen-gate.tsx';
import { SCREENS } from '#src/app/screens.ts';
import { useCurrentClient } from '#src/core/api/place.ts';
import { queryClient } from '#src/core/api/query-client.ts';
import { ClientUnitsContext } from '#src/core/format/client-context.ts';
import { FarmContext } from '#src/core/format/farm-context.ts';
import { lastFarm } from '#src/core/layout/last-farm.ts';
import { useEnteredClient } from '#src/core/layout/use-client-name.ts';
import { useFarms } from '#src/core/layout/use-farms.ts';
import { Questions } from '#src/core/ui/questions.tsx';
import { theme } from '#src/core/ui/theme.ts';
import { startTexts } from './screen-language.ts';

const nothing = () => null;
/** Provides the farms and the last open farm, as the shell does. */
function Gate({ children }: { children: React.ReactNode }) {
  const { data: units } = useEnteredClient();
  const { data: farms, isFetched } = useFarms();
  const last = lastFarm(useCurrentClient());
  // Waits for the first answer, also a failed one, because the screen itself may repeat the request.
  if (!isFetched) return null;
  return (
    <ClientUnitsContext value={units ?? null}>
      <FarmContext value={farms?.find(({ id }) => id === last) ?? null}>{children}</FarmContext>
    </ClientUnitsContext>
  );
}

/** Renders a screen at an address under `/app/` through the router. */
export async function renderScreen(address: string) {
  // Loads the screen's code first, so that a test doesn't wait for it.
  const { pathname } = new URL(`/app/${address}`, 'http://screen');
  await Promise.all([startTexts(), SCREENS.find(({ route }) => matchPath(`/app/${route}`, pathname))?.load()]);
  const routes = SCREENS.map((one) => ({
    path: `/app/${one.route}`,
    lazy: async () => {
      const { Page } = await one.load();
      const gated = (
        <ScreenGate screen={one}>
          <Page {...one.props} />
        </ScreenGate>
      );
      return { element: one.area === 'client' ? <Gate>{gated}</Gate> : gated };
    },
    HydrateFallback: nothing,
  }));
  const router = createMemoryRouter(routes, { initialEntries: [`/app/${address}`] });
  const shown = render(
    <MantineProvider theme={theme} env="test" withCssVariables={false} withGlobalClasses={false}>
      <QueryClientProvider client={queryClient}>
        <Suspense>
          <RouterProvider router={router} />
        </Suspense>
        <Questions />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { ...shown, router };
}
