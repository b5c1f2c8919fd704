import { expect, test } from 'vitest';
import { bodyOf, valuesOf } from './values.ts';

const typed = { ...valuesOf(null, 'client', 'uk'), email: 'a@b.example', phone: '+380441234567', password: 'secret-word', invite: false };

test('the first user of a client creates the client with its modules', () => {
  expect(bodyOf({ ...typed, company_name: 'Нива', modules: ['manger', 'animalfeed'] }, true)).toMatchObject({
    client: null,
    company_name: 'Нива',
    modules: ['manger', 'animalfeed'],
    password: 'secret-word',
    phone: '+380441234567',
  });
});

test('a further user of a client names the client and no modules', () => {
  const body = bodyOf({ ...typed, client: '7' }, true);
  expect(body).toMatchObject({ client: 7 });
  expect(body).not.toHaveProperty('modules');
});

test('only administrators are super administrators, only consultants and staff work for several clients', () => {
  const given = { ...typed, is_superadmin: true, clients: ['3', '5'] };
  expect(bodyOf({ ...given, user_type: 'consultant' }, true)).toMatchObject({ is_superadmin: false, clients: [3, 5] });
  const admin = bodyOf({ ...given, user_type: 'admin' }, true);
  expect(admin).toMatchObject({ is_superadmin: true });
  expect(admin).not.toHaveProperty('clients');
  expect(admin).not.toHaveProperty('client');
});

test('an invited person gets no password', () => {
  expect(bodyOf({ ...typed, invite: true }, true)).not.toHaveProperty('password');
});

test('a change contains no password', () => {
  expect(bodyOf(typed, false)).not.toHaveProperty('password');
});
