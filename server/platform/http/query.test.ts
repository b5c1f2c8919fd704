import { expect } from 'vitest';
import { z } from 'zod';
import { allReports } from '#contract/reports/index.ts';
import { adminEndpoints } from '#server/admin/index.ts';
import { operationsEndpoints } from '#server/operations/index.ts';
import { reportsEndpoints } from '#server/reports/index.ts';
import type { Caller } from '#tests/support/api.ts';
import { makeFarm } from '#tests/support/factories.ts';
import { test } from '#tests/support/test.ts';
import type { Endpoint } from './endpoint.ts';
import { queryOf } from './query.ts';

/** Bytes of an address; Node takes 16 KB of head. */
const LONGEST = 15 * 1024;
/** Max processor time of one request, ms: the event loop stands no longer. */
const MAX_BLOCKED_MS = 50;

const fill = (piece: string) => piece.repeat(Math.floor(LONGEST / piece.length));
/** What one parameter can be filled up with. */
const KINDS: Record<string, (name: string) => string> = {
  repeated: (name) => fill(`${name}=1&`),
  joined: (name) => `${name}=${fill('1,')}`,
  'joined and repeated': (name) => fill(`${name}=1,2,3&`),
  'a long number': (name) => `${name}=${fill('9')}`,
  'a long word': (name) => `${name}=${fill('-a ')}`,
};
/** Kinds whose entries are past every bound. */
const PAST_BOUNDS = ['repeated'];

test('a repeated parameter is a list, in its order', () => {
  expect(queryOf('http://localhost/api/x/?farm=1&group=2&farm=3&farm=4')).toEqual({ farm: ['1', '3', '4'], group: '2' });
  expect(queryOf('http://localhost/api/x/')).toEqual({});
});

test('more parameters than any screen has are refused at the first that is too many', () => {
  const names = Array.from({ length: 101 }, (_, n) => `p${n}=1`).join('&');
  expect(() => queryOf(`http://localhost/?${names}`)).toThrow('p100: The value must be less than or equal to 100');
  expect(() => queryOf(`http://localhost/?${'farm=1&'.repeat(501)}`)).toThrow('farm: The value must be less than or equal to 500');
});

test('a name that every object has is a parameter like any other', () => {
  expect(queryOf('http://localhost/?constructor=1&toString=2&constructor=3')).toEqual({ constructor: ['1', '3'], toString: '2' });
});

interface Asked {
  path: string;
  names: readonly string[];
}

const namesOf = ({ query }: Endpoint) => (query instanceof z.ZodObject ? Object.keys(query.shape) : []);
const addressOf = (path: string) =>
  `${path
    .slice(1)
    .replace('{id}', '1')
    .replace(/\{\w+\}/g, 'x')}/`;
const READS = [...operationsEndpoints, ...adminEndpoints, ...reportsEndpoints].filter(({ method, query }) => method === 'get' && query);
const ofScope = (scope: string): Asked[] =>
  READS.filter((endpoint) => endpoint.scope === scope).map((endpoint) => ({ path: addressOf(endpoint.path), names: namesOf(endpoint) }));
/** Reports by name take the filters of the report alone. */
const byName: Asked[] = allReports.map(({ id, filters }) => ({ path: `report/${id}/make/`, names: ['language', 'page', ...filters] }));

/** Processor time of this process, ms: a busy machine makes it wait, and adds nothing. */
async function processorMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

async function walk(caller: Caller, asked: readonly Asked[]): Promise<{ requests: number; wrong: string[] }> {
  const wrong: string[] = [];
  let requests = 0;
  for (const { path, names } of asked) {
    const wordy = Array.from({ length: 2000 }, (_, n) => `w${n}=1`).join('&');
    const queries: (readonly [string, string, string])[] = [
      ['', 'many names', wordy.slice(0, LONGEST)],
      ['unknown', 'repeated', fill('unknown=1&')],
      ...names.flatMap((name) => Object.entries(KINDS).map(([kind, make]) => [name, kind, make(name)] as const)),
    ];
    for (const [name, kind, query] of queries) {
      requests += 1;
      const ask = () => caller.get(`${path}?${query}`);
      const answer = await ask();
      const what = `${path} ${kind} ${name}: ${answer.status}`;
      if (answer.status >= 500) wrong.push(what);
      if (PAST_BOUNDS.includes(kind) && !answer.errors?.[name])
        wrong.push(`${what} ${JSON.stringify(answer.errors ?? null).slice(0, 100)}`);
      // Compiling and collecting garbage fall on any request once: the cheapest of three tells what this one costs.
      const times = [await processorMs(ask)];
      while (Math.min(...times) > MAX_BLOCKED_MS && times.length < 3) times.push(await processorMs(ask));
      if (Math.min(...times) > MAX_BLOCKED_MS) wrong.push(`${what} ${Math.min(...times).toFixed(0)} ms`);
    }
  }
  return { requests, wrong };
}

test('16 KB of any parameter cost no list and no report of a client more than 50 ms of processor', async ({ client }) => {
  await makeFarm(client.owner);
  const { requests, wrong } = await walk(client.owner, [...ofScope('client'), ...byName]);
  expect(wrong).toEqual([]);
  expect(requests).toBeGreaterThan(2000);
});

test('16 KB of any parameter cost no list of the installation more than 50 ms of processor', async ({ root, api }) => {
  const { requests, wrong } = await walk(root, ofScope('account'));
  expect(wrong).toEqual([]);
  expect(requests).toBeGreaterThan(50);
  expect((await walk(api.nobody, ofScope('public'))).wrong).toEqual([]);
});
