import { describe, expect } from 'vitest';
import { monthRange } from '#contract/periods.ts';
import { adminEndpoints } from '#server/admin/index.ts';
import { operationsEndpoints } from '#server/operations/index.ts';
import type { Endpoint } from '#server/platform/http/endpoint.ts';
import { reportsEndpoints } from '#server/reports/index.ts';
import { type Answer, startApi, type TestApi } from '#tests/support/api.ts';
import { test } from '#tests/support/test.ts';
import { type Books, type Case, call, caseOfPattern, namesMonth } from './cases.ts';
import { differences, fingerprintOf } from './figures.ts';
import { ELSEWHERE, ENDS_SIGN_IN, REFUSED_FIRST, SPECIAL } from './special.ts';
import { makeBooks, type Place } from './world.ts';

const endpoints = [...operationsEndpoints, ...adminEndpoints, ...reportsEndpoints];
export const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
export const writes = endpoints.filter((one) => one.method !== 'get' && one.scope !== 'public' && !ENDS_SIGN_IN.includes(nameOf(one)));

const nothing: Case = async () => [{ body: {} }];
export const caseOf = (endpoint: Endpoint): Case | undefined =>
  SPECIAL[nameOf(endpoint)] ?? (ELSEWHERE.includes(nameOf(endpoint)) ? nothing : caseOfPattern(endpoint, endpoints));

/** `BOOKS_EACH=1` compares figures after each endpoint instead of each bundle of resources: slower, and names the endpoint. */
const EACH = process.env.BOOKS_EACH === '1';
/** Resources whose writes are made before figures are compared. */
const BUNDLE = EACH ? 1 : 8;

/** Reopening last: until then the month is closed. */
export const REOPEN = 'post /manager/months/reopen';
const caseCalls = writes.filter((one) => nameOf(one) !== REOPEN);
const resourceOf = ({ path }: Endpoint) => path.split('/').slice(1, 3).join('/');
const RESOURCES = [...new Set(caseCalls.map(resourceOf))];
const BUNDLES = Array.from({ length: Math.ceil(RESOURCES.length / BUNDLE) }, (_, at) => RESOURCES.slice(at * BUNDLE, (at + 1) * BUNDLE));

/** Rows are added and changed before others are deleted or replaced. */
const turnOf = ({ method, path }: Endpoint) =>
  path.endsWith('/restore') ? 3 : method === 'delete' ? 2 : path.endsWith('/replace') ? 1 : 0;

const writesTo = (resource: string) => caseCalls.filter((one) => resourceOf(one) === resource).toSorted((a, b) => turnOf(a) - turnOf(b));

/** Makes all calls of an endpoint's case; none of them may break the server. */
async function callAll(books: Books, endpoint: Endpoint): Promise<Answer<unknown>[]> {
  const attempts = (await caseOf(endpoint)?.(books, endpoint)) ?? [];
  const answers: Answer<unknown>[] = [];
  for (const attempt of attempts) {
    const answer = await call(books, endpoint, attempt);
    expect(answer.status, `${nameOf(endpoint)} ${JSON.stringify(attempt.body)}`).toBeLessThan(500);
    answers.push(answer);
  }
  return answers;
}

/** Calls every write endpoint at a farm with a closed month, and compares the figures of the month before and after. */
export const describeBooks = (place: Place) =>
  describe(`in ${place.timezone} with ${place.month} closed`, () => {
    let api: TestApi;
    let books: Books;
    let figures: Map<string, string>;
    const { after: from, before: to } = monthRange(place.month);
    const period = () => ({ farm: books.farm, from, to });

    test.beforeAll(async () => {
      api = await startApi();
      books = await makeBooks(api, place);
      figures = await fingerprintOf(books.owner, period());
    });
    test.afterAll(() => api.close());

    test('the month has figures to change, and papers', () => {
      expect(figures.size).toBeGreaterThan(25);
      expect([...figures.keys()].filter((name) => name.startsWith('paper ')).length).toBeGreaterThan(3);
      expect([...figures.values()].filter((text) => text.length > 400).length).toBeGreaterThan(20);
    });

    test('closing, reopening and closing again gives the same figures', async () => {
      const of = { farm: books.farm, month: place.month };
      expect((await books.owner.post('manager/months/reopen/', { ...of, reason: 'A look' })).status).toBe(200);
      expect((await books.owner.post('manager/months/', of)).status).toBe(201);
      expect(differences(figures, await fingerprintOf(books.owner, period()))).toEqual([]);
    });

    test.each(BUNDLES.map((bundle) => [bundle.join(', '), bundle] as const))('no write to %s changes a figure of it', async (_, bundle) => {
      const changed: string[] = [];
      const missed: string[] = [];
      /** Endpoints that wrote something since figures were compared. */
      let writers: string[] = [];
      const compare = async () => {
        // A refused call writes nothing.
        if (writers.length === 0) return;
        const after = await fingerprintOf(books.owner, period());
        const found = differences(figures, after);
        changed.push(...found.map((one) => `${writers.join(', ')}: ${one}`));
        // What follows is compared with the figures as they are now.
        figures = after;
        writers = [];
      };
      for (const endpoint of bundle.flatMap(writesTo)) {
        const name = nameOf(endpoint);
        const answers = await callAll(books, endpoint);
        if (answers.some(({ status }) => status < 300)) writers.push(name);
        // A case that is refused for other reasons alone tests nothing.
        else if (!answers.some(namesMonth) && !ELSEWHERE.includes(name) && !(name in REFUSED_FIRST))
          missed.push(`${name}: ${[...new Set(answers.map(({ status, errors }) => `${status} ${JSON.stringify(errors)}`))].join(' | ')}`);
        if (EACH) await compare();
      }
      await compare();
      expect({ changed, missed }).toEqual({ changed: [], missed: [] });
    });
  });
