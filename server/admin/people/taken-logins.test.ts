import { expect } from 'vitest';
import { makeAccount, makeClient } from '#tests/support/factories.ts';
import { test } from '#tests/support/test.ts';

let others: string[];
test.beforeAll(async ({ api }) => {
  const elsewhere = await makeClient(api);
  // They sign in at the same time from one address.
  others = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      makeAccount(api, { user_type: 'employee', client_id: elsewhere.id, email: `known-${index}@else.example` }).then(({ email }) => email),
    ),
  );
});

const person = (email: string) => ({ email, first_name: 'Any', password: 'feed-the-herd-1' });

test('an owner gets a limited number of answers per hour about taken emails, then none, also for free ones', async ({ api }) => {
  api.setNow('2026-03-01T08:00:00Z');
  const { owner } = await makeClient(api);
  const add = (email: string) => owner.post('perm/employees/create/', person(email));
  const answers = await Promise.all(others.map(add));
  const told = answers.filter(({ errors }) => errors?.email?.[0]?.code === 121);
  expect(told.length).toBeGreaterThan(0);
  expect(told.length).toBeLessThanOrEqual(21);
  expect(answers.filter(({ status }) => status === 429).length).toBe(answers.length - told.length);
  expect((await add('free@farm.example')).status).toBe(429);
  // Changes of another person and of the own account are refused, too.
  expect((await owner.put('auth/me/', { email: others[0], password: 'feed-the-herd-1' })).status).toBe(429);
  // Another account isn't affected, and an hour later the first one continues.
  expect((await (await makeClient(api)).owner.post('perm/employees/create/', person('fresh@farm.example'))).status).toBe(201);
  api.setNow('2026-03-01T10:00:00Z');
  expect((await add('free@farm.example')).status).toBe(201);
});

test('people who are added at the same time are all accepted', async ({ api }) => {
  const { owner } = await makeClient(api);
  const added = await Promise.all(
    Array.from({ length: 15 }, (_, index) => owner.post('perm/employees/create/', person(`at-once-${index}@farm.example`))),
  );
  expect(added.map(({ status }) => status)).toEqual(added.map(() => 201));
});

test('adding many new people is never delayed', async ({ api }) => {
  const { owner } = await makeClient(api);
  for (let index = 0; index < 45; index += 1) {
    expect((await owner.post('perm/employees/create/', person(`new-${index}@farm.example`))).status).toBe(201);
  }
});
