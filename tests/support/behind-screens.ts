import { HttpResponse, http } from 'msw';
import { type SetupServer, setupServer } from 'msw/node';
import { loadMe } from '#src/core/api/auth.ts';
import { queryClient } from '#src/core/api/query-client.ts';
import { keepToken } from '#src/core/api/session.ts';
import { startApi, type TestApi } from './api.ts';
import { recordRequest } from './last-requests.ts';

interface Behind {
  api: TestApi;
  server: SetupServer;
}
let behind: Behind | undefined;

/** The real app, on a database of its own, as the server of a file's screens. `server.use` adds failures. */
export async function startBehind(...data: Parameters<typeof startApi>): Promise<Behind> {
  const api = await startApi(...data);
  const server = setupServer(
    http.get(/\/api\/(dashboard\/(clients\/\d+\/)?)?events\/?$/, () =>
      HttpResponse.text('', { headers: { 'content-type': 'text/event-stream' } }),
    ),
    http.all('*/api/*', ({ request }) => api.app.fetch(request) as Promise<Response>),
  );
  server.events.on('response:mocked', ({ request, response }) => recordRequest(request.method, request.url, response.status));
  server.listen({ onUnhandledRequest: 'error' });
  behind = { api, server };
  return behind;
}

export async function stopBehind(): Promise<void> {
  behind?.server.close();
  await behind?.api.close();
  behind = undefined;
}

export async function signInAs(token: string): Promise<void> {
  queryClient.clear();
  keepToken(token);
  await loadMe();
}
