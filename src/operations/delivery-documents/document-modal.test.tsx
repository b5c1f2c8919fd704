import { configure, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { make, makeClient, makeFarm, makeIngredient } from '#tests/support/factories.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { readIn } from '#tests/support/screen-language.ts';

readIn('uk');

configure({ asyncUtilTimeout: 30_000 });
let api: Awaited<ReturnType<typeof startBehind>>['api'];
let server: Awaited<ReturnType<typeof startBehind>>['server'];
beforeAll(async () => {
  ({ api, server } = await startBehind());
});
afterAll(stopBehind);

test('a paper is entered as one: pasted rows land, the sums are checked, and Ctrl Enter saves it', async () => {
  const client = await makeClient(api);
  const at = await makeFarm(client.owner);
  const hay = await makeIngredient(client.owner, at, { name: 'Сіно' });
  const meal = await makeIngredient(client.owner, at, { name: 'Шрот' });
  await make(client.owner, 'manager/deliveries/companies/', { name: 'Млин' });
  await signInAs(client.owner.token);
  await renderScreen('stock/deliveries');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'За документом' }));
  const dialog = await screen.findByRole('dialog', { name: 'Новий документ поставки' });
  await user.type(within(dialog).getByRole('textbox', { name: 'Номер документа' }), 'ВН-7');
  const supplier = within(dialog).getByRole('textbox', { name: 'Постачальник' });
  await user.type(supplier, 'мли{Enter}');
  expect((supplier as HTMLInputElement).value).toBe('Млин');
  const farm = within(dialog).getByRole<HTMLInputElement>('combobox', { name: 'Ферма' });
  if (farm.value === '') {
    await user.click(farm);
    await user.click(await screen.findByRole('option'));
  }
  // The feeds of the farm are there once one of them can be chosen.
  await user.click(within(dialog).getByRole('combobox', { name: 'Інгредієнт 1' }));
  await screen.findByRole('option', { name: /Шрот/ });
  await user.keyboard('{Escape}');
  await user.click(within(dialog).getByRole('textbox', { name: 'Вага 1' }));
  await user.paste('сіно\t1000\t2,5\nШрот\t200\t12\n');
  expect(within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Вага 2' }).value).toBe('200');

  await user.type(within(dialog).getByRole('textbox', { name: 'ПДВ' }), '20');
  await user.type(within(dialog).getByRole('textbox', { name: 'Сума за документом' }), '5800');
  expect(dialog.querySelector('[data-reading]')?.textContent?.replace(/\s/gu, ' ')).toBe('= 5 800 ₴');
  await waitFor(() => expect(within(dialog).getByRole('alert').textContent?.replace(/\s/gu, ' ')).toContain('За рядками 5 880'));
  await user.type(within(dialog).getByRole('textbox', { name: 'Сума за документом' }), '{Backspace}{Backspace}80');
  await waitFor(() => expect(within(dialog).queryByRole('alert')).toBeNull());

  // At the end of a column Enter begins a line; nobody fills it, and it isn't sent.
  await user.click(within(dialog).getByRole('textbox', { name: 'Вага 1' }));
  await user.keyboard('{Enter}{Enter}');
  await within(dialog).findByRole('combobox', { name: 'Інгредієнт 3' });
  await user.click(within(dialog).getByRole('textbox', { name: 'Ціна 2' }));
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [document] = (await client.owner.get('manager/deliveries/documents/')).data;
  expect(document).toMatchObject({
    number: 'ВН-7',
    company_name: 'Млин',
    net: 4900,
    total: 5880,
    lines: [
      { ingredient: hay.id, value: 1000, price: 2.5 },
      { ingredient: meal.id, value: 200, price: 12 },
    ],
  });

  // From the list a line leads to its paper.
  const [row] = await screen.findAllByRole('row', { name: /Шрот/ });
  await user.click(within(row!).getByRole('button', { name: /Дії/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Редагувати' }));
  const again = await screen.findByRole('dialog', { name: 'Документ ВН-7' });
  expect(within(again).getByRole<HTMLInputElement>('textbox', { name: 'Ціна 1' }).value).toBe('2,5');
  // The file of this browser is none to what carries it here: its bytes are put in on the way.
  server.use(
    http.post('*/documents/:id/files/', ({ request }) => {
      const headers = { authorization: request.headers.get('authorization') ?? '' };
      return api.app.fetch(new Request(request.url, { method: 'POST', headers, body: '%PDF-1.7 scan' })) as Promise<Response>;
    }),
  );
  await user.upload(
    again.querySelector<HTMLInputElement>('input[type=file]')!,
    new File(['%PDF-1.7 scan'], 'скан.pdf', { type: 'application/pdf' }),
  );
  await user.click(within(again).getByRole('button', { name: 'Зберегти' }));
  await waitFor(async () => {
    expect((await client.owner.get(`manager/deliveries/documents/${document.id}/`)).data.files).toMatchObject([{ name: 'скан.pdf' }]);
  });
});
