import { cleanup, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { operationsEndpoints } from '#server/operations/index.ts';
import { tablesOf } from '#server/platform/resource/resource.ts';
import { queryClient } from '#src/core/api/query-client.ts';
import { keepLastFarm } from '#src/core/layout/last-farm.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { makeReadyFarm, type ReadyFarm } from '#tests/support/feeding.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { SCREENS } from './screens.ts';

/** Lists of all farms: their counts are shown elsewhere, they have another choice of the farm, or their rows may belong to no farm. */
const OF_ALL_FARMS = ['mixers', 'services', 'signals', 'stocks'];

const ofFarm = SCREENS.filter(({ listsFarm }) => listsFarm);
const asked: URL[] = [];
let farm: ReadyFarm;

beforeAll(async () => {
  const { api, server } = await startBehind();
  farm = await makeReadyFarm(api);
  server.events.on('request:start', ({ request }) => {
    asked.push(new URL(request.url));
  });
  await signInAs(farm.client.owner.token);
});
afterAll(stopBehind);
afterEach(() => {
  cleanup();
  queryClient.clear();
  asked.length = 0;
});

test('every list of several farms with a filter by farm is limited to the header’s farm', () => {
  const filtered = new Set(
    tablesOf(operationsEndpoints)
      .filter(({ contract }) => 'farm' in contract.filters)
      .map(({ contract }) => contract.id),
  );
  const lists = SCREENS.filter(
    ({ shows, route, menu, found }) => shows && filtered.has(shows.resource) && !route.includes(':') && (menu || found),
  );
  expect(lists.filter(({ id, listsFarm }) => !listsFarm && !OF_ALL_FARMS.includes(id)).map(({ id }) => id)).toEqual([]);
  expect(ofFarm.length).toBeGreaterThan(10);
});

test.each(ofFarm.map(({ id, route }) => [id, route]))(
  'the list %s asks for the header’s farm, and for all farms on demand',
  async (_, route) => {
    keepLastFarm(null, farm.farm);
    const findFarms = () =>
      asked
        .filter(({ searchParams }) => searchParams.has('page_size') && searchParams.has('ordering'))
        .map(({ searchParams }) => searchParams.get('farm'));
    await renderScreen(route);
    await waitFor(() => expect(findFarms()).toContain(String(farm.farm)));
    cleanup();
    queryClient.clear();
    asked.length = 0;
    await renderScreen(`${route}?farm=all`);
    await waitFor(() => expect(findFarms()).toContain(null));
    expect(findFarms()).not.toContain(String(farm.farm));
  },
);
