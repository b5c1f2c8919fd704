import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import type { SetupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { queryClient } from '#src/core/api/query-client.ts';
import { keepLastFarm } from '#src/core/layout/last-farm.ts';
import type { TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { makeClient, makeFarm, makeIngredient } from '#tests/support/factories.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';

interface AddingForm {
  /** Address of the screen whose button opens the form. */
  address: (at: { company: number; farm: number }) => string;
  button: string;
  /** The select that adds a row by its name. */
  select: string;
  /** The endpoint that creates the row. */
  path: string;
}

/** Every form with a select that adds rows, by its file. */
const FORMS: Record<string, AddingForm> = {
  'operations/deliveries/delivery-modal.tsx': {
    address: () => 'stock/deliveries',
    button: 'New delivery',
    select: 'Supplier',
    path: 'manager/deliveries/companies/',
  },
  'operations/delivery-documents/document-modal.tsx': {
    address: () => 'stock/deliveries',
    button: 'By document',
    select: 'Supplier',
    path: 'manager/deliveries/companies/',
  },
  'operations/groups/group-modal.tsx': {
    address: ({ company, farm }) => `companies/${company}/farms/${farm}/animal-groups`,
    button: 'New group',
    select: 'Animal type',
    path: 'manager/animaltypes/',
  },
  'operations/ingredients/ingredient-modal.tsx': {
    address: () => 'stock/ingredients',
    button: 'New ingredient',
    select: 'Type',
    path: 'manager/ingtedienttypes/',
  },
  'operations/offers/offer-modal.tsx': {
    address: () => 'stock/offers',
    button: 'New offer',
    select: 'Supplier',
    path: 'manager/deliveries/companies/',
  },
  'operations/owners/owner-modal.tsx': {
    address: () => 'owners',
    button: 'New owner of a group',
    select: 'Owner',
    path: 'manager/deliveries/companies/',
  },
  'operations/orders/order-modal.tsx': {
    address: () => 'stock/orders',
    button: 'New order',
    select: 'Supplier',
    path: 'manager/deliveries/companies/',
  },
};

const SRC = resolve(import.meta.dirname, '..');
let api: TestApi;
let server: SetupServer;
beforeAll(async () => {
  ({ api, server } = await startBehind());
});
afterAll(stopBehind);
afterEach(() => {
  server.resetHandlers();
  queryClient.clear();
  localStorage.clear();
});

test('every form with a select that adds rows is tried below', () => {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
  const using = files.filter(
    (name) => name.endsWith('.tsx') && !name.includes('.test.') && readFileSync(join(SRC, name), 'utf8').includes('<CreatableSelect'),
  );
  expect(using.sort()).toEqual(Object.keys(FORMS).sort());
});

/** True if digits can be typed in the element. */
const takesDigits = (element: Element) => /decimal|numeric/.test(element.getAttribute('inputmode') ?? '') || element.matches('textarea');

test.each(Object.entries(FORMS))('%s loses neither the focus nor a keystroke while a row is being added', async (_, form) => {
  const user = userEvent.setup({ delay: null });
  const { owner } = await makeClient(api);
  const at = await makeFarm(owner);
  await makeIngredient(owner, at);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  server.use(
    http.post(`*/api/${form.path}`, async ({ request }) => {
      await released;
      return api.app.fetch(request) as Promise<Response>;
    }),
  );
  await signInAs(owner.token);
  keepLastFarm(null, at.farm);
  await renderScreen(form.address(at));
  await user.click((await screen.findAllByRole('button', { name: form.button }))[0]!);
  const dialog = await screen.findByRole('dialog');
  const select = within(dialog).getByRole<HTMLInputElement>('textbox', { name: form.select });
  await user.click(select);
  await user.keyboard('Brand new{Enter}');
  expect(document.activeElement).toBe(select);
  expect(select.value).toBe('Brand new');

  const typed: HTMLInputElement[] = [];
  for (let step = 0; step < 12; step += 1) {
    await user.tab();
    const field = document.activeElement as HTMLInputElement;
    expect(dialog.contains(field)).toBe(true);
    if (field.getAttribute('type') === 'submit') break;
    if (!takesDigits(field)) continue;
    await user.keyboard('{Control>}a{/Control}1');
    expect(field.value).toBe('1');
    typed.push(field);
  }
  const last = typed.at(-1)!;
  await user.click(last);
  // A percentage ends at 100.
  await user.keyboard('0');
  const before = typed.map((field) => field.value);
  expect(before.at(-1)).toBe('10');
  release();
  await waitFor(() => expect(select.getAttribute('aria-busy')).toBeNull());
  expect(document.activeElement).toBe(last);
  await user.keyboard('0');
  expect(typed.map((field) => field.value)).toEqual([...before.slice(0, -1), '100']);
  expect(select.value).toBe('Brand new');
  expect((await owner.get(`${form.path}?search=Brand`)).data.map(({ name }: { name: string }) => name)).toEqual(['Brand new']);
});
