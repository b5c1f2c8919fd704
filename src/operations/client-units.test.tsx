import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import i18next from 'i18next';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { firstConventions } from '#contract/words.ts';
import { currentClient } from '#src/core/api/place.ts';
import { queryClient } from '#src/core/api/query-client.ts';
import { ClientUnitsContext } from '#src/core/format/client-context.ts';
import { startI18n } from '#src/core/i18n/i18n.ts';
import { languageOfTag } from '#src/core/i18n/languages.ts';
import { theme } from '#src/core/ui/theme.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { make, makeAccount, makeClient, makeFarm, makeIngredient } from '#tests/support/factories.ts';
import { readAs } from '#tests/support/reader.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { readIn } from '#tests/support/screen-language.ts';
import { PlanPreview } from './feedings/editor/plan-preview.tsx';

// Kilograms with decimal comma, and pounds with decimal point.
readIn('uk');

let api: Awaited<ReturnType<typeof startBehind>>['api'];
beforeAll(async () => {
  ({ api } = await startBehind());
});
afterAll(stopBehind);
afterEach(async () => {
  currentClient.set(null);
  queryClient.clear();
  await i18next.changeLanguage('uk');
});

async function clientWithDelivery(currency: string) {
  const client = await makeClient(api);
  await api.database.acrossClients().updateTable('client').set({ currency }).where('id', '=', client.id).execute();
  const at = await makeFarm(client.owner);
  const hay = await makeIngredient(client.owner, at, { name: 'Hay' });
  await make(client.owner, 'manager/deliveries/', { farm: at.farm, delivery_type: 'delivery', ingredient: hay.id, value: 300, price: 2 });
  return client;
}
const headings = async () => (await screen.findAllByRole('columnheader')).map((head) => head.textContent).join(' | ');

test('money in a list has the client’s currency in any language of the reader', async () => {
  const client = await clientWithDelivery('UAH');
  await signInAs(client.owner.token);
  await renderScreen('stock/deliveries');
  expect(await headings()).toContain('₴/кг');
  await i18next.changeLanguage('en-US');
  await screen.findByText(/₴\/kg/);
  expect(await headings()).not.toMatch(/[$€]/);
});

test('a person who works for several clients reads that client’s money', async () => {
  const client = await clientWithDelivery('PLN');
  const consultant = await makeAccount(api, { user_type: 'consultant', clients: [client.id] });
  await signInAs(consultant.caller.token);
  currentClient.set(client.id);
  await renderScreen('stock/deliveries');
  await screen.findByText(/zł\/кг/);
  expect(await headings()).not.toMatch(/[₴$€]/);
});

test('a client uses the weight unit of its owner, for every person and language', async () => {
  const client = await makeClient(api);
  const group = await make(client.owner, 'perm/groups/', { name: 'All', permissions: [] });
  const employee = await makeAccount(api, { user_type: 'employee', client_id: client.id, access_group_id: group.id });
  const readConventions = async () => {
    const { currency, weighs_in_pounds } = (await employee.caller.get('auth/me/')).data;
    return [currency, weighs_in_pounds];
  };
  expect(await readConventions()).toEqual(['UAH', false]);
  await client.owner.put('auth/me/', { language: 'us' });
  expect(await readConventions()).toEqual(['UAH', false]);
  expect((await employee.caller.put('auth/me/', { client_conventions: { units: 'lb' } })).status).toBe(403);
  await client.owner.put('auth/me/', { client_conventions: { units: 'lb' } });
  expect(await readConventions()).toEqual(['UAH', true]);
  const root = await makeAccount(api, { user_type: 'admin', is_superadmin: true });
  expect((await root.caller.get(`dashboard/clients/${client.id}/`)).data).toMatchObject({ currency: 'UAH', weighs_in_pounds: true });
  expect((await root.caller.get('auth/me/')).data).toMatchObject({ currency: null, weighs_in_pounds: false });
});

test.each([
  ['uk', true, ['1 224,7 кг', '50,01 %612,35', '49,99 %612,35']],
  ['en-US', true, ['2,700 lb', '50.01%1,350', '49.99%1,350']],
  ['uk', false, ['1 225 кг', '50,01 %615', '49,99 %610']],
])('a plan’s preview in %s rounds by the client’s unit (pounds: %s)', async (language, weighs_in_pounds, weights) => {
  await startI18n();
  await i18next.loadNamespaces(['operations', 'core', 'pages']);
  await i18next.changeLanguage(language);
  readAs(languageOfTag(language));
  const percents = [50.01, 49.99];
  const { container } = render(
    <MantineProvider theme={theme}>
      <ClientUnitsContext value={{ currency: 'UAH', ...firstConventions(weighs_in_pounds ? 'us' : 'uk'), weighs_in_pounds }}>
        <PlanPreview
          value={{ groups: [{ group: 1, weight_per_head: 12.247 }], leftovers: false, planned_leftovers: 0 } as never}
          ration={
            {
              rounding: 1,
              items: percents.map((percent, index) => ({ ingredient: index, ingredient_name: `Feed ${index}`, percent })),
            } as never
          }
          mixer={{ rounding: true, max_weight: 9000 } as never}
          headsOf={() => 100}
          onChange={() => undefined}
        />
      </ClientUnitsContext>
    </MantineProvider>,
  );
  const text = container.textContent?.replace(/\s/gu, ' ');
  for (const weight of weights) expect(text).toContain(weight);
});
