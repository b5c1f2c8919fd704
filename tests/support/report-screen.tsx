import { MantineProvider, mergeThemeOverrides } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { configure } from '@testing-library/react';
import { Suspense } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { queryClient } from '#src/core/api/query-client.ts';
import { theme } from '#src/core/ui/theme.ts';
import { reportsScreens } from '#src/reports/index.ts';
import { startTexts } from './screen-language.ts';

// Events run outside act(), because within it React never finishes a transition that waits for a lazy part.
configure({ eventWrapper: (fire) => fire() });

const nothing = () => null;
// Without layout, every button counts as scrolled out of sight, which would hide its panel.
const testTheme = mergeThemeOverrides(theme, { components: { Popover: { defaultProps: { hideDetached: false } } } });

let root: Root | undefined;

export function unmountReport() {
  root?.unmount();
  root = undefined;
  document.body.replaceChildren();
  // As after closing the tab.
  sessionStorage.clear();
}

/** Renders a report's screen at an address under `/app/` through the router. Runs outside act(), for the same reason. */
export async function renderReport(address: string) {
  await startTexts();
  const routes = reportsScreens.map(({ route, load, props }) => ({
    path: `/app/${route}`,
    lazy: async () => {
      const { Page } = await load();
      return { element: <Page {...props} /> };
    },
    HydrateFallback: nothing,
  }));
  const router = createMemoryRouter(routes, { initialEntries: [`/app/${address}`] });
  unmountReport();
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(
    <MantineProvider theme={testTheme} env="test" withCssVariables={false} withGlobalClasses={false}>
      <QueryClientProvider client={queryClient}>
        <Suspense>
          <RouterProvider router={router} />
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { router, params: () => new URLSearchParams(router.state.location.search) };
}
