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

/** Max bytes of an address: Node accepts 16 KB of headers. */
const LONGEST = 15 * 1024;

const fill = (piece: string) => piece.repeat(Math.floor(LONGEST / piece.length));
/** Ways to fill a parameter. */
const KINDS: Record<string, (name: string) => string> = {
  repeated: (name) => fill(`${name}=1&`),
  joined: (name) => `${name}=${fill('1,')}`,
  'joined and repeated': (name) => fill(`${name}=1,2,3&`),
  'a long number': (name) => `${name}=${fill('9')}`,
  'a long word': (name) => `${name}=${fill('-a ')}`,
};

test('a repeated parameter is a list in its order', () => {
  expect(queryOf('http://localhost/api/x/?farm=1&group=2&farm=3&farm=4')).toEqual({ farm: ['1', '3', '4'], group: '2' });
  expect(queryOf('http://localhost/api/x/')).toEqual({});
});

test('too many parameters are refused at the first excess one', () => {
  const names = Array.from({ length: 101 }, (_, n) => `p${n}=1`).join('&');
  expect(() => queryOf(`http://localhost/?${names}`)).toThrow('p100: The value must be less than or equal to 100');
  expect(() => queryOf(`http://localhost/?${'farm=1&'.repeat(501)}`)).toThrow('farm: The value must be less than or equal to 500');
});

test('a parameter may have the name of an object’s own method', () => {
  expect(queryOf('http://localhost/?constructor=1&toString=2&constructor=3')).toEqual({ constructor: ['1', '3'], toString: '2' });
});

interface Asked {
  path: string;
  names: readonly string[];
}

const listQueryNames = ({ query }: Endpoint) => (query instanceof z.ZodObject ? Object.keys(query.shape) : []);
const fillPath = (path: string) =>
  `${path
    .slice(1)
    .replace('{id}', '1')
    .replace(/\{\w+\}/g, 'x')}/`;
const READS = [...operationsEndpoints, ...adminEndpoints, ...reportsEndpoints].filter(({ method, query }) => method === 'get' && query);
const ofScope = (scope: string): Asked[] =>
  READS.filter((endpoint) => endpoint.scope === scope).map((endpoint) => ({
    path: fillPath(endpoint.path),
    names: listQueryNames(endpoint),
  }));
/** Reports by name accept only the report's filters. */
const byName: Asked[] = allReports.map(({ id, filters }) => ({ path: `report/${id}/make/`, names: ['language', 'page', ...filters] }));

/** Sends each parameter of these paths at full length. Returns the number of requests and the answers other than a refusal by 400. */
async function sendLongQueries(caller: Caller, asked: readonly Asked[]): Promise<{ requests: number; wrong: string[] }> {
  const wrong: string[] = [];
  let requests = 0;
  const manyNames = Array.from({ length: 2000 }, (_, n) => `w${n}=1`)
    .join('&')
    .slice(0, LONGEST);
  for (const { path, names } of asked) {
    const queries: (readonly [string, string, string])[] = [
      ['', 'many names', manyNames],
      ['unknown', 'repeated', fill('unknown=1&')],
      ...names.flatMap((name) => Object.entries(KINDS).map(([kind, make]) => [name, kind, make(name)] as const)),
    ];
    for (const [name, kind, query] of queries) {
      requests += 1;
      const { status, errors } = await caller.get(`${path}?${query}`);
      const named = kind !== 'repeated' || errors?.[name] !== undefined;
      if (status !== 400 || !named) wrong.push(`${path} ${kind} ${name}: ${status} ${JSON.stringify(errors ?? null).slice(0, 100)}`);
    }
  }
  return { requests, wrong };
}

test('15 KB of any parameter are refused before a client’s list or report runs', async ({ client }) => {
  await makeFarm(client.owner);
  const { requests, wrong } = await sendLongQueries(client.owner, [...ofScope('client'), ...byName]);
  expect(wrong).toEqual([]);
  expect(requests).toBeGreaterThan(2000);
});

test('15 KB of any parameter are refused before a list of the installation runs', async ({ root, api }) => {
  const { requests, wrong } = await sendLongQueries(root, ofScope('account'));
  expect(wrong).toEqual([]);
  expect(requests).toBeGreaterThan(50);
  expect((await sendLongQueries(api.nobody, ofScope('public'))).wrong).toEqual([]);
});
