import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { type Database, openDatabase, run, type Tx } from './database.ts';
import { pipelined } from './pipelined.ts';

let fresh: FreshDatabase;
let database: Database;
beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.url });
  await run(
    database.acrossClients(),
    'create table made (id integer primary key generated always as identity, name text unique, step integer)',
  );
});
afterAll(async () => {
  await database.close();
  await fresh.drop();
});

const add = (tx: Tx, name: string, step: number) =>
  run<{ id: number }>(tx, 'insert into made (name, step) values ($1, $2) returning id', [`${name} ${step}`, step]);
const inOne = <T>(works: readonly ((tx: Tx) => Promise<T>)[]) =>
  database
    .acrossClients()
    .transaction()
    .execute((tx) => pipelined(tx, works));
const made = async () =>
  (await run<{ name: string }>(database.acrossClients(), 'select name from made order by id')).map(({ name }) => name);

test('each work advances by one statement per round, in the order of the works', async () => {
  const work = (name: string, steps: number, slow: boolean) => async (tx: Tx) => {
    for (let step = 1; step <= steps; step += 1) {
      // A work may be slow between statements, so that answers wait for it.
      if (slow) await run(tx, 'select pg_sleep(0.02)');
      await add(tx, name, step);
    }
    return name;
  };
  expect(await inOne([work('a', 1, false), work('b', 3, true), work('c', 2, false)])).toEqual(['a', 'b', 'c']);
  expect(await made()).toEqual(['a 1', 'c 1', 'b 1', 'c 2', 'b 2', 'b 3']);
});

test('a failing work leaves nothing of any work, stops all, and is reported', async () => {
  const before = await made();
  let ended = 0;
  const works = [
    async (tx: Tx) => {
      try {
        for (let step = 1; step <= 5; step += 1) await add(tx, 'd', step);
      } finally {
        ended += 1;
      }
    },
    async (tx: Tx) => {
      await add(tx, 'e', 1);
      await add(tx, 'e', 1);
    },
  ];
  await expect(inOne(works)).rejects.toMatchObject({ code: '23505' });
  expect(ended).toBe(1);
  expect(await made()).toEqual(before);
});

test('reports the refusal of the first work in order, independently of time', async () => {
  const late = async (tx: Tx) => {
    await run(tx, 'select 1');
    throw new Error('the first work refuses');
  };
  const early = () => Promise.reject(new Error('the second work refuses'));
  await expect(inOne([late, early])).rejects.toThrow('the first work refuses');
});

test('works may contain works', async () => {
  const inner = (name: string) => (tx: Tx) => pipelined(tx, [(own) => add(own, `${name}1`, 1), (own) => add(own, `${name}2`, 1)]);
  const ids = (await inOne([inner('f'), inner('g')])).flat(2).map(({ id }) => id);
  expect(new Set(ids).size).toBe(4);
});

test('an empty list of works ends at once', async () => {
  expect(await inOne([])).toEqual([]);
});
