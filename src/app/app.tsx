import { MantineProvider } from '@mantine/core';
import { StrictMode, Suspense } from 'react';
import { RouterProvider } from 'react-router-dom';
import { ServerErrorBanner } from '#src/core/ui/server-error-banner.tsx';
import { cssVariables, theme } from '#src/core/ui/theme.ts';
import { router } from './router.tsx';
import { Starting } from './starting.tsx';

export function App() {
  return (
    <StrictMode>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
        <ServerErrorBanner />
        <Suspense fallback={<Starting />}>
          <RouterProvider router={router} />
        </Suspense>
      </MantineProvider>
    </StrictMode>
  );
}
