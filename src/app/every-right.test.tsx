import { cleanup, screen, waitFor } from '@testing-library/react';
import type { SetupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { permissionsOf, type Rights, SECTIONS } from '#contract/access.ts';
import { accessNow } from '#src/core/access/use-access.ts';
import { queryClient } from '#src/core/api/query-client.ts';
import type { TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { make, makeAccount } from '#tests/support/factories.ts';
import { makeReadyFarm, type ReadyFarm } from '#tests/support/feeding.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { SCREENS } from './screens.ts';
import { menuOf } from './shell/menu.ts';

// The browser's database, which happy-dom lacks.
vi.mock('#src/operations/recording/device.ts', () => import('#tests/support/device.ts'));

let api: TestApi;
let server: SetupServer;
let farm: ReadyFarm;
/** The requests that the server refused. */
let refused: string[] = [];

beforeAll(async () => {
  ({ api, server } = await startBehind());
  farm = await makeReadyFarm(api);
  server.events.on('response:mocked', ({ request, response }) => {
    if (response.status === 403) refused.push(new URL(request.url).pathname);
  });
});
afterAll(stopBehind);
afterEach(() => queryClient.clear());

async function signInWith(rights: Rights) {
  const group = await make(farm.client.owner, 'perm/groups/', { name: `Alone ${Math.random()}`, permissions: permissionsOf(rights) });
  const { caller } = await makeAccount(api, { user_type: 'employee', client_id: farm.client.id, access_group_id: group.id });
  await signInAs(caller.token);
}
/** The addresses that the menu names, under `/app/`. */
const menu = () =>
  menuOf(SCREENS, accessNow(), { clientUser: true, client: null, farm: { id: farm.farm, company: farm.company } }).flatMap(({ entries }) =>
    entries.map(({ to }) => to.replace('/app/', '')),
  );

const RIGHTS = Object.values(SECTIONS).flatMap((entries) => entries.map(([module, item]) => `${module}.${item}`));

test.each(RIGHTS)('%s alone has its entry in the menu, whose screen is open to it', async (right) => {
  await signInWith({});
  const everybodys = menu();
  for (const letters of ['v', 'vacd']) {
    await signInWith({ [right]: letters });
    const own = menu().filter((address) => !everybodys.includes(address));
    expect(own, letters).not.toEqual([]);
    for (const address of own) {
      refused = [];
      await renderScreen(address);
      await screen.findByRole('heading', { level: 1 });
      await waitFor(() => expect([address, queryClient.isFetching()]).toEqual([address, 0]));
      expect([letters, address, refused]).toEqual([letters, address, []]);
      expect(screen.queryByText(/You have no/), address).toBeNull();
      cleanup();
      queryClient.clear();
    }
  }
});
