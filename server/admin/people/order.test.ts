import { expect } from 'vitest';
import { makeAccount } from '#tests/support/factories.ts';
import { test } from '#tests/support/test.ts';

test('people are sorted by their shown names, and by email without a name', async ({ api, client }) => {
  for (const [first_name, last_name, email] of [
    ['Zoya', 'Adams', 'order-1'],
    ['Anna', 'Young', 'order-2'],
    ['Anna', 'Brown', 'order-3'],
    ['', '', 'order-m'],
  ] as const) {
    const { id } = await makeAccount(api, { user_type: 'employee', client_id: client.id });
    const values = { first_name, last_name, email: `${first_name ? '' : 'Maria-'}${email}-${id}@manger.test` };
    await api.database.forClient(client.id).updateTable('account').set(values).where('id', '=', id).execute();
  }
  const readNames = async (query: string) =>
    (await client.owner.get(`perm/employees/?${query}`)).data.map((row: { first_name: string; last_name: string }) =>
      [row.first_name, row.last_name].join(' ').trim(),
    );
  const order = ['Anna Brown', 'Anna Young', '', 'Zoya Adams'];
  expect(await readNames('')).toEqual(order);
  expect(await readNames('ordering=name')).toEqual(order);
  expect(await readNames('ordering=-name')).toEqual(order.toReversed());
  expect(await readNames('ordering=last_name')).toEqual(['', 'Zoya Adams', 'Anna Brown', 'Anna Young']);
});
