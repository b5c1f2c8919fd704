import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, test } from 'vitest';
import { adminEndpoints } from '#server/admin/index.ts';
import { operationsEndpoints } from '#server/operations/index.ts';
import { findImportables } from '#server/platform/resource/import/endpoint.ts';
import { listNamedFields } from '#server/platform/resource/import/unmatched.ts';
import { reportsEndpoints } from '#server/reports/index.ts';
import { tables } from '#server/tables.ts';
import { queryClient } from '#src/core/api/query-client.ts';
import { allRows } from '#src/core/resource/all-rows.ts';
import { toRowSource } from '#src/core/resource/import/named-lists.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { makeClient, makeFarm } from '#tests/support/factories.ts';
import { startTexts } from '#tests/support/screen-language.ts';
import { namedLists } from './named-lists.tsx';

test('a row can be chosen for the names of every list that files name', () => {
  const importables = findImportables([...operationsEndpoints, ...reportsEndpoints, ...adminEndpoints]);
  const named = importables.flatMap((importable) => Object.values(listNamedFields(importable, tables)));
  expect([...new Set(named)].toSorted()).toEqual(Object.keys(namedLists).toSorted());
  for (const [id, list] of Object.entries(namedLists)) expect(list.resource.id).toBe(id);
});

test('the rows of every named list can be read, for a farm and for the client', async () => {
  const { api } = await startBehind();
  const client = await makeClient(api);
  const { farm } = await makeFarm(client.owner);
  await signInAs(client.owner.token);
  for (const list of Object.values(namedLists)) {
    expect(Array.isArray(await allRows(toRowSource(list, farm)))).toBe(true);
    expect(Array.isArray(await allRows(toRowSource(list, null)))).toBe(true);
  }
  await stopBehind();
});

test('each form opens under the name of the file, and without a farm unless its rows are added on a farm only', async () => {
  await startTexts();
  const { api } = await startBehind();
  const client = await makeClient(api);
  const at = await makeFarm(client.owner);
  await signInAs(client.owner.token);
  for (const { Form, onFarm } of Object.values(namedLists)) {
    if (!Form) continue;
    const element = (
      <Suspense>
        <Form name="Clover" farm={onFarm ? at.farm : null} onClose={() => {}} />
      </Suspense>
    );
    const router = createMemoryRouter([{ path: '/', element }]);
    render(
      <MantineProvider env="test" withCssVariables={false} withGlobalClasses={false}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>,
    );
    await screen.findByRole('dialog');
    expect(await screen.findByDisplayValue('Clover')).toBeTruthy();
    cleanup();
  }
  await stopBehind();
});
